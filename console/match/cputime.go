package match

import (
	"errors"
	"fmt"
	"time"

	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/internal/cpu"
)

// CPUTime makes players measure all times by the CPU time of the process, and returns the clock of
// their match. It adds to their names, so that no journal goes on with time on the wall.
func CPUTime(players []spec.Player, names []string, workers int) (now func() time.Time, err error) {
	if !cpu.Exact {
		return nil, errors.New("-cpu needs a system that tells the CPU time of a program")
	}
	if workers != 1 {
		return nil, fmt.Errorf("-workers is %d, want 1 with -cpu: games share the CPU time of the program", workers)
	}
	for i := range players {
		if players[i].Search.Parallel != nil {
			return nil, fmt.Errorf("player %q is parallel, want -cpu without parallel=: its workers share the CPU time of the program", players[i])
		}
		players[i].Search.Clock = cpu.Now
		names[i] += ", CPU time"
	}
	return cpu.Now, nil
}
