package console

import (
	"context"
	"io"

	urfave "github.com/urfave/cli/v3"

	"github.com/banyan-go/banyan/console/internal/contest"
	"github.com/banyan-go/banyan/console/internal/tuning"
)

// In a browser there are no other processes.

type remote struct{}

func (*remote) flags() []urfave.Flag                      { return nil }
func (*remote) validate(*urfave.Command, ...string) error { return nil }

func (*remote) cluster() bool { return false }

// rules returns nothing: there are no files, and no journals either.
func (*choice) rules(Program) (string, error) { return "", nil }

func (*remote) play(ctx context.Context, _ Program, out, errs io.Writer, _ *matchFlags, o contest.Options) error {
	return contest.Run(ctx, out, errs, o)
}

func (*remote) tune(ctx context.Context, _ Program, out, errs io.Writer, f *tuneFlags) error {
	return tuning.Run(ctx, out, errs, f.Options)
}

func (Program) workerCommands(io.Writer) []*urfave.Command { return nil }

func isChild() bool { return false }

func (Program) child(context.Context, io.Writer) int { return 0 }
