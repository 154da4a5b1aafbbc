package gametest

import (
	"fmt"
	"slices"
)

// The methods that programs for people use.
type (
	texter[S any]                interface{ Text(s *S) string }
	parser[A comparable]         interface{ Parse(text string) (A, error) }
	referee[S any, A comparable] interface{ Legal(s *S, a A) error }
)

// maxReferee is how many legal actions, and how many others, are shown to Legal at one position.
const maxReferee = 16

func (k *kit[S, A]) checkText(p *position[S, A]) {
	if k.texter == nil {
		return
	}
	if text := k.texter.Text(p.state); text != k.texter.Text(p.state) {
		k.find(lawText, "Text is %q, and another when asked again", text)
	}
}

// checkReferee checks Parse of the actions that are new, and Legal.
func (k *kit[S, A]) checkReferee(p *position[S, A]) {
	if p.isChance() {
		return
	}
	k.checkLegal(p)
	for _, a := range p.actions {
		if !k.isMet[a] {
			k.isMet[a] = true
			k.met = append(k.met, a)
			k.checkParse(a)
		}
	}
}

func (k *kit[S, A]) checkParse(a A) {
	text, ok := any(a).(fmt.Stringer)
	if !ok || k.parser == nil {
		return
	}
	if b, err := k.parser.Parse(text.String()); err != nil || a != b {
		k.find(lawParse, "Parse(%q) is %v with error %v, want %v", text, b, err, a)
	}
}

func (k *kit[S, A]) checkLegal(p *position[S, A]) {
	if k.referee == nil {
		return
	}
	for i := range min(maxReferee, len(p.actions)) {
		a := p.actions[(k.plies+i)%len(p.actions)]
		if err := k.referee.Legal(p.state, a); err != nil {
			k.find(lawLegal, "Legal refuses %v, which is listed: %v", a, err)
		}
	}
	for i := range min(maxReferee, len(k.met)) {
		a := k.met[(maxReferee*k.plies+i)%len(k.met)]
		if !slices.Contains(p.actions, a) && k.referee.Legal(p.state, a) == nil {
			k.find(lawLegal, "Legal accepts %v, which is not listed", a)
		}
	}
}
