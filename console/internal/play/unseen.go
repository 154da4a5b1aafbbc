package play

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

// Unseen is the text of an action that a player has not seen.
const Unseen = "?"

// IsUnseen reports whether the text of a ply has an action that is Unseen.
func IsUnseen(text string) bool { return slices.Contains(strings.Split(text, "|"), Unseen) }

// fillings is how often Fill tries to find actions for what is unseen.
const fillings = 10_000

// errMisfit says that a history leads to another position.
var errMisfit = errors.New("what is unseen does not lead to the view")

// Fill returns texts with an action instead of each that is Unseen, so that all of them can be
// played from start on, and lead to a state that fits: some possible history, not one drawn by its
// probability. At a simultaneous move, some of the actions may be Unseen. The error reports how far
// the best history gets.
//
// The first history is drawn at random. As long as some later action cannot be played in it, one of
// the drawn actions changes, or two change places, and stay so unless the history breaks off
// earlier than before.
func Fill[S any, A comparable](rules *game.Rules[S, A], start *S, texts []string, fits func(*S) bool, rand *rng.Rand) ([]string, error) {
	f := filling[S, A]{rules: rules, start: start, texts: texts, drawn: make([]string, len(texts)), fits: fits, rand: rand}
	for i, text := range texts {
		if IsUnseen(text) {
			f.unseen = append(f.unseen, i)
		}
	}
	best, err := f.play()
	for try := 0; err != nil && try < fillings; try++ {
		before := slices.Clone(f.drawn)
		if !f.change(best) {
			break
		}
		reached, wrong := f.play()
		if reached < best && wrong != nil {
			f.drawn = before
			continue
		}
		best, err = reached, wrong
	}
	switch {
	case errors.Is(err, errMisfit):
		return nil, err
	case err != nil:
		return nil, fmt.Errorf("action %d: %w", best, err)
	}
	texts = slices.Clone(texts)
	for _, i := range f.unseen {
		texts[i] = f.drawn[i]
	}
	return texts, nil
}

// filling is the search of a history.
type filling[S any, A comparable] struct {
	rules  *game.Rules[S, A]
	start  *S
	texts  []string
	unseen []int    // the indices of plies with unseen actions, ascending
	drawn  []string // by index: what is played there, or empty if that is to be drawn
	fits   func(*S) bool
	rand   *rng.Rand
}

// play plays the history, and draws what is missing in it or cannot be played. It returns how many
// plies it has played, and why no more.
func (f *filling[S, A]) play() (int, error) {
	var s S
	f.rules.Copy(&s, f.start)
	for i, text := range f.texts {
		if _, unseen := slices.BinarySearch(f.unseen, i); unseen {
			if f.drawn[i] != "" && Apply(f.rules, &s, f.drawn[i]) == nil {
				continue
			}
			f.drawn[i] = f.draw(&s, text)
			text = f.drawn[i]
		}
		if err := Apply(f.rules, &s, text); err != nil {
			return i, err
		}
	}
	if !f.fits(&s) {
		return len(f.texts), errMisfit
	}
	return len(f.texts), nil
}

// draw returns text with actions at s instead of the unseen ones.
func (f *filling[S, A]) draw(s *S, text string) string {
	parts := strings.Split(text, "|")
	ply := f.rules.Draw(s, f.rand)
	if len(ply) != len(parts) {
		return text
	}
	for k, a := range ply {
		if parts[k] == Unseen {
			parts[k] = fmt.Sprint(a)
		}
	}
	return strings.Join(parts, "|")
}

// change changes something that is drawn before the action at an index, which cannot be played. It
// reports whether there is anything.
func (f *filling[S, A]) change(at int) bool {
	n, _ := slices.BinarySearch(f.unseen, at)
	if n == 0 {
		return false
	}
	i, j := f.unseen[f.rand.IntN(n)], f.unseen[f.rand.IntN(n)]
	wanted := f.drawn[j]
	if at < len(f.texts) {
		wanted = f.texts[at]
	}
	switch f.rand.IntN(3) {
	case 0: // The action has to come earlier, like the deal of a card that is played.
		old := f.drawn[i]
		f.replace(wanted, old)
		f.drawn[i] = wanted
	case 1: // It must not come earlier, like a card that another player gets.
		f.drawn[i] = ""
		f.replace(wanted, "")
	case 2: // Something else forbids it, like a card of the suit that is led.
		f.drawn[i], f.drawn[j] = f.drawn[j], f.drawn[i]
	}
	return true
}

// replace replaces what is drawn.
func (f *filling[S, A]) replace(old, now string) {
	for _, i := range f.unseen {
		if f.drawn[i] == old {
			f.drawn[i] = now
		}
	}
}
