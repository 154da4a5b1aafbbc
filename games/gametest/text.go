package gametest

import (
	"fmt"
	"slices"
)

// The methods for people.
type (
	texter[S any]                interface{ Text(s *S) string }
	parser[A comparable]         interface{ Parse(text string) (A, error) }
	referee[S any, A comparable] interface{ Legal(s *S, a A) error }
	umpire[S any, A comparable]  interface {
		LegalFor(s *S, player int, a A) error
	}
)

// maxReferee is the number of legal actions, and of other actions, that Legal is called with at one
// position.
const maxReferee = 16

func (k *kit[S, A]) checkText(p *position[S, A]) {
	if k.texter == nil {
		return
	}
	if text := k.texter.Text(p.state); text != k.texter.Text(p.state) {
		k.find(lawText, "Text is %q, and differs when called again", text)
	}
}

// checkReferee checks Parse for the actions not met before, and Legal, or LegalFor at a
// simultaneous-move node.
func (k *kit[S, A]) checkReferee(p *position[S, A]) {
	if p.isChance() {
		return
	}
	if k.referee != nil && !p.isJoint() {
		k.checkLegal("Legal", p.actions, func(a A) error { return k.referee.Legal(p.state, a) })
	}
	if k.umpire != nil && p.isJoint() {
		for player := range p.ends {
			name := fmt.Sprintf("LegalFor player %d", player)
			k.checkLegal(name, p.of(player), func(a A) error { return k.umpire.LegalFor(p.state, player, a) })
		}
	}
	for _, a := range p.actions {
		if !k.isMet[a] {
			k.isMet[a] = true
			k.met = append(k.met, a)
			k.checkParse(a)
		}
	}
}

func (k *kit[S, A]) checkParse(a A) {
	if k.parser == nil {
		return
	}
	text := fmt.Sprint(a)
	if b, err := k.parser.Parse(text); err != nil || a != b {
		k.find(lawParse, "Parse(%q) is %v with error %v, want %v", text, b, err, a)
	}
}

// checkLegal compares legal with the list of actions at a position.
func (k *kit[S, A]) checkLegal(method string, actions []A, legal func(A) error) {
	for i := range min(maxReferee, len(actions)) {
		a := actions[(k.plies+i)%len(actions)]
		if err := legal(a); err != nil {
			k.find(lawLegal, "%s refuses %v, which is listed: %v", method, a, err)
		}
	}
	for i := range min(maxReferee, len(k.met)) {
		a := k.met[(maxReferee*k.plies+i)%len(k.met)]
		if !slices.Contains(actions, a) && legal(a) == nil {
			k.find(lawLegal, "%s accepts %v, which is not listed", method, a)
		}
	}
}
