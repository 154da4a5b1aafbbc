package inspect

import (
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
)

// The limits of queries.
const (
	maxQuery     = 16 << 10 // bytes
	maxPath      = 2000     // plies
	maxNodes     = 20_000   // of an answer
	defaultNodes = 3000
)

// query is what a request asks about.
type query struct {
	search int    // the number of the search
	tree   int    // the number of its tree
	path   []int  // from the root: the number of a child at each node
	nodes  int    // the number of nodes that the answer may have
	epoch  uint64 // of the root that the path begins at, if hasEpoch is set

	hasEpoch bool
}

// parseQuery reads the query of a URL, such as search=0&tree=0&path=3.0.1&epoch=2&nodes=500. Every
// parameter may be missing, and others are errors.
func parseQuery(raw string) (query, error) {
	q := query{nodes: defaultNodes}
	if len(raw) > maxQuery {
		return q, fmt.Errorf("the query has %d bytes, want at most %d", len(raw), maxQuery)
	}
	values, err := url.ParseQuery(raw)
	if err != nil {
		return q, errors.New("the query is malformed")
	}
	for key, all := range values {
		if len(all) > 1 {
			return q, fmt.Errorf("%q is there %d times", key, len(all))
		}
		if err := q.set(key, all[0]); err != nil {
			return q, fmt.Errorf("%q: %w", key, err)
		}
	}
	return q, nil
}

func (q *query) set(key, text string) (err error) {
	switch key {
	case "search":
		q.search, err = whole(text, 1<<16)
	case "tree":
		q.tree, err = whole(text, 1<<16)
	case "nodes":
		q.nodes, err = whole(text, maxNodes)
	case "epoch":
		q.epoch, err = strconv.ParseUint(text, 10, 64)
		q.hasEpoch = err == nil
	case "path":
		q.path, err = parsePath(text)
	default:
		err = errors.New("there is no such parameter")
	}
	return err
}

// parsePath reads the numbers of children, separated by points.
func parsePath(text string) ([]int, error) {
	if text == "" {
		return nil, nil
	}
	parts := strings.Split(text, ".")
	if len(parts) > maxPath {
		return nil, fmt.Errorf("the path has %d steps, want at most %d", len(parts), maxPath)
	}
	path := make([]int, len(parts))
	for i, part := range parts {
		var err error
		if path[i], err = whole(part, 1<<16); err != nil {
			return nil, err
		}
	}
	return path, nil
}

// whole reads a number from 0 to most.
func whole(text string, most int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > most {
		return 0, fmt.Errorf("want a whole number from 0 to %d", most)
	}
	return n, nil
}
