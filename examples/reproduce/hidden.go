package main

// This is the paper on hidden information.
const cowling = "Cowling, Ward and Powley, \"Ensemble Determinization in Monte Carlo Tree Search for the Imperfect Information Card Game Magic: The Gathering\", 2012"

// ensemble has the parameters of the search in the paper.
const ensemble = "playout=reduced,c=1.5,lambda=0.99"

// magicRules plays the players by rule, and the baselines of the paper.
var magicRules = group{
	key: "magic-rules",
	experiment: experiment{
		topic: hidden, paper: cowling, game: "magic", start: true, games: 200,
		claim: "The expert beats the reduced player; a search with chance nodes for all draws loses to both.",
	},
	rows: []experiment{
		{name: "magic-expert-reduced", label: "expert against reduced", a: "expert", b: "reduced", games: 2000, published: rate(0.637), minutes: 0.1},
		{name: "magic-random-reduced", label: "random against reduced", a: "random", b: "reduced", games: 2000, minutes: 0.1},
		{name: "magic-flat-reduced", label: "no tree, 1,000 uniform playouts, against reduced", a: "trees=1,sims=1000,maxnodes=2,c=1.5", b: "reduced", minutes: 0.2},
		{name: "magic-naive-reduced", label: "one tree with chance nodes, against reduced", a: "trees=1,draws=chance,sims=10000,c=1.5", b: "reduced", published: rate(0.38), minutes: 3},
		{name: "magic-40x250-reduced", label: "40 trees against reduced", a: "trees=40,sims=250," + ensemble, b: "reduced", minutes: 2},
	},
}

// magicTrees varies the number of determinizations.
var magicTrees = group{
	key: "magic-trees",
	experiment: experiment{
		topic: hidden, paper: cowling, game: "magic", start: true, games: 200, b: "expert",
		claim: "With 10,000 simulations in all, 20 to 100 determinizations are best.",
	},
	rows: []experiment{
		{name: "magic-1-expert", label: "1 x 10,000", a: "trees=1,sims=10000," + ensemble, minutes: 3},
		{name: "magic-5-expert", label: "5 x 2,000", a: "trees=5,sims=2000," + ensemble, minutes: 3},
		{name: "magic-20-expert", label: "20 x 500", a: "trees=20,sims=500," + ensemble, minutes: 3},
		{name: "magic-40x250-expert", label: "40 x 250", a: "trees=40,sims=250," + ensemble, minutes: 3},
		{name: "magic-100-expert", label: "100 x 100", a: "trees=100,sims=100," + ensemble, minutes: 3},
	},
}

// magicOptions plays each option of the search against the expert.
var magicOptions = group{
	key: "magic-options",
	experiment: experiment{
		topic: hidden, paper: cowling, game: "magic", start: true, games: 200, b: "expert",
		claim: "Reduced playouts are best; choosing one card after the other, pruning and interesting determinizations each help, and a loss of -1 hardly.",
	},
	rows: []experiment{
		{name: "magic-playout-expert", label: "expert playouts", a: "trees=40,sims=250,playout=expert,c=1.5,lambda=0.99", minutes: 4},
		{name: "magic-playout-uniform", label: "uniform playouts", a: "trees=40,sims=250,c=1.5,lambda=0.99", minutes: 3},
		{name: "magic-interesting-expert", label: "interesting determinizations at the root", a: "trees=40,sims=250," + ensemble + ",interesting=root", minutes: 4},
		{name: "magic-loss-expert", label: "a loss is worth -1", a: "trees=40,sims=250," + ensemble + ",loss=-1", minutes: 3},
		{name: "magic-lambda-expert", label: "no discount", a: "trees=40,sims=250,playout=reduced,c=1.5", minutes: 3},
		{name: "magic-binary-expert", label: "one card after the other, dominated sets pruned", a: "trees=40,sims=250," + ensemble + ",main=binary,prune=dominated", published: published{0.495, 0.505}, minutes: 2},
		{name: "magic-infoset-expert", label: "one tree of information sets", a: "hidden=infoset,sims=10000," + ensemble, minutes: 4},
	},
}

// magicDuels plays searches against each other.
var magicDuels = group{
	key: "magic-duels",
	experiment: experiment{
		topic: hidden, paper: cowling, game: "magic", start: true, games: 200, both: ensemble,
		claim: "Many small trees are better than a large one, and so are decisions card by card.",
	},
	rows: []experiment{
		{name: "magic-40x250-1x10000", label: "40 x 250 against 1 x 10,000", a: "trees=40,sims=250", b: "trees=1,sims=10000", published: better, minutes: 5},
		{name: "magic-5x2000-1x10000", label: "5 x 2,000 against 1 x 10,000", a: "trees=5,sims=2000", b: "trees=1,sims=10000", published: better, minutes: 3},
		{name: "magic-binary-basic", label: "one card after the other, dominated sets pruned, against sets", a: "main=binary,prune=dominated", b: "main=subsets", both: "trees=40,sims=250," + ensemble, published: better, minutes: 4},
		{name: "magic-40x250-naive", label: "40 x 250 against one tree that leaves draws to chance", a: "trees=40,sims=250", b: "trees=1,draws=chance,sims=10000", published: better, minutes: 5},
		{name: "magic-40x250-infoset", label: "40 x 250 against information sets with 10,000", a: "trees=40,sims=250", b: "hidden=infoset,sims=10000", minutes: 5},
	},
}
