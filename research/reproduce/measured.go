package main

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed measured.txt
var measuredText string

// measurements are the numbers that are not results of experiments, by their names.
var measurements = parseMeasured(measuredText)

// measurement has numbers that a command prints.
type measurement struct {
	command string
	// Where and when the command printed the numbers, if they depend on the machine: the day, the
	// processor and the commit. They are empty if the command prints them anywhere.
	date, processor, commit string
	prints                  []string // lines that the command prints anywhere
	values                  map[string]string
	table                   []string // the lines of a table in Markdown
}

// everywhere reports whether the numbers are the same on every machine.
func (m *measurement) everywhere() bool { return len(m.prints) > 0 }

// parseMeasured reads measured.txt, whose first lines describe its form. It panics at a
// mistake, because the text is a part of the program.
func parseMeasured(text string) map[string]*measurement {
	all := map[string]*measurement{}
	m := &measurement{} // the one that is being read; the first takes what stands before any name
	for number, line := range strings.Split(text, "\n") {
		name, isName := strings.CutPrefix(line, "[")
		f := field.FindStringSubmatch(line)
		switch {
		case line == "" || line[0] == '#':
		case isName:
			m = &measurement{values: map[string]string{}}
			all[strings.TrimSuffix(name, "]")] = m
		case line[0] == '|':
			m.table = append(m.table, line)
		case f == nil:
			panic(fmt.Sprintf("measured.txt:%d: %q is neither a name, a field nor a line of a table", number+1, line))
		default:
			m.set(f[1], f[2])
		}
	}
	return all
}

// set sets a field.
func (m *measurement) set(key, value string) {
	switch key {
	case "command":
		m.command = value
	case "date":
		m.date = value
	case "processor":
		m.processor = value
	case "commit":
		m.commit = value
	case "prints":
		m.prints = append(m.prints, value)
	default:
		m.values[key] = value
	}
}

// findMeasured returns a measurement.
func findMeasured(name string) (*measurement, error) {
	m := measurements[name]
	if m == nil {
		return nil, fmt.Errorf("measured.txt has no [%s]", name)
	}
	return m, nil
}

// value returns a number of a measurement.
func value(name, key string) (string, error) {
	m, err := findMeasured(name)
	if err != nil {
		return "", err
	}
	text, ok := m.values[key]
	if !ok {
		return "", fmt.Errorf("[%s] of measured.txt has no %s", name, key)
	}
	return text, nil
}

// measuredTable returns the table of a measurement.
func measuredTable(name string) (string, error) {
	m, err := findMeasured(name)
	if err == nil && m.table == nil {
		err = fmt.Errorf("[%s] of measured.txt has no table", name)
	}
	if err != nil {
		return "", err
	}
	return strings.Join(m.table, "\n"), nil
}

// measuredBy returns the command that printed the numbers of a measurement.
func measuredBy(name string) (string, error) {
	m, err := findMeasured(name)
	if err != nil {
		return "", err
	}
	return m.command, nil
}

// measuredOn returns where and when a command printed the numbers of a measurement.
func measuredOn(name string) (string, error) {
	m, err := findMeasured(name)
	if err == nil && m.everywhere() {
		err = fmt.Errorf("[%s] of measured.txt is the same on every machine", name)
	}
	if err != nil {
		return "", err
	}
	return m.processor + ", " + m.date + ", commit " + m.commit, nil
}
