package gametest

import (
	"fmt"
	"slices"
)

// maxReferee is the number of legal actions, and of other actions, that Legal is called with at one
// position.
const maxReferee = 16

func (k *kit[S, A]) checkText(p *position[S, A]) {
	if k.Texter == nil {
		return
	}
	if text := k.Texter.Text(p.state); text != k.Texter.Text(p.state) {
		k.find(lawText, "Text is %q, and differs when called again", text)
	}
}

// checkReferee checks Parse for the actions not met before, and Legal, or LegalFor at a
// simultaneous-move node.
func (k *kit[S, A]) checkReferee(p *position[S, A]) {
	if p.isChance() {
		return
	}
	if k.Referee != nil && !p.isJoint() {
		k.checkLegal("Legal", p.actions, func(a A) error { return k.Referee.Legal(p.state, a) })
	}
	if k.JointReferee != nil && p.isJoint() {
		for player := range p.ends {
			name := fmt.Sprintf("LegalFor player %d", player)
			k.checkLegal(name, p.of(player), func(a A) error { return k.JointReferee.LegalFor(p.state, player, a) })
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
	if k.Parser == nil {
		return
	}
	text := fmt.Sprint(a)
	if b, err := k.Parser.Parse(text); err != nil || a != b {
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
