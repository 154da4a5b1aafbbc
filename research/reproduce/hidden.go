package main

// reducedPlayouts has the parameters of all searches in the paper, and ensemble also its trees.
const (
	reducedPlayouts = "playout=reduced,c=1.5,lambda=0.99"
	ensemble        = "trees=40,sims=250," + reducedPlayouts
)

// magicRules plays the players by rule, and the baselines of the paper.
var magicRules = group{
	key: "magic-rules",
	experiment: experiment{
		topic: hidden, paper: cowling, game: "magic60", start: true, games: 200,
		claim: "The expert beats the reduced player; a search with chance nodes for all draws loses to both.",
	},
	rows: []experiment{
		{name: "magic-expert-reduced", label: "expert against reduced", a: "expert", b: "reduced", games: 2000, published: rate(0.637)},
		{name: "magic-random-reduced", label: "random against reduced", a: "random", b: "reduced", games: 2000},
		{name: "magic-flat-reduced", label: "no tree, 1,000 uniform playouts, against reduced", a: "trees=1,sims=1000,maxnodes=2,c=1.5", b: "reduced"},
		{name: "magic-naive-expert", label: "one tree with chance nodes, against expert", a: "trees=1,draws=chance,sims=10000,c=1.5", b: "expert", published: rate(0.23)},
		{name: "magic-naive-reduced", label: "one tree with chance nodes, against reduced", a: "trees=1,draws=chance,sims=10000,c=1.5", b: "reduced", published: rate(0.38)},
		{name: "magic-40x250-reduced", label: "40 trees against reduced", a: ensemble, b: "reduced"},
	},
}

// magicTrees varies the number of determinizations.
var magicTrees = group{
	key: "magic-trees",
	experiment: experiment{
		topic: hidden, paper: cowling, game: "magic60", start: true, games: 200, b: "expert",
		claim: "With 10,000 simulations in all, 20 to 100 determinizations are best.",
	},
	best: []string{"magic-20-expert", "magic-40x250-expert", "magic-100-expert"},
	rows: []experiment{
		{name: "magic-1-expert", label: "1 | 10,000 simulations", a: "trees=1,sims=10000," + reducedPlayouts},
		{name: "magic-2-expert", label: "2 | 10,000 simulations", a: "trees=2,sims=5000," + reducedPlayouts},
		{name: "magic-5-expert", label: "5 | 10,000 simulations", a: "trees=5,sims=2000," + reducedPlayouts},
		{name: "magic-10-expert", label: "10 | 10,000 simulations", a: "trees=10,sims=1000," + reducedPlayouts},
		{name: "magic-20-expert", label: "20 | 10,000 simulations", a: "trees=20,sims=500," + reducedPlayouts},
		{name: "magic-40x250-expert", label: "40 | 10,000 simulations", a: ensemble},
		{name: "magic-100-expert", label: "100 | 10,000 simulations", a: "trees=100,sims=100," + reducedPlayouts},
		{name: "magic-200-expert", label: "200 | 10,000 simulations", a: "trees=200,sims=50," + reducedPlayouts},
		{name: "magic-500-expert", label: "500 | 10,000 simulations", a: "trees=500,sims=20," + reducedPlayouts},
	},
}

// magicShort varies the number of determinizations at a tenth of the budget.
var magicShort = group{
	key: "magic-short",
	experiment: experiment{
		topic: hidden, game: "magic60", start: true, games: 200, b: "expert",
		claim: "The best number of determinizations at 1,000 simulations in all.",
	},
	rows: []experiment{
		{name: "magic-1x1000-expert", label: "1 | 1,000 simulations", a: "trees=1,sims=1000," + reducedPlayouts},
		{name: "magic-2x500-expert", label: "2 | 1,000 simulations", a: "trees=2,sims=500," + reducedPlayouts},
		{name: "magic-5x200-expert", label: "5 | 1,000 simulations", a: "trees=5,sims=200," + reducedPlayouts},
		{name: "magic-10x100-expert", label: "10 | 1,000 simulations", a: "trees=10,sims=100," + reducedPlayouts},
		{name: "magic-20x50-expert", label: "20 | 1,000 simulations", a: "trees=20,sims=50," + reducedPlayouts},
		{name: "magic-40x25-expert", label: "40 | 1,000 simulations", a: "trees=40,sims=25," + reducedPlayouts},
		{name: "magic-naive1000-expert", label: "1, draws are chance nodes | 1,000 simulations", a: "trees=1,draws=chance,sims=1000,c=1.5"},
	},
}

// magicSight plays a search that sees all cards against a blind one: the most that any treatment of
// hidden information can gain.
var magicSight = group{
	key: "magic-sight",
	experiment: experiment{
		topic: hidden, start: true, games: 1000, b: "trees=1,sims=1000", both: reducedPlayouts,
		claim: "What it is worth to see all cards, at equal simulations.",
	},
	rows: []experiment{
		{name: "magic-sight-40", label: "40 cards", game: "magic", a: "hidden=no,sims=1000"},
		{name: "magic-sight-60", label: "60 cards with bombs", game: "magic60", a: "hidden=no,sims=1000"},
	},
}

