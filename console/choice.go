package console

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/banyan-go/banyan/console/cli"
	"github.com/banyan-go/banyan/console/internal/flags"
	"github.com/banyan-go/banyan/console/internal/play"
	urfave "github.com/urfave/cli/v3"
)

// choice is the game that the flags -game and -size choose.
type choice struct {
	name string
	size Size
}

// single reports whether the program has a single game, so that there is no choice.
func (p Program) single() bool { return len(p.Games) == 1 && len(p.Files) == 0 }

// flags returns the flags of the choice.
func (c *choice) flags(p Program) []urfave.Flag {
	if p.single() {
		return nil
	}
	return []urfave.Flag{
		&urfave.StringFlag{
			Name: "game", Usage: "the `NAME` of the game: " + p.names(), Value: p.Games[0].Name, Destination: &c.name,
		},
		flags.Parsed("size", "the size of the board as `WxH`, like 6x6 (default: the usual board)", ParseSize, &c.size),
	}
}

// names lists the names of the games.
func (p Program) names() string {
	var names []string
	for _, e := range p.Games {
		names = append(names, e.Name)
	}
	for _, kind := range slices.Sorted(maps.Keys(p.Files)) {
		names = append(names, kind+":FILE")
	}
	return strings.Join(names, ", ")
}

// game returns the chosen game. Other arguments are an error.
func (c *choice) game(ctx context.Context, p Program, cmd *urfave.Command) (Game, error) {
	if cmd.Args().Present() {
		return nil, cli.Misuse(fmt.Errorf("unexpected argument %q", cmd.Args().First()))
	}
	if p.single() {
		c.name = p.Games[0].Name
	}
	g, err := p.Open(ctx, c.name, c.size)
	if err != nil {
		return nil, cli.Misuse(err)
	}
	return g, nil
}

// identified returns the name of a game and what tells its rules from others: the sum of the file
// that they are read from, if there is one.
func identified(game, sum string) string {
	if sum == "" {
		return game
	}
	return game + ", rules " + sum
}

// board returns the size as a text, or nothing for the usual board.
func (c *choice) board() string {
	if c.size == (Size{}) {
		return ""
	}
	return c.size.String()
}

// Open returns the game with that name, of Games or Files, on a board of that size. An error is for
// a person who has given them as -game and -size.
func (p Program) Open(ctx context.Context, name string, size Size) (g Game, err error) {
	kind, path, isFile := strings.Cut(name, ":")
	switch read := p.Files[kind]; {
	case read == nil || !isFile:
		g, err = (&choice{name, size}).on(p)
	case size != (Size{}):
		err = fmt.Errorf("%s %w", name, ErrOneSize)
	default:
		if g, err = read(ctx, path); err != nil {
			return nil, fmt.Errorf("-game: %w", err)
		}
	}
	switch {
	case errors.Is(err, ErrOneSize):
		return nil, fmt.Errorf("-size: %w", err)
	case errors.Is(err, errNoGame):
		return nil, fmt.Errorf("-game: %w", err)
	case err != nil:
		return nil, fmt.Errorf("-size %v: %w", size, err)
	}
	return g, nil
}

// errNoGame reports the name of a game that a program does not have.
var errNoGame = errors.New("there is no game")

// on returns the game with the chosen name and size. An error of the size is in the words of the
// game.
func (c *choice) on(p Program) (Game, error) {
	for _, e := range p.Games {
		if e.Name != c.name {
			continue
		}
		g, err := e.On(c.size)
		if err != nil && !errors.Is(err, ErrOneSize) {
			return nil, errors.New(play.Plain(err))
		}
		return g, err
	}
	return nil, fmt.Errorf("%w %q; there are: %s", errNoGame, c.name, p.names())
}

// Size is the width and height of a board. The zero Size is the usual board of the game.
type Size struct{ Width, Height int }

// String returns the size as ParseSize reads it.
func (s Size) String() string { return fmt.Sprintf("%dx%d", s.Width, s.Height) }

// ParseSize parses a size like 6x6.
func ParseSize(text string) (Size, error) {
	w, h, _ := strings.Cut(strings.ToLower(text), "x")
	width, errW := strconv.Atoi(w)
	height, errH := strconv.Atoi(h)
	if errW != nil || errH != nil || width < 1 || height < 1 {
		return Size{}, errors.New("want width x height, like 6x6")
	}
	return Size{width, height}, nil
}
