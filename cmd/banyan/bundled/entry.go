package bundled

import (
	"context"
	"fmt"
	"strings"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/console"
	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/pig"
	"github.com/banyan-go/banyan/rng"
)

// Rules is a game with a start position.
type Rules[S any, A comparable] interface {
	game.Game[S, A]
	game.Starter[S]
}

// Players are the players of a game. A game with its own players, for example rule-based players,
// wraps the players of package spec.
type Players[S any, A comparable] = console.PlayerSyntax[S, A]

// StandardPlayers returns the players of package spec for the named game.
func StandardPlayers[S any, A comparable](game string) Players[S, A] {
	return Players[S, A]{Parse: spec.Names{Strong: strong[game]}.Parse, Entrant: spec.Entrant[S, A]}
}

// Entry is a game in a list. T is what a program makes of a game on a board, whatever the types of
// states and actions are.
type Entry[T any] struct {
	Name  string
	Parse func(text, defaults string) (spec.Player, error)
	On    func(console.Size) (T, error)
}

// NewEntry returns the entry of a game. The function convert makes a T of the game on a board of
// the size that Entry.On is called with.
func NewEntry[G Rules[S, A], S any, A comparable, T any](
	b Board[G], p Players[S, A], convert func(g G, b Board[G], s console.Size, p Players[S, A]) (T, error),
) Entry[T] {
	return Entry[T]{b.Name, p.Parse, func(s console.Size) (t T, err error) {
		g, err := b.On(s)
		if err != nil {
			return t, err
		}
		return convert(g, b, s, p)
	}}
}

// Entries is a list of games.
type Entries[T any] []Entry[T]

// Find returns the entry of the named game.
func (e Entries[T]) Find(name string) (Entry[T], error) {
	for _, entry := range e {
		if entry.Name == name {
			return entry, nil
		}
	}
	return Entry[T]{}, fmt.Errorf("there is no game %q; there are: %s", name, strings.Join(e.Names(), ", "))
}

// Names returns the names of the games.
func (e Entries[T]) Names() []string {
	var names []string
	for _, entry := range e {
		names = append(names, entry.Name)
	}
	return names
}

// hold20 is a player that holds as soon as the total of its turn is 20.
const hold20 spec.Kind = "hold20"

// pigUsage explains the player that only Pig has.
const pigUsage = `Players of pig can also be of the kind hold20, which holds when the total of the turn is 20 or more.
`

// pigNames are the words in player specs that only Pig has.
var pigNames = spec.Names{Kinds: []spec.Kind{hold20}, Strong: strong[Pig.Name]}

// pigPlayers are the standard players, and hold20. The opponent of a person evaluates positions.
var pigPlayers = Players[pig.State, pig.Action]{
	Parse:    pigNames.Parse,
	Opponent: func(text string) (spec.Player, error) { return pigNames.Parse(text, pigNames.Strong) },
	Entrant: func(name string, g game.Game[pig.State, pig.Action], p spec.Player) (arena.Entrant[pig.State, pig.Action], error) {
		if p.Kind == hold20 {
			return arena.Func(name, holdAt20), nil
		}
		return spec.Entrant(name, g, p)
	},
}

func holdAt20(_ context.Context, s *pig.State, _ int, _ *rng.Rand) (pig.Action, error) {
	if s.Total() >= 20 {
		return pig.Hold, nil
	}
	return pig.Roll, nil
}
