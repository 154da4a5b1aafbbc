package main

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/console/match"
)

// champion compares the best row of a group with a claim on which rows are best. The verdict is
//
//	agrees          the best row is one of them, and better than each of the others
//	same direction  the best row is one of them, and the games do not show that it is better
//	inconclusive    the best row is none of them, and the games do not show that it is better
//	contradicts     the best row is none of them, and better than each of them
//
// where one row is better than another if the 95 % interval of the difference of their win rates
// lies above 0. It returns false for another group, or one without all results.
func (p page) champion(g group) (best experiment, v verdict, ok bool) {
	if len(g.best) == 0 {
		return best, v, false
	}
	list := g.experiments()
	for _, e := range list {
		s, found := p.results[e.name]
		if !found {
			return best, v, false
		}
		if best.name == "" || s.WinRate > p.results[best.name].WinRate {
			best = e
		}
	}
	expected := slices.Contains(g.best, best.name)
	sure := true
	for _, e := range list {
		if slices.Contains(g.best, e.name) != expected {
			sure = sure && clearlyBetter(p.results[best.name].Tally, p.results[e.name].Tally)
		}
	}
	switch {
	case expected && sure:
		v = agrees
	case expected:
		v = sameDirection
	case sure:
		v = contradicts
	default:
		v = inconclusive
	}
	return best, v, true
}

// clearlyBetter reports whether the 95 % interval of the difference of two win rates lies above 0.
func clearlyBetter(a, b stats.Tally) bool {
	gap, half := difference(a, b)
	return gap > half
}

// verdictsOf counts the verdicts of a group.
func (p page) verdictsOf(g group) map[verdict]int {
	count := map[verdict]int{}
	for _, e := range g.experiments() {
		if s, ok := p.results[e.name]; ok && e.published != (published{}) {
			count[judge(e.published, s.Tally)]++
		}
	}
	if m := p.mean(g); m.games > 0 {
		count[m.verdict()]++
	}
	if _, v, ok := p.champion(g); ok {
		count[v]++
	}
	return count
}

// verdicts returns a table with the number of results by claim and verdict.
func (p page) verdicts() string {
	columns := []string{"topic", "claim"}
	for _, v := range verdicts {
		columns = append(columns, string(v))
	}
	lines, total := heading(columns), map[verdict]int{}
	add := func(topic, claim string, count map[verdict]int) {
		cells := []string{topic, claim}
		for _, v := range verdicts {
			cells = append(cells, fmt.Sprint(count[v]))
		}
		lines = append(lines, row(cells...))
	}
	for _, t := range topics {
		for _, g := range groups {
			if count := p.verdictsOf(g); g.topic == t && len(count) > 0 {
				add(string(t), strings.TrimSuffix(g.claim, ".")+" ("+cited(g.paper.text)+")", count)
				for v, n := range count {
					total[v] += n
				}
			}
		}
	}
	add("**all**", "", total)
	return strings.Join(lines, "\n")
}

var (
	authors = regexp.MustCompile(`^(.*?), "`)
	year    = regexp.MustCompile(`\d{4}$`)
)

// cited returns the authors and the year of a paper.
func cited(paper string) string {
	names := authors.FindStringSubmatch(paper)
	if names == nil {
		return paper
	}
	return strings.TrimSpace(names[1] + " " + year.FindString(paper))
}

// champion is the best row of a group, for the template.
type champion struct {
	Label   string
	Verdict verdict // on the claim
}

// championOf returns the best row of a group with a claim on that.
func (p page) championOf(key string) (champion, error) {
	g, err := find(key)
	if err != nil {
		return champion{}, err
	}
	if len(g.best) == 0 {
		return champion{}, fmt.Errorf("group %q makes no claim on its best row", key)
	}
	best, v, ok := p.champion(g)
	if !ok {
		return champion{"-", unpublished}, nil
	}
	label, _, _ := strings.Cut(best.label, " | ")
	return champion{label, v}, nil
}

// published is the win rate that a paper reports for the first player, as an interval. The zero
// value means that nothing is reported.
type published struct{ low, high float64 }

// rate is a published number.
func rate(p float64) published { return published{p, p} }

// Claims of papers without a number.
var (
	better = published{0.5, 1}
	level  = published{0.5, 0.5}
	worse  = published{0, 0.5}
)

func (p published) String() string {
	switch {
	case p == published{}:
		return "-"
	case p == better:
		return "better"
	case p == level:
		return "level"
	case p == worse:
		return "worse"
	case p.low == p.high:
		return fmt.Sprintf("%.3f", p.low)
	}
	return fmt.Sprintf("%.3f to %.3f", p.low, p.high)
}

// side returns 1 if the published rate is above 1/2, -1 if it is below, and 0 if it is level.
func (p published) side() int {
	const margin = 0.02 + 1e-9 // the sum is for 0.48 and 0.52, whose distances from 1/2 are rounded
	switch middle := (p.low+p.high)/2 - 0.5; {
	case math.Abs(middle) <= margin:
		return 0
	case middle > 0:
		return 1
	}
	return -1
}

// verdict compares a result with a published one. The package comment defines the verdicts.
type verdict string

const (
	agrees        verdict = "agrees"
	sameDirection verdict = "same direction"
	smaller       verdict = "smaller"
	inconclusive  verdict = "inconclusive"
	contradicts   verdict = "contradicts"
	unpublished   verdict = "-"
)

var verdicts = []verdict{agrees, sameDirection, inconclusive, smaller, contradicts}

// judge compares a result with the published rate.
func judge(p published, t stats.Tally) verdict {
	low, high := t.Interval(match.Level)
	return compare(p, low, high)
}

// levelWidth is the greatest width of an interval that shows that players are level.
const levelWidth = 0.1

// compare compares an interval with the published rate.
func compare(p published, low, high float64) verdict {
	if p == (published{}) {
		return unpublished
	}
	holds := low <= p.high && p.low <= high
	measured := 0
	switch {
	case low > 0.5:
		measured = 1
	case high < 0.5:
		measured = -1
	}
	switch side := p.side(); {
	case side == 0 && !holds:
		return contradicts
	case side == 0 && high-low > levelWidth:
		return inconclusive
	case side == 0, holds && measured == side:
		return agrees
	case measured == side:
		return sameDirection
	case measured == 0 && holds:
		return inconclusive
	case measured == 0:
		return smaller
	}
	return contradicts
}
