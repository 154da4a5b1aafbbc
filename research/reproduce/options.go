package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/banyan-go/banyan/console/cli"
	"github.com/banyan-go/banyan/distributed"
)

// options are the parsed flags and arguments.
type options struct {
	experiments []experiment
	list        bool
	write       string // the folder of the pages
	results     string // the folder with the results that the page is made of
	cost        bool
	quick       bool
	games       int // of each experiment; 0 for the number in the table
	journal     string
	store       string
	workers     int
	address     distributed.Address // of the workers that play; the zero Address is none
	queue       string
}

const about = "Play experiments of papers and compare the results: go run ./research/reproduce [flags] NAME..."

const more = `NAME is the name of an experiment, a pattern like 'time-*', all, or published: all for which a
paper reports a result.
`

// parseOptions parses the arguments. For -help it writes the help to errs and returns flag.ErrHelp.
func parseOptions(args []string, errs io.Writer) (options, error) {
	var o options
	set := flag.NewFlagSet("reproduce", flag.ContinueOnError)
	set.BoolVar(&o.list, "list", false, "list the experiments: game, budget, games, published and stored win rate, minutes on two processors")
	set.BoolVar(&o.cost, "cost", false, "measure what a game costs, for each experiment without a known cost, and store it beside the results")
	set.BoolVar(&o.quick, "quick", false, "play fewer games with shorter budgets: half a second for an experiment, five minutes for all on two processors")
	set.IntVar(&o.games, "games", 0, "the `number` of games of each experiment (default: as listed)")
	set.StringVar(&o.journal, "journal", "", "the `folder` for files of every game, from which experiments go on")
	set.StringVar(&o.store, "store", "", "the `folder` of the CSV files that get the result of each experiment")
	set.StringVar(&o.write, "write", "", "write the pages with figures below this `folder`, the root of the repository, and their plots beside the results")
	set.StringVar(&o.results, "results", "research/reproduce/results", "the `folder` with the stored results and costs, for -list, -write, -cost and -quick")
	set.IntVar(&o.workers, "workers", 0, "the `number` of games at the same time; 0: one for each processor")
	o.addressFlags(set)
	names, err := cli.ParseNames(set, args, errs, about, more)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return o, err
	case err != nil:
		return o, fmt.Errorf("%w (-help lists the flags)", err)
	}
	if err := checkMode(set); err != nil {
		return o, err
	}
	if err := o.checkAddress(set); err != nil {
		return o, err
	}
	return o, o.complete(names)
}

// modes are the flags that do something else than play, each with the other flags that it reads.
var modes = []struct {
	flag  string
	reads []string
}{
	{"list", []string{"results"}},
	{"write", []string{"results"}},
	{"cost", []string{"results", "games"}},
}

// checkMode refuses flags that would have no effect with another one.
func checkMode(set *flag.FlagSet) error {
	var given []string
	set.Visit(func(f *flag.Flag) { given = append(given, f.Name) })
	for _, m := range modes {
		if !slices.Contains(given, m.flag) {
			continue
		}
		for _, name := range given {
			if name != m.flag && !slices.Contains(m.reads, name) {
				return fmt.Errorf("-%s and -%s exclude each other", m.flag, name)
			}
		}
		return nil
	}
	if slices.Contains(given, "results") && !slices.Contains(given, "quick") {
		return errors.New("-results is for -list, -write, -cost and -quick; the results of experiments go to -store")
	}
	return nil
}

// addressFlags defines the flags that say where the workers are. The token of the server is in the
// environment.
func (o *options) addressFlags(set *flag.FlagSet) {
	o.address.Token = os.Getenv(distributed.TokenVariable)
	set.StringVar(&o.address.URL, "nats", "", "the `URL` of a NATS server whose workers (banyan worker -nats URL) play, but for experiments with CPU time")
	set.StringVar(&o.queue, "queue", distributed.DefaultQueue, "the `name` of the queue of the workers, for -nats")
	set.StringVar(&o.address.Credentials, "nats-creds", "", "a `file` of credentials for the NATS server")
	set.StringVar(&o.address.CA, "nats-ca", "", "the `file` of certificates that sign that of the NATS server")
	set.StringVar(&o.address.Certificate, "nats-cert", "", "the `file` of the own certificate for the NATS server")
	set.StringVar(&o.address.Key, "nats-key", "", "the `file` of the key of -nats-cert")
}

