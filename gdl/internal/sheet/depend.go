package sheet

import (
	"maps"
	"slices"
	"strings"

	"github.com/banyan-go/banyan/gdl/internal/graph"
	"github.com/banyan-go/banyan/gdl/kif"
)

// checkDependence reports a relation of the language that depends on something that is not yet
// available when it is queried: on moves, or on the state.
func (s *Sheet) checkDependence() error {
	bodies := s.Bodies()
	for _, name := range slices.Sorted(maps.Keys(keywords)) {
		for _, target := range []string{"does", "true"} {
			k := keywords[name]
			if target == "does" && !k.independent || target == "true" && !k.static {
				continue
			}
			if path := pathTo(bodies, name, target); path != nil {
				return fail(s.Position(path[0], path[1]), "%s must not depend on %s: %s", name, target, strings.Join(path, " <= "))
			}
		}
	}
	return nil
}

// Bodies returns the relations that stand in the bodies of the rules of each relation.
func (s *Sheet) Bodies() map[string]map[string]bool {
	bodies := map[string]map[string]bool{}
	for _, r := range s.Rules {
		if bodies[r.Head.Name] == nil {
			bodies[r.Head.Name] = map[string]bool{}
		}
		for _, f := range r.Body {
			f.Atoms(func(a Atom) { bodies[r.Head.Name][a.Name] = true })
		}
	}
	return bodies
}

// pathTo returns a shortest chain of relations from one to another one, each in the body of a rule
// of the one before, or nil.
func pathTo(bodies map[string]map[string]bool, from, to string) []string {
	before := map[string]string{}
	for queue := []string{from}; len(queue) > 0; queue = queue[1:] {
		for _, next := range slices.Sorted(maps.Keys(bodies[queue[0]])) {
			if _, seen := before[next]; seen {
				continue
			}
			before[next] = queue[0]
			if next == to {
				path := []string{to}
				for at := before[to]; at != from; at = before[at] {
					path = append(path, at)
				}
				path = append(path, from)
				slices.Reverse(path)
				return path
			}
			queue = append(queue, next)
		}
	}
	return nil
}

// Position returns where the first rule stands that has one relation in its head and another one in
// its body, or the zero value.
func (s *Sheet) Position(head, body string) kif.Pos {
	for _, r := range s.Rules {
		found := false
		for _, f := range r.Body {
			f.Atoms(func(a Atom) { found = found || a.Name == body })
		}
		if found && r.Head.Name == head {
			return r.Pos
		}
	}
	return kif.Pos{}
}

// Dependent returns some relations and all that depend on them.
func (s *Sheet) Dependent(on ...string) map[string]bool {
	heads := map[string][]string{} // of the rules in whose bodies each relation stands
	for head, body := range s.Bodies() {
		for name := range body {
			heads[name] = append(heads[name], head)
		}
	}
	return reach(on, func(name string) []string { return heads[name] })
}

// reach returns some names and all that a step leads to from one of them.
func reach(from []string, step func(string) []string) map[string]bool {
	set := map[string]bool{}
	for queue := slices.Clone(from); len(queue) > 0; queue = queue[1:] {
		if name := queue[0]; !set[name] {
			set[name] = true
			queue = append(queue, step(name)...)
		}
	}
	return set
}

// Needed returns the relations on which a game depends. base and input are none of them.
func (s *Sheet) Needed() map[string]bool {
	return s.Below("init", "true", "does", "next", "legal", "goal", "terminal")
}

// Below returns some relations and all on which they depend.
func (s *Sheet) Below(names ...string) map[string]bool {
	bodies := s.Bodies()
	return reach(names, func(name string) []string { return slices.Collect(maps.Keys(bodies[name])) })
}

// Components returns the relations in groups that depend on each other, each group after those that
// it depends on.
func (s *Sheet) Components() [][]string {
	bodies := s.Bodies()
	names := slices.Sorted(maps.Keys(bodies))
	numbers := map[string]int32{}
	for i, name := range names {
		numbers[name] = int32(i)
	}
	edges := make([][]int32, len(names))
	for i, name := range names {
		for _, other := range slices.Sorted(maps.Keys(bodies[name])) {
			if n, ruled := numbers[other]; ruled {
				edges[i] = append(edges[i], n)
			}
		}
	}
	var groups [][]string
	for _, members := range graph.Components(edges) {
		var group []string
		for _, n := range members {
			group = append(group, names[n])
		}
		groups = append(groups, group)
	}
	return groups
}
