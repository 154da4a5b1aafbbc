package net

// Restrict returns the network for states in which some bases have known values. What a role cannot
// do in any of these states is left out of it, too.
func (n *Network) Restrict(known map[int]bool) *Network {
	r := n.rebuild(known, n.Does)
	does := make([][]Signal, len(n.Does))
	for role, list := range n.Does {
		does[role] = make([]Signal, len(list))
		last, count := 0, 0
		for k, s := range list {
			if r.Legal[role][k] != False {
				does[role][k] = s
				last = k
				count++
			}
		}
		if count == 1 {
			does[role][last] = True
		}
	}
	return n.rebuild(known, does)
}

// rebuild makes the gates again, with known bases, and moves that may be constant.
func (n *Network) rebuild(known map[int]bool, does [][]Signal) *Network {
	g := newGates()
	made := make([]Signal, len(n.Gates))
	put := func(old, signal Signal) {
		if old != True && old != False {
			made[old.gate()] = signal ^ old&1
		}
	}
	for i, s := range n.True {
		value, ok := known[i]
		switch {
		case s == True || s == False:
		case ok && value:
			put(s, True)
		case ok:
			put(s, False)
		default:
			put(s, g.input(0))
		}
	}
	g.moves = make([][]Signal, len(does))
	for role, list := range does {
		for k, s := range list {
			if s != True && s != False {
				s = g.input(role + 1)
				g.moves[role] = append(g.moves[role], s)
			}
			put(n.Does[role][k], s)
		}
	}
	get := func(s Signal) Signal {
		return made[s.gate()] ^ s&1
	}
	for i, inputs := range n.Gates {
		if inputs == nil {
			continue
		}
		list := make([]Signal, len(inputs))
		for k, s := range inputs {
			list[k] = get(s)
		}
		made[i] = g.and(list)
	}
	r := n.mapped(get)
	r.Gates = g.inputs
	r.prune()
	return r
}

// mapped returns a network without gates, with f of each signal that n names.
func (n *Network) mapped(f func(Signal) Signal) *Network {
	list := func(signals []Signal) []Signal {
		made := make([]Signal, len(signals))
		for i, s := range signals {
			made[i] = f(s)
		}
		return made
	}
	lists := func(all [][]Signal) [][]Signal {
		made := make([][]Signal, len(all))
		for i, signals := range all {
			made[i] = list(signals)
		}
		return made
	}
	return &Network{
		True: list(n.True), Next: list(n.Next), Does: lists(n.Does), Legal: lists(n.Legal), Goal: lists(n.Goal),
		Terminal: f(n.Terminal),
	}
}

// prune removes gates on which no output depends.
func (n *Network) prune() {
	used := make([]bool, len(n.Gates))
	used[0] = true
	n.mapped(func(s Signal) Signal {
		used[s.gate()] = true
		return s
	})
	for i := len(n.Gates) - 1; i > 0; i-- {
		if used[i] {
			for _, s := range n.Gates[i] {
				used[s.gate()] = true
			}
		}
	}
	number := make([]Signal, len(n.Gates))
	renumber := func(s Signal) Signal { return number[s.gate()] ^ s&1 }
	var kept [][]Signal
	for i, inputs := range n.Gates {
		if !used[i] {
			continue
		}
		number[i] = Signal(2 * len(kept))
		for k, s := range inputs {
			inputs[k] = renumber(s)
		}
		kept = append(kept, inputs)
	}
	*n = *n.mapped(renumber)
	n.Gates = kept
}
