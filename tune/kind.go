package tune

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// gridLevels is the number of values of a range that a method tries one by one.
const gridLevels = 7

// Float is a range of numbers. Values have three significant digits.
type Float struct {
	Low, High float64 // both are in the range; Low < High
	Log       bool    // the scale is logarithmic; Low > 0
}

func (k Float) validate() error {
	switch {
	case !(k.Low < k.High) || math.IsInf(k.Low, 0) || math.IsInf(k.High, 0):
		return fmt.Errorf("the range is %v..%v, want two numbers, the lower one first", k.Low, k.High)
	case k.High-k.Low > math.MaxFloat64:
		return fmt.Errorf("the range is %v..%v, want a smaller one", k.Low, k.High)
	case k.Log && k.Low <= 0:
		return fmt.Errorf("the range begins at %v, want a number above 0 for a logarithmic scale", k.Low)
	}
	values := map[float64]bool{}
	for level := range gridLevels {
		values[k.onGrid(level)] = true
	}
	if len(values) < 3 {
		return fmt.Errorf("the range is %v..%v, want a wider one: with three significant digits it has %d of at least 3 values", k.Low, k.High, len(values))
	}
	return nil
}

func (k Float) levels() int { return gridLevels }

func (k Float) level(v float64) int { return int(math.Round(k.unit(v) * (gridLevels - 1))) }

func (k Float) onGrid(level int) float64 { return k.value(float64(level) / (gridLevels - 1)) }

func (k Float) unit(v float64) float64 { return position(k.Low, k.High, v, k.Log) }

func (k Float) value(u float64) float64 {
	v := place(k.Low, k.High, u, k.Log)
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 3, 64), 64)
	return min(max(rounded, k.Low), k.High)
}

func (k Float) text(name string, v float64) string { return name + "=" + number(v) }

func (k Float) format() string { return ranged(number(k.Low), number(k.High), "", k.Log) }

// Integer is a range of whole numbers.
type Integer struct {
	Low, High int  // both are in the range; Low < High, within ±1e9
	Log       bool // the scale is logarithmic; Low > 0
}

func (k Integer) validate() error {
	const most = 1_000_000_000
	switch {
	case k.Low >= k.High || k.Low < -most || k.High > most:
		return fmt.Errorf("the range is %d..%d, want two numbers within ±%d, the lower one first", k.Low, k.High, most)
	case k.Log && k.Low <= 0:
		return fmt.Errorf("the range begins at %d, want a number above 0 for a logarithmic scale", k.Low)
	}
	return nil
}

func (k Integer) levels() int { return min(gridLevels, k.High-k.Low+1) }

func (k Integer) level(v float64) int {
	distance := func(level int) float64 { return math.Abs(k.unit(k.onGrid(level)) - k.unit(v)) }
	level := 0
	for level+1 < k.levels() && distance(level+1) < distance(level) {
		level++
	}
	return level
}

// onGrid returns the value of a level. Where the values of a logarithmic scale are so close that
// rounding makes them equal, the grid has one whole number after the other.
func (k Integer) onGrid(level int) float64 {
	return max(k.value(float64(level)/float64(k.levels()-1)), float64(k.Low+level))
}

func (k Integer) unit(v float64) float64 {
	return position(float64(k.Low), float64(k.High), v, k.Log)
}

func (k Integer) value(u float64) float64 {
	return math.Round(place(float64(k.Low), float64(k.High), u, k.Log))
}

func (k Integer) text(name string, v float64) string { return name + "=" + strconv.Itoa(int(v)) }

func (k Integer) format() string {
	return ranged(strconv.Itoa(k.Low), strconv.Itoa(k.High), " int", k.Log)
}

// Choice is a list of alternatives: 2 to 200, with different names.
type Choice []Alternative

// Alternative is one value of a [Choice].
type Alternative struct {
	Name string // what reports call it

	// Whole says that the alternative stands for Text, a list of parameters of the form key=value
	// that may be empty: a strategy as a whole. Otherwise it stands for the parameter with the
	// value Name.
	Whole bool
	Text  string
}

// mostAlternatives is the greatest number of alternatives. NTBEA has a byte for the number of one.
const mostAlternatives = 200

func (k Choice) validate() error {
	if len(k) < 2 {
		return errors.New("there is one value, want a range such as 0.1..2, or alternatives such as uct|puct")
	}
	if len(k) > mostAlternatives {
		return fmt.Errorf("there are %d alternatives, want at most %d", len(k), mostAlternatives)
	}
	for i, a := range k {
		switch {
		case !isValue(a.Name):
			return fmt.Errorf("the alternative is %q, want a word", a.Name)
		case k.index(a.Name) < i:
			return fmt.Errorf("there are two alternatives %q, want different names", a.Name)
		case !a.Whole && a.Text != "":
			return fmt.Errorf("the alternative %q has a Text, want Whole with it", a.Name)
		}
		if err := a.validateText(); err != nil {
			return err
		}
	}
	return nil
}

func (a Alternative) validateText() error {
	if a.Text == "" {
		return nil
	}
	for part := range strings.SplitSeq(a.Text, ",") {
		name, value, _ := strings.Cut(part, "=")
		if !isName(name) || !isValue(value) {
			return fmt.Errorf("%s{%s}: want parameters of the form key=value, separated by commas", a.Name, a.Text)
		}
	}
	return nil
}

func (k Choice) index(name string) int {
	return slices.IndexFunc(k, func(a Alternative) bool { return a.Name == name })
}

// first returns the index of the first of these names that the choice has, or -1.
func (k Choice) first(names []string) int {
	for _, name := range names {
		if at := k.index(name); at >= 0 {
			return at
		}
	}
	return -1
}

func (k Choice) levels() int { return len(k) }

func (k Choice) level(v float64) int { return int(v) }

func (k Choice) onGrid(level int) float64 { return float64(level) }

func (k Choice) value(u float64) float64 {
	return float64(min(int(u*float64(len(k))), len(k)-1))
}

func (k Choice) text(name string, v float64) string {
	a := k[int(v)]
	if a.Whole {
		return a.Text
	}
	return name + "=" + a.Name
}

func (k Choice) format() string {
	var names []string
	for _, a := range k {
		if a.Whole {
			names = append(names, a.Name+"{"+a.Text+"}")
		} else {
			names = append(names, a.Name)
		}
	}
	return strings.Join(names, "|")
}

// position returns the place of v between low and high, in [0,1].
func position(low, high, v float64, log bool) float64 {
	if log {
		low, high, v = math.Log(low), math.Log(high), math.Log(v)
	}
	return min(max((v-low)/(high-low), 0), 1)
}

// place is the inverse of position.
func place(low, high, u float64, log bool) float64 {
	if log {
		return math.Exp(math.Log(low) + float64(u*(math.Log(high)-math.Log(low))))
	}
	return low + float64(u*(high-low))
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

func ranged(low, high, kind string, log bool) string {
	text := low + ".." + high + kind
	if log {
		text += " log"
	}
	return text
}

// isName reports whether text is a name of letters and digits.
func isName(text string) bool {
	for _, c := range text {
		small, capital, digit := c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9'
		if !small && !capital && !digit {
			return false
		}
	}
	return text != ""
}

// isValue reports whether text can be a value in the text of a player and of a Space.
func isValue(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(c rune) bool {
		return c <= ' ' || c > '~' || strings.ContainsRune(",;|{}=#", c)
	}) && !strings.Contains(text, "..")
}