// magicWhy asks why many determinizations are best, at 1,000 simulations in all.
var magicWhy = group{
	key: "magic-why",
	experiment: experiment{
		topic: hidden, game: "magic60", start: true, games: 200,
		claim: "A search that trusts one determinization plays for what only that one allows; many of them average this out.",
	},
	rows: []experiment{
		{name: "magic-seeing-expert", label: "sees all cards, one tree, against the expert", a: "hidden=no,sims=1000," + reducedPlayouts, b: "expert"},
		{name: "magic-seeing-trees-expert", label: "sees all cards, 20 trees, against the expert", a: "hidden=no,parallel=root,trees=20,workers=1,sims=1000," + reducedPlayouts, b: "expert"},
		{name: "magic-infoset1000-expert", label: "one tree of information sets against the expert", a: "hidden=infoset,sims=1000," + reducedPlayouts, b: "expert"},
		{name: "magic-hand-expert", label: "one tree, draws and the hand are chance, uniform playouts, against the expert", a: "hidden=infoset,draws=chance,sims=1000,c=1.5", b: "expert"},
		{name: "magic-1x1000-c0.4-expert", label: "1 determinization, c = 0.4, against the expert", a: "trees=1,sims=1000,playout=reduced,c=0.4,lambda=0.99", b: "expert"},
		{name: "magic-20x50-c0.4-expert", label: "20 determinizations, c = 0.4, against the expert", a: "trees=20,sims=50,playout=reduced,c=0.4,lambda=0.99", b: "expert"},
		{name: "magic-whole-1x1000-expert", label: "sets, 1 determinization, against the expert", a: "trees=1,sims=1000,combat=whole," + reducedPlayouts, b: "expert"},
		{name: "magic-whole-20x50-expert", label: "sets, 20 determinizations, against the expert", a: "trees=20,sims=50,combat=whole," + reducedPlayouts, b: "expert"},
		{name: "magic-1x1000-reduced", label: "1 determinization against reduced", a: "trees=1,sims=1000," + reducedPlayouts, b: "reduced"},
		{name: "magic-20x50-reduced", label: "20 determinizations against reduced", a: "trees=20,sims=50," + reducedPlayouts, b: "reduced"},
		{name: "magic-20x50-1x1000", label: "20 determinizations against 1", a: "trees=20,sims=50", b: "trees=1,sims=1000", both: reducedPlayouts},
		{name: "magic-20x50-seeing", label: "20 determinizations against a search that sees all cards", a: "trees=20,sims=50", b: "hidden=no,sims=1000", both: reducedPlayouts},
		{name: "magic-40cards-1x1000-expert", game: "magic", label: "1 determinization against the expert", a: "trees=1,sims=1000," + reducedPlayouts, b: "expert"},
		{name: "magic-40cards-20x50-expert", game: "magic", label: "20 determinizations against the expert", a: "trees=20,sims=50," + reducedPlayouts, b: "expert"},
		{name: "magic-40cards-seeing-expert", game: "magic", label: "sees all cards, one tree, against the expert", a: "hidden=no,sims=1000," + reducedPlayouts, b: "expert"},
	},
}

// magicOptions plays each option of the search against the expert.
var magicOptions = group{
	key: "magic-options",
	experiment: experiment{
		topic: hidden, paper: cowling, game: "magic60", start: true, games: 200, b: "expert",
		claim: "With binary decisions and dominated sets pruned, the search is level with the expert.",
	},
	rows: []experiment{
		{name: "magic-binary-expert", label: "one card after the other, dominated sets pruned", a: ensemble + ",main=binary,prune=dominated", published: published{0.495, 0.505}},
		{name: "magic-all-expert", label: "also interesting determinizations, a loss is worth -1", a: ensemble + ",main=binary,prune=dominated,interesting=root,loss=-1", published: published{0.495, 0.505}},
		{name: "magic-400x250-expert", label: "the same with 400 trees", a: "trees=400,sims=250," + reducedPlayouts + ",main=binary,prune=dominated,interesting=root,loss=-1", games: 100, published: published{0.51, 0.52}},
		{name: "magic-whole-expert", label: "attackers and blockers as sets", a: ensemble + ",combat=whole"},
		{name: "magic-whole-deep-expert", label: "attackers and blockers as sets, 10 trees with 1,000 simulations", a: "trees=10,sims=1000,combat=whole," + reducedPlayouts},
		{name: "magic-infoset-expert", label: "one tree of information sets", a: "hidden=infoset,sims=10000," + reducedPlayouts},
	},
}

