package console

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v3"

	"github.com/banyan-go/banyan/console/internal/flags"
	"github.com/banyan-go/banyan/mcts"
)

// budget is the budget of a move that the flags -sims and -time give.
type budget struct{ mcts.Budget }

// usualBudget is that of a move if the flags give none.
var usualBudget = mcts.Budget{Time: time.Second}

func (b *budget) flags() []urfave.Flag {
	return []urfave.Flag{
		flags.Parsed("sims", "the `NUMBER` of simulations per move, of all trees together; 0: no limit", parseSimulations, &b.Simulations),
		flags.Parsed("time", "the `TIME` per move, like 500ms or 3s; 0: no limit (default: 1s without -sims)", flags.Time, &b.Time),
	}
}

// flagError returns the error of a flag whose value is a player, which the error names.
func flagError(flag string, err error) error {
	text, ok := strings.CutPrefix(strings.TrimPrefix(err.Error(), "spec: "), "player")
	if !ok {
		return fmt.Errorf("-%s: %w", flag, err)
	}
	return errors.New("-" + flag + text)
}

func parseSimulations(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0, errors.New("want a whole number, 0 or more")
	}
	return n, nil
}
