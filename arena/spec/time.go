package spec

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/banyan-go/banyan/timing"
)

// thinking reads the time for an action: a duration, or the parts of a timing.Planner. The plans of
// the manager have no table of expected moves yet.
func (r *reader) thinking() (time.Duration, *timing.Planner) {
	value, ok := r.text("time")
	if !ok {
		return 0, nil
	}
	if _, err := time.ParseDuration(value); err == nil {
		return r.parseDuration("time", value), nil
	}
	t := timeReader{reader: r}
	for part := range strings.SplitSeq(value, "+") {
		t.part(strings.TrimSpace(part), value)
	}
	if needsHorizon(t.manager.Plan) && r.word("moves", "table", "playout") == "playout" {
		t.manager.Plan = withHorizon(t.manager.Plan, timing.HalfPlayout{})
	}
	return 0, &t.manager
}

// duration reads a time, or returns 0 if the key is not set.
func (r *reader) duration(key string) time.Duration {
	value, ok := r.text(key)
	if !ok {
		return 0
	}
	return r.parseDuration(key, value)
}

func (r *reader) parseDuration(key, value string) time.Duration {
	d, err := time.ParseDuration(value)
	if err != nil || d <= 0 {
		r.fail(key, value, "a time like 100ms or 2s")
		return 0
	}
	return d
}

// timeReader reads the parts of a timing.Planner.
type timeReader struct {
	*reader
	manager timing.Planner
	name    string   // the current part
	plain   []string // keys that a part has read without a prefix
}

// timeParts lists the plans and rules for error messages.
const timeParts = "a time like 100ms, or of fixed, basic, enhanced, yamashita, expected, opening, middle, and stop, stopa, " +
	"stopb, confident, unstable, behind, close, joined by +"

func (t *timeReader) part(name, value string) {
	t.name = name
	plan := t.plan(name)
	switch {
	case plan != nil && t.manager.Plan != nil:
		t.fail("time", value, "one plan only")
	case plan != nil:
		t.manager.Plan = plan
	default:
		if rule := t.rule(name); rule != nil {
			t.manager.Rules = append(t.manager.Rules, rule)
		} else {
			t.fail("time", value, timeParts)
		}
	}
}

func (t *timeReader) plan(name string) timing.Plan {
	switch name {
	case "fixed":
		return timing.Fixed{Each: time.Duration(t.number("each"))}
	case "basic":
		return timing.Basic{C: t.number("share")}
	case "enhanced":
		return timing.Enhanced{C: t.number("share"), MaxPly: t.number("maxply")}
	case "yamashita":
		return timing.Yamashita{}
	case "expected":
		return timing.Expected{}
	case "opening":
		return timing.Opening{F: t.number("f")}
	case "middle":
		return timing.Middle{A: t.number("height"), B: t.number("ply"), C: t.number("width")}
	}
	return nil
}

func (t *timeReader) rule(name string) timing.Rule {
	switch name {
	case "stop":
		return timing.EarlyStop{F: t.number("f"), P: t.number("p")}
	case "stopa":
		return timing.StopA()
	case "stopb":
		return timing.StopB(t.number("f"))
	case "confident":
		return timing.Confident{Delta: t.number("delta")}
	case "unstable":
		return timing.Unstable{F: t.number("f"), Loops: int(t.number("loops"))}
	case "behind":
		return timing.Behind{F: t.number("f"), V: t.number("v"), Loops: int(t.number("loops"))}
	case "close":
		return timing.Close{F: t.number("f"), D: t.number("d"), Loops: int(t.number("loops"))}
	}
	return nil
}

// number reads a parameter of the current part: NAME.key, or key if no other part reads it.
func (t *timeReader) number(key string) float64 {
	full := t.name + "." + key
	if _, ok := t.own[full]; ok {
		return t.positive(full)
	}
	if slices.Contains(t.plain, key) && t.own[key] != "" && t.err == nil {
		t.err = fmt.Errorf("%s is a parameter of several parts: write %s and so on", key, full)
	}
	t.plain = append(t.plain, key)
	t.asked = append(t.asked, full)
	return t.positive(key)
}

// NeedsHorizon reports whether p divides its clock by the expected number of moves and has no
// horizon that tells it.
func (p Player) NeedsHorizon() bool { return p.Timing != nil && needsHorizon(p.Timing.Plan) }

func needsHorizon(plan timing.Plan) bool {
	switch p := plan.(type) {
	case nil:
		return true
	case timing.Expected:
		return p.Moves == nil
	case timing.Opening:
		return needsHorizon(p.Plan)
	case timing.Middle:
		return needsHorizon(p.Plan)
	}
	return false
}

// WithHorizon returns p with h as the horizon of the plans that use one and have none.
func (p Player) WithHorizon(h timing.Horizon) Player {
	if p.Timing != nil {
		m := *p.Timing
		m.Plan = withHorizon(m.Plan, h)
		p.Timing = &m
	}
	return p
}

func withHorizon(plan timing.Plan, h timing.Horizon) timing.Plan {
	switch p := plan.(type) {
	case nil:
		return timing.Expected{Moves: h}
	case timing.Expected:
		if p.Moves == nil {
			p.Moves = h
		}
		return p
	case timing.Opening:
		p.Plan = withHorizon(p.Plan, h)
		return p
	case timing.Middle:
		p.Plan = withHorizon(p.Plan, h)
		return p
	}
	return plan
}
