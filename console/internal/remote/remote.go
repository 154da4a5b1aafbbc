// Package remote is what package console asks of package console/cluster.
package remote

import (
	"context"
	"io"

	urfave "github.com/urfave/cli/v3"

	"github.com/banyan-go/banyan/console/internal/contest"
	"github.com/banyan-go/banyan/console/internal/tuning"
)

// Player plays the games of one command, match or tune, where its flags say.
type Player interface {
	Flags() []urfave.Flag

	// Validate checks the flags. Those with the names refused are for games in this program.
	Validate(cmd *urfave.Command, refused ...string) error

	// Cluster reports whether the workers of a server play.
	Cluster() bool

	Match(ctx context.Context, out, errs io.Writer, o contest.Options) error
	Tune(ctx context.Context, out, errs io.Writer, o tuning.Options) error
}
