package timing

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Parse reads a clock in the text form that [Clock.String] writes. Its parts are joined by plus
// signs:
//
//	40s              sudden death
//	5m+3s            with an increment
//	40/5m            40 moves in 5 minutes, repeatedly
//	3m+12of40/5m     the same, with 3 minutes left for 12 moves
//	10m+byo=3x10s    followed by three periods of 10 seconds; byo=3x10s alone: from the start
//	10m+byo=25/5m    followed by 25 moves in 5 minutes, repeatedly; byo=2x25/5m: two such periods
//	                 (+made=7/80s: 7 moves of the current period are made, in 80 seconds)
//	1s/move          a fixed time per move, like byo=1x1s
//	40s+lag=50ms     withholds a margin at every move
//	1290000ticks     counts simulations; ticks are allowed in all other forms too
//
// Amounts have the form of [time.ParseDuration] or are whole numbers of ticks. All must be of the
// same kind and at most [MaxAmount].
func Parse(text string) (Clock, error) {
	var p parser
	for i, part := range strings.Split(strings.TrimSpace(text), "+") {
		if err := p.part(i, part); err != nil {
			return Clock{}, fmt.Errorf("timing: Parse(%q): %w", text, err)
		}
	}
	if err := p.clock.Validate(); err != nil {
		return Clock{}, fmt.Errorf("timing: Parse(%q): %w", text, err)
	}
	return p.clock, nil
}

// parser reads the parts of a clock one by one.
type parser struct {
	clock Clock
	timed bool     // an amount has been read, so clock.Ticks is set
	seen  []string // kinds of the parts read so far
}

// The kinds of parts. Each occurs at most once.
const (
	kindMain      = "main time"
	kindIncrement = "increment"
	kindSession   = "moves to go"
	kindOvertime  = "overtime"
	kindMade      = "made"
	kindLag       = "lag"
)

// part reads part number i.
func (p *parser) part(i int, part string) error {
	key, value, keyed := strings.Cut(part, "=")
	moves, session, ratio := strings.Cut(part, "/")
	switch {
	case keyed && key == "byo":
		return cmp.Or(p.once(kindOvertime), p.overtime(value))
	case keyed && key == "made":
		return cmp.Or(p.once(kindMade), p.ratio(value, &p.clock.PeriodMade, &p.clock.PeriodUsed))
	case keyed && key == "lag":
		return cmp.Or(p.once(kindLag), p.amount(value, &p.clock.Margin))
	case keyed:
		return fmt.Errorf("there is no %q, want byo, made or lag", key)
	case ratio && session == "move":
		p.clock.Periods = 1
		return cmp.Or(p.once(kindOvertime), p.amount(moves, &p.clock.Period))
	case ratio:
		return cmp.Or(p.once(kindSession), p.session(i, part))
	case i == 0:
		return cmp.Or(p.once(kindMain), p.amount(part, &p.clock.Main))
	}
	return cmp.Or(p.once(kindIncrement), p.amount(part, &p.clock.Increment))
}

// once returns an error if a part of this kind has been read before.
func (p *parser) once(kind string) error {
	if slices.Contains(p.seen, kind) {
		return fmt.Errorf("%s occurs twice", kind)
	}
	p.seen = append(p.seen, kind)
	return nil
}

// session reads 40/5m or 12of40/5m. The first part of a clock also sets the main time.
func (p *parser) session(i int, text string) error {
	c := &p.clock
	toGo, rest, of := strings.Cut(text, "of")
	if !of {
		rest = text
	}
	if err := p.ratio(rest, &c.Every, &c.Stage); err != nil {
		return err
	}
	c.ToGo = c.Every
	if i == 0 {
		c.Main = c.Stage
	}
	if of {
		return p.count(toGo, &c.ToGo)
	}
	return nil
}

