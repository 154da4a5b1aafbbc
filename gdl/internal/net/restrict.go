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
	r := &Network{}
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
	all := func(lists [][]Signal) (result [][]Signal) {
		for _, list := range lists {
			row := make([]Signal, len(list))
			for i, s := range list {
				row[i] = get(s)
			}
			result = append(result, row)
		}
		return result
	}
	r.True, r.Next = all([][]Signal{n.True})[0], all([][]Signal{n.Next})[0]
	r.Does, r.Legal, r.Goal, r.Terminal = all(n.Does), all(n.Legal), all(n.Goal), get(n.Terminal)
	r.Gates = g.inputs
	r.prune()
	return r
}

// prune removes gates on which no output depends.
func (n *Network) prune() {
	used := make([]bool, len(n.Gates))
	used[0] = true
	mark := func(list []Signal) {
		for _, s := range list {
			used[s.gate()] = true
		}
	}
	mark(n.True)
	mark(n.Next)
	mark([]Signal{n.Terminal})
	for _, lists := range [][][]Signal{n.Does, n.Legal, n.Goal} {
		for _, list := range lists {
			mark(list)
		}
	}
	for i := len(n.Gates) - 1; i > 0; i-- {
		if used[i] {
			mark(n.Gates[i])
		}
	}
	number := make([]Signal, len(n.Gates))
	var kept [][]Signal
	for i, inputs := range n.Gates {
		if !used[i] {
			continue
		}
		number[i] = Signal(2 * len(kept))
		renumber(inputs, number)
		kept = append(kept, inputs)
	}
	n.Gates = kept
	renumber(n.True, number)
	renumber(n.Next, number)
	for _, lists := range [][][]Signal{n.Does, n.Legal, n.Goal} {
		for _, list := range lists {
			renumber(list, number)
		}
	}
	last := []Signal{n.Terminal}
	renumber(last, number)
	n.Terminal = last[0]
}

func renumber(list, number []Signal) {
	for i, s := range list {
		list[i] = number[s.gate()] ^ s&1
	}
}
