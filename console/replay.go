package console

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	urfave "github.com/urfave/cli/v3"

	"github.com/banyan-go/banyan/console/cli"
	"github.com/banyan-go/banyan/console/internal/play"
	"github.com/banyan-go/banyan/console/internal/record"
)

// showRecord steps through a game of the record that -replay names.
func (f *playFlags) showRecord(ctx context.Context, p Program, cmd *urfave.Command, in io.Reader, out io.Writer) error {
	if f.replay == "" {
		return cli.Misuse(errors.New("-number is the number of a game of a record, want -replay FILE too"))
	}
	if cmd.Args().Present() {
		return cli.Misuse(fmt.Errorf("unexpected argument %q", cmd.Args().First()))
	}
	for _, name := range []string{"game", "size", "player", "level", "human", "seed", "sims", "time"} {
		if cmd.IsSet(name) {
			return cli.Misuse(fmt.Errorf("-replay shows a game of a record, which says what was played: leave out -%s", name))
		}
	}
	text, err := os.ReadFile(f.replay)
	if err != nil {
		return cli.Misuse(fmt.Errorf("-replay: %w", err))
	}
	recorded, g, err := f.find(p, string(text), cmd.IsSet("number"))
	if err != nil {
		return fmt.Errorf("-replay %s: %w", f.replay, err)
	}
	c := play.NewConsole(in, out)
	defer c.Close()
	if err := g.replay(ctx, c, recorded); err != nil {
		return fmt.Errorf("-replay %s: %w", f.replay, err)
	}
	return nil
}

// find returns the chosen game of a record, and its rules.
func (f *playFlags) find(p Program, text string, chosen bool) (recorded record.Game, g Game, err error) {
	games, err := record.Read(text)
	if err != nil {
		return recorded, nil, err
	}
	recorded = games[0]
	var numbers []string
	found := !chosen
	for _, other := range games {
		numbers = append(numbers, fmt.Sprint(other.Number))
		if chosen && other.Number == f.number {
			recorded, found = other, true
		}
	}
	if !found {
		return recorded, nil, cli.Misuse(fmt.Errorf("there is no game %d, want one of %s", f.number, shortened(numbers)))
	}
	fail := func(err error) error { return &record.Error{Line: recorded.Line(-1), Err: err} }
	c := choice{name: recorded.Name}
	if recorded.Size != "" {
		if c.size, err = ParseSize(recorded.Size); err != nil {
			return recorded, nil, fail(fmt.Errorf("tag Size: %q, %w", recorded.Size, err))
		}
	}
	if g, err = c.on(p); err != nil {
		return recorded, nil, fail(err)
	}
	return recorded, g, nil
}

// shortened joins words, of which there may be many.
func shortened(words []string) string {
	const most = 10
	if len(words) <= most {
		return strings.Join(words, ", ")
	}
	return strings.Join(words[:most-1], ", ") + ", ..., " + words[len(words)-1]
}

// replay implements Game.
func (g typedGame[S, A]) replay(ctx context.Context, c *play.Console, r record.Game) error {
	return g.board().Replay(ctx, c, r)
}
