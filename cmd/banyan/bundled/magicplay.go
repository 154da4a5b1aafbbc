package bundled

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/games/magic"
	"github.com/banyan-go/banyan/mcts"
)

// magicDefaults are the parameters of a person's opponent that it does not set. Those in
// setDefaults also suit hidden=infoset.
const (
	magicDefaults = "hidden=ensemble,trees=40,main=binary," + setDefaults
	setDefaults   = "playout=reduced,prune=dominated,c=1.5,lambda=0.99"
)

// magicOpponent returns a parser of the opponent of a person.
func magicOpponent(names spec.Names) func(text string) (spec.Player, error) {
	return func(text string) (spec.Player, error) {
		p, err := names.Parse(text, magicDefaults)
		if _, sets := p.Search.Hidden.(mcts.ISMCTS); sets {
			p, err = names.Parse(text, setDefaults)
		}
		return p, err
	}
}

// cards is magic with descriptions of actions for people.
type cards struct{ magic.Game }

// Tell implements hiddenGame. If the game skips a decision because the player has no choice, Tell
// says the same as if the player had chosen no card. Otherwise it would reveal the hand.
func (g cards) Tell(before *magic.State, a magic.Action, after *magic.State) string {
	told := append([]string{g.PlayerName(g.ToMove(before)) + " " + g.deed(before, a)}, g.losses(before, after)...)
	turn := g.Turn(before)
	if verb, _ := words(a); verb == "play" || verb == "pass" {
		turn++ // the cards of this turn are described
	}
	for ; turn < g.Turn(after); turn++ {
		told = append(told, g.active(turn)+" plays no card")
	}
	over := len(g.AppendActions(nil, after)) == 0
	if over && after.Life(0) > 0 && after.Life(1) > 0 {
		told = append(told, g.active(turn)+" has no card to draw")
	}
	return strings.Join(told, ". ") + "."
}

// active returns the name of the player whose turn it is.
func (g cards) active(turn int) string { return g.PlayerName(turn % g.NumPlayers()) }

// losses describes the life and the creatures that both players lose in combat.
func (g cards) losses(before, after *magic.State) (told []string) {
	for player := range g.NumPlayers() {
		name := g.PlayerName(player)
		if n := before.Life(player) - after.Life(player); n > 0 {
			told = append(told, fmt.Sprintf("%s loses %d life", name, n))
		}
		switch n := before.Creatures(player) - after.Creatures(player); {
		case n == 1:
			told = append(told, name+" loses a creature")
		case n > 1:
			told = append(told, fmt.Sprintf("%s loses %d creatures", name, n))
		}
	}
	return told
}

// deed describes what the player to move at s does.
func (g cards) deed(s *magic.State, a magic.Action) string {
	attacker, blockers := g.combat(s)
	switch verb, object := words(a); verb {
	case "attack":
		return "attacks with " + object
	case "hold":
		return "holds " + object + " back"
	case "block":
		return fmt.Sprintf("blocks %s with %s", attacker, blockers+object)
	case "done":
		if blockers == "" {
			return "does not block " + attacker
		}
		return fmt.Sprintf("blocks %s with no more than %s", attacker, blockers)
	case "play":
		return "plays " + object
	}
	return "plays no card"
}

// words returns the verb of an action and the letters after it.
func words(a magic.Action) (verb, object string) {
	verb, object, _ = strings.Cut(a.String(), " ")
	return verb, object
}

var combatText = regexp.MustCompile(`blocks (\w), with (\S+) so far`)

// combat returns the attacker and its blockers so far, while blockers are chosen. It reads the text
// of the position.
func (g cards) combat(s *magic.State) (attacker, blockers string) {
	found := combatText.FindStringSubmatch(g.View(s, g.ToMove(s)))
	if found == nil {
		return "", ""
	}
	return found[1], strings.Trim(found[2], "-")
}
