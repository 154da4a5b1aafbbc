package ground

// join finds the instances of a rule.
type join struct {
	g      *grounder
	plan   *plan
	values []id
	set    []int
	chosen []id  // the atoms of the positive literals
	order  int32 // of the given atom
}

// run finds all instances of the rule of a plan in which the atom of the given literal is given.
func (g *grounder) run(p *plan, given id) {
	r := p.rule
	j := &g.join
	j.g, j.plan = g, p
	for len(j.values) < r.variables {
		j.values = append(j.values, none)
	}
	for len(j.chosen) < len(r.positives) {
		j.chosen = append(j.chosen, none)
	}
	j.set = j.set[:0]
	ok := true
	if p.delta >= 0 {
		j.order = g.order[given]
		j.chosen[p.delta] = given
		j.set, ok = g.terms.match(&r.positives[p.delta].pattern, given, j.values, j.set)
	}
	if ok {
		j.step(0)
	}
	j.reset(0)
}

// reset takes their values from the variables that were set after the first n.
func (j *join) reset(n int) {
	for _, v := range j.set[n:] {
		j.values[v] = none
	}
	j.set = j.set[:n]
}

func (j *join) step(n int) {
	g, r := j.g, j.plan.rule
	if !g.pause() {
		return
	}
	if n == len(j.plan.steps) {
		g.instance(r, j)
		return
	}
	switch s := &j.plan.steps[n]; {
	case s.index != nil:
		j.join(n, s)
	case s.compared >= 0:
		c := &r.compared[s.compared]
		if c.same == (g.terms.value(&c.a, j.values) == g.terms.value(&c.b, j.values)) {
			j.step(n + 1)
		}
	default:
		if !g.holds(g.terms.value(&r.negatives[s.negative].pattern, j.values)) {
			j.step(n + 1)
		}
	}
}

// join goes through the atoms of a positive literal.
func (j *join) join(n int, s *step) {
	g := j.g
	a := &j.plan.rule.positives[s.positive]
	for _, candidate := range s.index.find(g.terms, a.of, j.values, s.key) {
		if order := g.order[candidate]; s.limited && (order > j.order || s.before && order == j.order) {
			return // They come in order.
		}
		mark := len(j.set)
		var ok bool
		if j.set, ok = g.terms.match(&a.pattern, candidate, j.values, j.set); ok {
			j.chosen[s.positive] = candidate
			j.step(n + 1)
		}
		j.reset(mark)
	}
}
