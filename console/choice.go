package console

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/banyan-go/banyan/console/internal/play"
	urfave "github.com/urfave/cli/v3"
)

// choice is the game that the flags -game and -size choose.
type choice struct {
	name string
	size Size
}

// flags returns the flags of the choice. A program with a single game has none.
func (c *choice) flags(p Program) []urfave.Flag {
	if len(p.Games) == 1 {
		return nil
	}
	var names []string
	for _, e := range p.Games {
		names = append(names, e.Name)
	}
	return []urfave.Flag{
		&urfave.StringFlag{
			Name: "game", Usage: "the `NAME` of the game: " + strings.Join(names, ", "), Value: p.Games[0].Name, Destination: &c.name,
		},
		parsed("size", "the size of the board as `WxH`, like 6x6 (default: the usual board)", ParseSize, &c.size),
	}
}

// game returns the chosen game. Other arguments are an error.
func (c *choice) game(p Program, cmd *urfave.Command) (Game, error) {
	if cmd.Args().Present() {
		return nil, errUsage{fmt.Errorf("unexpected argument %q", cmd.Args().First())}
	}
	if len(p.Games) == 1 {
		return p.Games[0].On(Size{})
	}
	var names []string
	for _, e := range p.Games {
		if e.Name != c.name {
			names = append(names, e.Name)
			continue
		}
		g, err := e.On(c.size)
		switch {
		case errors.Is(err, ErrOneSize):
			return nil, errUsage{fmt.Errorf("-size: %w", err)}
		case err != nil:
			return nil, errUsage{fmt.Errorf("-size %dx%d: %s", c.size.Width, c.size.Height, play.Plain(err))}
		}
		return g, nil
	}
	return nil, errUsage{fmt.Errorf("-game: there is no game %q; there are: %s", c.name, strings.Join(names, ", "))}
}

// Size is the width and height of a board. The zero Size is the usual board of the game.
type Size struct{ Width, Height int }

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

// value is the value of a flag that a function reads.
type value struct{ set func(text string) error }

// Set implements urfave.Value.
func (v value) Set(text string) error { return v.set(text) }

// Get implements urfave.Value.
func (v value) Get() any { return nil }

// String implements urfave.Value.
func (v value) String() string { return "" }

// parsed returns a flag whose value is read by parse.
func parsed[T any](name, usage string, parse func(string) (T, error), to *T) urfave.Flag {
	return &urfave.GenericFlag{Name: name, Usage: usage, HideDefault: true, Value: value{func(text string) (err error) {
		*to, err = parse(text)
		return err
	}}}
}