// overtime reads 3x10s, 25/5m or 2x25/5m.
func (p *parser) overtime(text string) error {
	c := &p.clock
	c.Periods = 1
	periods, rest, times := strings.Cut(text, "x")
	if times {
		text = rest
		if err := p.count(periods, &c.Periods); err != nil {
			return err
		}
	}
	switch {
	case strings.Contains(text, "/"):
		return p.ratio(text, &c.PeriodMoves, &c.Period)
	case !times:
		return fmt.Errorf("%q is no overtime, want periods like 3x10s, or moves like 25/5m", text)
	}
	return p.amount(text, &c.Period)
}

// ratio reads moves/time.
func (p *parser) ratio(text string, moves *int, d *time.Duration) error {
	left, right, ok := strings.Cut(text, "/")
	if !ok {
		return fmt.Errorf("%q, want moves and time like 40/5m", text)
	}
	return cmp.Or(p.count(left, moves), p.amount(right, d))
}

// count reads a number of moves or periods.
func (p *parser) count(text string, n *int) error {
	x, err := strconv.ParseUint(text, 10, 31)
	if err != nil || x == 0 {
		return fmt.Errorf("%q, want a whole number above 0", text)
	}
	*n = int(x)
	return nil
}

// amount reads a time.
func (p *parser) amount(text string, d *time.Duration) error {
	number, ticks := strings.CutSuffix(text, "ticks")
	if !ticks {
		number, ticks = strings.CutSuffix(text, "tick")
	}
	var err error
	if ticks {
		var n uint64
		n, err = strconv.ParseUint(number, 10, 63)
		*d = time.Duration(n) * Tick
	} else {
		*d, err = time.ParseDuration(text)
	}
	if err != nil || *d < 0 {
		return fmt.Errorf("%q is no time, want one like 40s, 1m30s or 1000ticks", text)
	}
	if p.timed && ticks != p.clock.Ticks {
		return errors.New("wall time is mixed with ticks, want one of them")
	}
	p.timed, p.clock.Ticks = true, ticks
	return nil
}

// String returns c as text. [Parse] reads it back unchanged if c is valid.
func (c Clock) String() string {
	overtime := c.overtimeText()
	var parts []string
	add := func(format string, a ...any) { parts = append(parts, fmt.Sprintf(format, a...)) }
	switch {
	case c.ToGo > 0 && c.ToGo == c.Every && c.Main == c.Stage:
		add("%d/%s", c.Every, c.text(c.Stage))
	case c.Main != 0 || c.Increment != 0 || c.ToGo > 0 || overtime == "":
		add("%s", c.text(c.Main))
		if c.ToGo > 0 {
			add("%dof%d/%s", c.ToGo, c.Every, c.text(c.Stage))
		}
	}
	if c.Increment != 0 {
		add("%s", c.text(c.Increment))
	}
	switch {
	case overtime == "":
	case len(parts) == 0 && c.Periods == 1 && c.PeriodMoves == 0:
		add("%s/move", c.text(c.Period))
	default:
		add("byo=%s", overtime)
	}
	if c.PeriodMade > 0 {
		add("made=%d/%s", c.PeriodMade, c.text(c.PeriodUsed))
	}
	if c.Margin != 0 {
		add("lag=%s", c.text(c.Margin))
	}
	return strings.Join(parts, "+")
}

// overtimeText returns a text such as 3x10s or 25/5m, or "" without overtime.
func (c Clock) overtimeText() string {
	switch {
	case c.Periods == 0:
		return ""
	case c.PeriodMoves == 0:
		return fmt.Sprintf("%dx%s", c.Periods, c.text(c.Period))
	case c.Periods == 1:
		return fmt.Sprintf("%d/%s", c.PeriodMoves, c.text(c.Period))
	}
	return fmt.Sprintf("%dx%d/%s", c.Periods, c.PeriodMoves, c.text(c.Period))
}

// text returns an amount without the zeros that [time.Duration.String] writes after minutes and
// hours.
func (c Clock) text(d time.Duration) string {
	if c.Ticks {
		return fmt.Sprintf("%dticks", d/Tick)
	}
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}
