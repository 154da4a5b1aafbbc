package main

// parallelModes gives a player two playouts or two trees in place of one, as if they took no extra
// time.
var parallelModes = group{
	key: "parallel",
	experiment: experiment{
		topic: parallel,
		paper: "Chaslot, Winands and van den Herik, \"Parallel Monte-Carlo Tree Search\", 2008",
		claim: "Root parallelization makes a search stronger. Leaf parallelization with two threads hardly does.",
		b:     "sims=1000",
		games: 300,
	},
	rows: []experiment{
		{name: "nogo-root", label: "root, two trees of 1,000", game: "nogo", a: "parallel=root,trees=2,workers=1,sims=2000", both: "c=0.25", published: better, minutes: 0.4},
		{name: "nogo-leaf", label: "leaf, two playouts", game: "nogo", a: "parallel=leaf,playouts=2,workers=1,sims=2000", both: "c=0.25", published: level, minutes: 0.7},
		{name: "c4-root", label: "root, two trees of 1,000", game: "connect4", a: "parallel=root,trees=2,workers=1,sims=2000", both: "c=1.4142135623730951", published: better, minutes: 0.1},
		{name: "c4-leaf", label: "leaf, two playouts", game: "connect4", a: "parallel=leaf,playouts=2,workers=1,sims=2000", both: "c=1.4142135623730951", published: level, minutes: 0.1},
		{name: "nogo-root4", label: "root, four trees of 1,000", game: "nogo", a: "parallel=root,trees=4,workers=1,sims=4000", both: "c=0.25", published: better, minutes: 0.7, optional: true},
		{name: "nogo-serial2", label: "serial, 2,000", game: "nogo", a: "sims=2000", both: "c=0.25", minutes: 0.4, optional: true},
		{name: "c4-serial2", label: "serial, 2,000", game: "connect4", a: "sims=2000", both: "c=1.4142135623730951", minutes: 0.1, optional: true},
	},
}

// parallelOthers plays parallel modes against each other.
var parallelOthers = group{
	key: "parallel-others",
	experiment: experiment{
		topic: parallel,
		paper: "Soejima, Kishimoto and Watanabe, \"Evaluating Root Parallelization in Go\", 2010",
		claim: "Trees that vote are stronger than trees whose visits are summed.",
		games: 300,
	},
	rows: []experiment{
		{name: "nogo-majority", label: "four trees of 1,000 that vote, against their sum", game: "nogo", a: "parallel=root,trees=4,workers=1,merge=majority,sims=4000", b: "parallel=root,trees=4,workers=1,sims=4000", both: "c=0.25", published: better, minutes: 1.1, optional: true},
		{name: "nogo-lockstep", label: "lock-step in batches of 16, against serial", game: "nogo", a: "parallel=lockstep,batch=16,workers=1,sims=2000", b: "sims=2000", both: "c=0.25", minutes: 0.6, optional: true},
		{name: "c4-lockstep", label: "lock-step in batches of 16, against serial", game: "connect4", a: "parallel=lockstep,batch=16,workers=1,sims=2000", b: "sims=2000", both: "c=1.4142135623730951", minutes: 0.1},
	},
}
