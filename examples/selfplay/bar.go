package main

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/banyan-go/banyan/console/cli"
)

// bar shows the progress of a run: a bar on a terminal, and a line for every generation elsewhere.
type bar struct {
	bar  *progressbar.ProgressBar // nil without a terminal
	errs io.Writer
}

func newBar(budget time.Duration, u used, errs io.Writer) *bar {
	b := &bar{errs: errs}
	if cli.IsTerminal(errs) {
		b.bar = progressbar.NewOptions64(int64(budget/time.Second), progressbar.OptionSetWriter(errs),
			progressbar.OptionSetPredictTime(true), progressbar.OptionClearOnFinish(), progressbar.OptionFullWidth())
		_ = b.bar.Set64(int64(u.CPU / time.Second))
	}
	return b
}

// show counts a generation.
func (b *bar) show(r *run, l losses) {
	text := fmt.Sprintf("generation %d, loss %.3f + %.3f", r.Generation, l.policy, l.value)
	if b.bar == nil {
		fmt.Fprintf(b.errs, "%s, %v\n", text, r.Used)
		return
	}
	b.bar.Describe(text)
	_ = b.bar.Set64(int64(r.Used.CPU / time.Second)) // a bar that cannot be drawn does not stop the run
}

// close removes the bar.
func (b *bar) close() {
	if b.bar != nil {
		_ = b.bar.Exit()
		_ = b.bar.Clear()
	}
}