// magicDuels plays searches that differ in one option against each other.
var magicDuels = group{
	key: "magic-duels",
	experiment: experiment{
		topic: hidden, paper: cowling, game: "magic60", start: true, games: 200, both: ensemble,
		claim: "Reduced playouts are best; pruning, binary decisions, interesting determinizations and a discount each help; the order of binary decisions and a loss of -1 hardly matter.",
	},
	rows: []experiment{
		{name: "magic-playout-expert", label: "playouts: expert against reduced", a: "playout=expert", b: "playout=reduced", games: 100, published: worse},
		{name: "magic-playout-uniform", label: "playouts: uniform against reduced", a: "playout=uniform", b: "playout=reduced", published: worse},
		{name: "magic-interesting-root", label: "interesting determinizations: at the root against none", a: "interesting=root", b: "interesting=no", published: better},
		{name: "magic-interesting-leaf", label: "interesting determinizations: at leaves against none", a: "interesting=leaf", b: "interesting=no", games: 60, published: better},
		{name: "magic-land", label: "pruning: a land is played, against none", a: "prune=land", b: "prune=none"},
		{name: "magic-dominated", label: "pruning: dominated sets, against none", a: "prune=dominated", b: "prune=none", published: better},
		{name: "magic-binary", label: "one card after the other against sets", a: "main=binary", b: "main=subsets", published: better},
		{name: "magic-binary-basic", label: "one card after the other, dominated sets pruned, against sets", a: "main=binary,prune=dominated", b: "main=subsets", published: better},
		{name: "magic-ascending", label: "order of the cards: ascending against descending", a: "order=ascending", b: "order=descending", both: ensemble + ",main=binary", published: level},
		{name: "magic-shuffled", label: "order of the cards: shuffled against descending", a: "order=shuffled", b: "order=descending", both: ensemble + ",main=binary", published: level},
		{name: "magic-whole", label: "attackers and blockers: sets against one kind after the other", a: "combat=whole", b: "combat=chain"},
		{name: "magic-loss", label: "a loss is worth -1, against 0", a: "loss=-1", b: "loss=0", published: level, games: 400},
		{name: "magic-lambda", label: "discount of 0.99 a turn against none", a: "lambda=0.99", b: "lambda=1", published: better},
		{name: "magic-40x250-1x10000", label: "40 x 250 against 1 x 10,000", a: "trees=40,sims=250", b: "trees=1,sims=10000", both: reducedPlayouts},
		{name: "magic-40x250-naive", label: "40 x 250 against one tree with chance nodes, uniform playouts and no discount", a: "trees=40,sims=250," + reducedPlayouts, b: "trees=1,draws=chance,sims=10000,c=1.5", both: "hidden=ensemble"},
		{name: "magic-40x250-chance", label: "40 x 250 against one tree with chance nodes", a: "draws=fixed,trees=40,sims=250", b: "draws=chance,trees=1,sims=10000", both: reducedPlayouts},
		{name: "magic-40x250-infoset", label: "40 x 250 against information sets with 10,000", a: "trees=40,sims=250", b: "hidden=infoset,sims=10000", both: reducedPlayouts},
	},
}

// magicControls asks whether playouts by the expert are stronger with fewer simulations and in
// equal time, too, and whether interesting determinizations at the leaves cost strength by the
// selection or by determinizing again. With one test of one candidate they hardly select.
var magicControls = group{
	key: "magic-controls",
	experiment: experiment{
		topic: hidden, game: "magic60", start: true, games: 200,
		claim: "At equal simulations playouts by the expert make a search stronger, and selected determinizations at the leaves make it weaker.",
	},
	rows: []experiment{
		{name: "magic-20x50-playout-expert", label: "playouts by the expert against those by the reduced player, 20 x 50", a: "playout=expert", b: "playout=reduced", both: "trees=20,sims=50,c=1.5,lambda=0.99"},
		{name: "magic-20x50-by-expert-expert", label: "playouts by the expert, 20 x 50, against the expert", a: "trees=20,sims=50,playout=expert,c=1.5,lambda=0.99", b: "expert", games: 100},
		{name: "magic-playout-expert-time", label: "playouts by the expert, 40 x 30, against those by the reduced player, 40 x 250, which take about as long", a: "sims=30,playout=expert", b: "sims=250,playout=reduced", both: "trees=40,c=1.5,lambda=0.99", games: 100},
		{name: "magic-interesting-leaf-one", label: "determinizations at leaves, one test of one, against none", a: "interesting=leaf/1/1", b: "interesting=no", both: ensemble, games: 100},
		{name: "magic-20x50-leaf-selected", label: "interesting determinizations at leaves against one test of one, 20 x 50", a: "interesting=leaf", b: "interesting=leaf/1/1", both: "trees=20,sims=50," + reducedPlayouts},
	},
}

// magicLosses asks why a loss of -1 makes a search stronger, against the paper: it doubles the
// range of the returns, which halves the weight of exploration, and with a discount it makes a late
// loss better than an early one.
var magicLosses = group{
	key: "magic-losses",
	experiment: experiment{
		topic: hidden, game: "magic60", start: true, games: 200, both: ensemble,
		claim: "A search with a loss of -1 is stronger because it puts a loss off.",
	},
	rows: []experiment{
		{name: "magic-loss-c", label: "c = 0.75 against 1.5", a: "c=0.75", b: "c=1.5"},
		{name: "magic-loss-c3", label: "a loss is worth -1 and c = 3, against 0 and c = 1.5", a: "loss=-1,c=3", b: "loss=0,c=1.5"},
	},
}
