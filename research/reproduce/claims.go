package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/banyan-go/banyan/arena/stats"
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
				add(string(t), strings.TrimSuffix(g.claim, ".")+" ("+cited(g.paper)+")", count)
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

// championOf returns the label of the best row of a group with a claim on that, and the verdict on
// the claim.
func (p page) championOf(key string) (label string, v verdict, err error) {
	g, err := find(key)
	if err != nil {
		return "", "", err
	}
	if len(g.best) == 0 {
		return "", "", fmt.Errorf("group %q makes no claim on its best row", key)
	}
	best, v, ok := p.champion(g)
	if !ok {
		return "-", unpublished, nil
	}
	label, _, _ = strings.Cut(best.label, " | ")
	return label, v, nil
}

// championLabel is the first result of championOf, for the template.
func (p page) championLabel(key string) (string, error) {
	label, _, err := p.championOf(key)
	return label, err
}

// championVerdict is the second result of championOf, for the template.
func (p page) championVerdict(key string) (verdict, error) {
	_, v, err := p.championOf(key)
	return v, err
}
