package console

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"strings"

	urfave "github.com/urfave/cli/v3"

	"github.com/banyan-go/banyan/console/cli"
	"github.com/banyan-go/banyan/console/internal/contest"
	"github.com/banyan-go/banyan/console/internal/flags"
	"github.com/banyan-go/banyan/console/internal/remote"
	"github.com/banyan-go/banyan/console/internal/tuning"
)

// Cluster plays the games of match and tune in other processes, and adds the command worker. The
// value Commands of package console/cluster is one. Without it, this process plays all games.
type Cluster struct {
	// Player returns what plays the games of one command. Own says that the process does nothing
	// but run the program, so that it can be started again.
	Player func(p Program, own bool) remote.Player

	// Worker returns the command worker.
	Worker func(p Program, errs io.Writer) *urfave.Command

	// IsChild reports whether this process is a worker that a match has started, which Child runs.
	IsChild func() bool
	Child   func(ctx context.Context, p Program, errs io.Writer) (status int)
}

// errNoCluster explains why a program has no worker and no -nats.
var errNoCluster = errors.New("this program has no workers in other processes: its author can import " +
	"github.com/banyan-go/banyan/console/cluster and write console.Main(game, cluster.Commands)")

// player returns what plays the games of one command.
func (p Program) player() remote.Player {
	if p.Cluster.Player == nil {
		return here{}
	}
	return p.Cluster.Player(p, p.ownProcess)
}

// workerCommand returns the command worker.
func (p Program) workerCommand(errs io.Writer) *urfave.Command {
	if p.Cluster.Worker == nil {
		return &urfave.Command{Name: "worker", Hidden: true, SkipFlagParsing: true, Action: func(context.Context, *urfave.Command) error {
			return cli.Misuse(errNoCluster)
		}}
	}
	return p.Cluster.Worker(p, errs)
}

// here plays all games in this process.
type here struct{}

func (here) Flags() (list []urfave.Flag) {
	for _, name := range []string{"nats", "queue", "metrics"} {
		list = append(list, flags.Missing(name, errNoCluster))
	}
	return list
}

func (here) Validate(*urfave.Command, ...string) error { return nil }
func (here) Cluster() bool                             { return false }

func (here) Match(ctx context.Context, out, errs io.Writer, o contest.Options) error {
	return contest.Run(ctx, out, errs, o)
}

func (here) Tune(ctx context.Context, out, errs io.Writer, o tuning.Options) error {
	return tuning.Run(ctx, out, errs, o)
}

// FileSum returns the SHA-256, in hexadecimal digits, of the file that the named game is read from;
// for one of the Games, it returns nothing.
func (p Program) FileSum(game string) (string, error) {
	kind, path, isFile := strings.Cut(game, ":")
	if p.Files[kind] == nil || !isFile {
		return "", nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}