// checkAddress refuses flags that would have no effect, and addresses that are not safe.
func (o *options) checkAddress(set *flag.FlagSet) (err error) {
	set.Visit(func(f *flag.Flag) {
		switch f.Name {
		case "queue", "nats-creds", "nats-ca", "nats-cert", "nats-key":
			if o.address.URL == "" {
				err = cmp.Or(err, fmt.Errorf("-%s is for -nats", f.Name))
			}
		case "workers":
			if o.address.URL != "" {
				err = cmp.Or(err, errors.New("-workers is for games in this program, and with -nats others play, want one of them"))
			}
		}
	})
	if err != nil || o.address.URL == "" {
		return err
	}
	if err := o.address.Validate(); err != nil {
		return fmt.Errorf("-nats: %w", err)
	}
	return nil
}

// complete checks the flags and finds the experiments.
func (o *options) complete(names []string) (err error) {
	switch {
	case o.games < 0 || o.games%2 != 0:
		return fmt.Errorf("-games is %d, want an even number: seats are swapped", o.games)
	case o.workers < 0:
		return fmt.Errorf("-workers is %d, want 0 or more", o.workers)
	case (o.list || o.write != "") && len(names) > 0:
		return fmt.Errorf("unexpected argument %q: -list and -write take no names", names[0])
	case o.list, o.write != "":
		return o.checkResults()
	case len(names) == 0:
		return errors.New("there is no experiment to play: give names, or all (-list names them)")
	}
	if o.experiments, err = choose(names); err != nil {
		return err
	}
	if o.quick {
		if err := o.checkResults(); err != nil {
			return err
		}
	}
	folders := []string{o.journal, o.store}
	if o.cost {
		folders = append(folders, o.results)
	}
	for _, folder := range folders {
		if folder == "" {
			continue
		}
		if err := os.MkdirAll(folder, 0o750); err != nil {
			return err
		}
	}
	return nil
}

// checkResults reports that the folder of the results is not there.
func (o *options) checkResults() error {
	info, err := os.Stat(o.results)
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%s is a file", o.results)
	}
	if err != nil {
		return fmt.Errorf("-results: %w; want the folder with the stored results, such as research/reproduce/results in the root of the repository", err)
	}
	return nil
}

// choose returns the experiments that match a name or pattern, each once and in the order of the
// page.
func choose(names []string) ([]experiment, error) {
	wanted := map[string]bool{}
	for _, name := range names {
		found, err := matching(name)
		if err != nil {
			return nil, err
		}
		for _, e := range found {
			wanted[e.name] = true
		}
	}
	return slices.DeleteFunc(append(all(), cells()...), func(e experiment) bool { return !wanted[e.name] }), nil
}

// matching returns the experiments that match a name or pattern. It is an error if there are none.
// Only a pattern that begins with the key of a grid means its cells.
func matching(name string) (found []experiment, err error) {
	list := all()
	switch name {
	case "all":
		return list, nil
	case "published":
		return slices.DeleteFunc(list, func(e experiment) bool { return e.published == (published{}) }), nil
	}
	for _, g := range grids {
		if strings.HasPrefix(name, g.key) {
			list = append(list, g.experiments()...)
		}
	}
	for _, e := range list {
		ok, err := path.Match(name, e.name)
		if err != nil {
			return nil, fmt.Errorf("%q is not a pattern: %w", name, err)
		}
		if ok {
			found = append(found, e)
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("there is no experiment %q; the nearest are %s (-list names all)", name, strings.Join(nearest(name, 3), ", "))
	}
	return found, nil
}

// nearest returns the names of the n experiments that are most similar to name.
func nearest(name string, n int) []string {
	var names []string
	for _, e := range all() {
		names = append(names, e.name)
	}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(edits(name, a), edits(name, b)) })
	return names[:min(n, len(names))]
}

// edits returns the edit distance of a and b: the number of insertions, deletions and replacements
// of letters (V. I. Levenshtein, Binary codes capable of correcting deletions, insertions, and
// reversals, 1966).
func edits(a, b string) int {
	row := make([]int, len(b)+1) // row[j] is the distance from the letters of a so far to b[:j]
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
