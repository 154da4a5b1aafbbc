package tuning

import (
	"errors"

	"github.com/banyan-go/banyan/tune"
)

// writePlot is left out where a program is loaded over a network: a library for plots, with its
// fonts, is three quarters of it.
func writePlot(string, Options, tune.Result) error {
	return errors.New("this program cannot draw plots")
}
