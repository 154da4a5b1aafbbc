package sheet

import (
	"maps"
	"slices"

	"github.com/banyan-go/banyan/gdl/internal/graph"
)

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
	bodies := s.Bodies()
	asked := []string{"init", "true", "does", "next", "legal", "goal", "terminal"}
	return reach(asked, func(name string) []string { return slices.Collect(maps.Keys(bodies[name])) })
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
