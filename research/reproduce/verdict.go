package main

import (
	"fmt"
	"math"

	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/console/match"
)

// published is the win rate that a paper reports for the first player, as an interval. The zero
// value means that nothing is reported.
type published struct{ low, high float64 }

// rate is a published figure.
func rate(p float64) published { return published{p, p} }

// Claims of papers without a figure.
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
