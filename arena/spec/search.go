package spec

import (
	"math"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// Usage lists the kinds and the keys, for the help of a program.
const Usage = `A player is a kind and its parameters: KIND,key=value,key=value,... The kinds are
  mcts        Monte Carlo tree search; the kind of a text that names none
  alphabeta   depth=PLIES (none: to the end of the game), tablebits=BITS of the table of positions
  random      any legal action

Parameters of mcts, the default first:
  sims=N, time=DURATION                    budget of an action; one of them is needed, or on a clock
  time=PLAN+RULE+...                       fixed each=AMOUNT, basic share=C, enhanced share=C maxply=N, yamashita, expected,
                                           opening f=X, middle height=X ply=N width=N; stop f=X p=X, stopa, stopb f=X,
                                           unstable f=X loops=N, behind f=X v=X loops=N, close f=X d=X loops=N;
                                           without a plan: expected. With several parts stop.f=X is f of stop
  selection=uct|ucb1tuned|exp3|regret      how to walk down the tree; the last two are for simultaneous moves
  c=NUMBER, gamma=SHARE                    constant of uct, exploration of exp3 and regret
  playout=uniform|mast|nst|lgrf            how to play on
  final=robust|max|maxrobust|secure        which action is the answer
  decisive=no|yes|anti                     playouts win in one where they can; anti: and do not let the next do so
  maxplies=N, maxnodes=N                   limits of a playout and of the tree
  parallel=serial|root|leaf|lockstep|tree  workers=N; root: trees=N, merge=sum|majority; leaf: playouts=N; lockstep: leaves=N;
                                           tree: virtualloss=no|yes
  lambda=NUMBER, loss=NUMBER               results count less by turns, from 0.99, and what a loss is worth, from -1 to 0
  plydiscount=NUMBER                       or by plies, 0.999 for example
Parameters of mcts for games with hidden information:
  hidden=no|ensemble|infoset               ensemble, also by trees=N without parallel=root: a tree for each of N determinizations,
                                           40 if not said, merge=sum|majority; sims are then those of each tree.
                                           infoset: one tree, in which every simulation has its own. no: sees all
Parameters of mast and nst:
  rule=epsilon|gibbs|greedy                how to choose by the scores
  epsilon=SHARE, tau=NUMBER                of these rules
  unseen=NUMBER                            score of an action that was not played yet
  decay=SHARE                              of the visits, kept when a move is made; 1: all
  batch=SHARE, batchsize=N, simdecay=SHARE kept after so many simulations, after every one
  treeonly=no|yes                          mast alone: learn from actions in the tree
  n=N, k=N                                 nst alone: longest sequence, visits that a sequence needs
Parameters of lgrf:
  levels=2|1, fallback=uniform|mast|nst    and the parameters of the fallback
  forget=yes|no, draws=learn|ignore
Similar boards, for games that show their cells:
  similarity=no|appearance|huffman|random  codes of the boards; random: bits=N
  distance=N                               greatest Hamming distance of boards that count, 0 to 3
  importcap=N, importweight=NUMBER         most visits that a node takes over; factor per unit of distance
  lifetime=game|move, keep=SHARE           what is forgotten when a move is made, or how much is kept
  store=all|tree, lookup=before|after      boards of playouts too; before or after the first simulation is stored
  parent=real|own|children                 N at a parent: its simulations, with its own imports, or those of its children
  keeptree=no|yes                          whether a tree goes on when a move is made, or a new one takes over what is known
  maxentries=N                             limit of the codes that are kept
`

// search reads the configuration of a search.
func (r *reader) search() mcts.Config {
	cfg := mcts.Config{
		Selection: r.selection(),
		Playout:   r.playout(r.word("playout", r.names.playouts("uniform", "mast", "nst", "lgrf")...)),
		Final:     r.final(),
		Parallel:  r.parallel(),
		MaxPlies:  r.whole("maxplies"),
		MaxNodes:  r.whole("maxnodes"),
		Backup:    r.backup(),

		Similarity: r.similarity(),
	}
	r.hidden(&cfg)
	switch r.word("decisive", "no", "yes", "anti") {
	case "yes":
		cfg.Playout = mcts.Decisive{Playout: cfg.Playout}
	case "anti":
		cfg.Playout = mcts.Decisive{Playout: cfg.Playout, Anti: true}
	}
	return cfg
}

func (r *reader) parallel() (p mcts.Parallel) {
	switch r.word("parallel", "serial", "root", "leaf", "lockstep", "tree") {
	case "root":
		p.Mode, p.Trees, p.Merge = mcts.Root, r.whole("trees"), r.merge()
	case "leaf":
		p.Mode, p.Playouts = mcts.Leaf, r.whole("playouts")
	case "lockstep":
		p.Mode, p.Batch = mcts.LockStep, r.whole("leaves")
	case "tree":
		p.Mode, p.VirtualLoss = mcts.Tree, r.flag("virtualloss")
	default:
		return p
	}
	p.Workers = r.whole("workers")
	return p
}

func (r *reader) selection() policy.Selection {
	switch r.word("selection", "uct", "ucb1tuned", "exp3", "regret") {
	case "ucb1tuned":
		return policy.UCB1Tuned{}
	case "exp3":
		return policy.Exp3{Gamma: r.positive("gamma")}
	case "regret":
		return policy.RegretMatching{Gamma: r.positive("gamma")}
	}
	return policy.UCT{C: r.positive("c")}
}

func (r *reader) final() policy.Final {
	switch r.word("final", "robust", "max", "maxrobust", "secure") {
	case "max":
		return policy.MaxChild{}
	case "maxrobust":
		return policy.MaxRobustChild{}
	case "secure":
		return policy.SecureChild{}
	}
	return policy.RobustChild{}
}

func (r *reader) playout(name string) policy.Playout {
	switch name {
	case "mast":
		return policy.MAST{Rule: r.rule(), Unseen: r.positive("unseen"), Decay: r.decay(), TreeOnly: r.flag("treeonly")}
	case "nst":
		return policy.NST{
			N: r.whole("n"), K: r.whole("k"), Rule: r.rule(), Unseen: r.positive("unseen"), Decay: r.decay(),
		}
	case "lgrf":
		return policy.LGRF{
			Levels:      map[string]int{"1": 1, "2": 2}[r.word("levels", "2", "1")],
			Fallback:    r.playout(r.word("fallback", r.names.playouts("uniform", "mast", "nst")...)),
			KeepLosing:  r.word("forget", "yes", "no") == "no",
			IgnoreDraws: r.word("draws", "learn", "ignore") == "ignore",
		}
	case "uniform":
		return policy.Uniform{}
	}
	return r.names.Playouts[name]
}

func (r *reader) rule() policy.Rule {
	switch r.word("rule", "epsilon", "gibbs", "greedy") {
	case "gibbs":
		return policy.Gibbs{Tau: r.positive("tau")}
	case "greedy":
		return policy.Greedy{}
	}
	switch epsilon, given := r.number("epsilon", 0, 1); {
	case !given:
		return nil // the strategy's own
	case epsilon == 0:
		return policy.Greedy{}
	default:
		return policy.EpsilonGreedy{Epsilon: epsilon}
	}
}

func (r *reader) decay() policy.Decay {
	return policy.Decay{
		Move: r.share("decay"), Batch: r.share("batch"), BatchSize: r.whole("batchsize"), Simulation: r.share("simdecay"),
	}
}

// share reads what part is kept, where nothing is a little.
func (r *reader) share(key string) float64 {
	share, given := r.number(key, 0, 1)
	if given && share == 0 {
		return math.SmallestNonzeroFloat64
	}
	return share
}
