package spec

import (
	"math"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// Usage describes the kinds of players and their parameters.
const Usage = `A player is a kind and its parameters: KIND,key=value,key=value,... The kinds are
  mcts        Monte Carlo tree search; the kind of a text that names none
  alphabeta   depth=PLIES (default: to the end of the game), tablebits=BITS of the transposition table;
              time=DURATION: iterative deepening
  random      uniformly random actions
  strong      mcts with the parameters that are strongest in the game, unless others are given;
              the bundled games have it
  level1 ...  to level10: mcts with the simulations and the final action of a level of strength

Parameters of mcts, the default value first:
  sims=N, time=DURATION                    budget of an action; one of them is required unless there is a clock
  time=PLAN+RULE+...                       fixed each=AMOUNT, basic share=C, enhanced share=C maxply=N, yamashita, expected,
                                           opening f=X, middle height=X ply=N width=N; stop f=X p=X, stopa, stopb f=X,
                                           confident delta=X, unstable f=X loops=N, behind f=X v=X loops=N, close f=X d=X loops=N;
                                           the default plan is expected. With several parts, stop.f=X is f of stop.
                                           expected, opening, middle: moves=table|playout, the expected number of moves by the
                                           table of the game, or half of the plies of a playout
  selection=uct|ucb1tuned|puct|implicit|grave|rave|exp3|regret
                                           selection policy; implicit is implicit minimax, for games with an evaluation;
                                           the last two are for simultaneous moves
  c=NUMBER, gamma=SHARE                    exploration constant of uct, puct and implicit (grave and rave: default none);
                                           exploration rate of exp3 and regret
  fpu=NUMBER, base=NUMBER                  puct only: reduction of the first-play urgency; how slowly c grows with the visits
  alpha=SHARE                              implicit only: share of the implicit minimax value (default 0.4)
  ref=N, bias=NUMBER                       grave: simulations of a node before its AMAF statistics are used; grave and
                                           rave: how early the mean replaces them
  prior=none|heuristic                     heuristic: the game weighs its actions, and those of greater weight are tried
                                           first; puct needs it and has no other value
  widening=no|K/ALPHA                      2/0.4, for example: at most K*N^ALPHA actions after N visits, in the order of
                                           their priors or of the playout policy
  playout=uniform|mast|nst|lgrf|adaptive   playout policy
  final=robust|max|maxrobust|secure        final choice of the action
  final=temperature/T                      draws it, by the visits to the power of 1/T (default 1)
  root=same|uct/C|puct/C                   selection policy at the root, if it is another one, with its constant
  root=noise/ALPHA/EPSILON                 the priors of the root get a share EPSILON of Dirichlet noise (default 0.25); the
                                           default of ALPHA is 10 divided by the number of actions
  root=gumbel/CONSIDERED/VISIT/SCALE       Gumbel with sequential halving (default 16/50/1), with prediction=evaluator and sims=N;
                                           halving/... in place of gumbel/... leaves out the noise, for matches
  decisive=no|yes|anti                     yes: playouts take an immediate win; anti: and avoid moves that allow one
  solver=off|on                            on: prove values; probe=off|on: look for ends among the actions of new nodes;
                                           sum=constant|general: whether all returns always add up to the same number
  prediction=off|evaluator                 evaluator: leaves are worth what the evaluation of the game says;
                                           playouts=SHARE of a playout in that value (default 0)
  maxplies=N, maxnodes=N                   limit of the plies of a playout; limit of the nodes of the tree
  parallel=serial|root|leaf|lockstep|tree  workers=N; root: trees=N, merge=sum|majority; leaf: playouts=N; lockstep: batch=N;
                                           tree: virtualloss=no|yes
  lambda=NUMBER, loss=NUMBER               discount by turns, such as 0.99, and the value of a loss, down to -1
  plydiscount=NUMBER                       discount by plies instead, such as 0.999
  reuse=on|off                             whether the tree is kept from action to action; the default is off with
                                           similarity, and it is always off with hidden and with root=gumbel or halving
  ponder=off|on                            on: also search, with the same budget, while another player chooses
Parameters of mcts for games with hidden information:
  hidden=no|ensemble|infoset               ensemble: a tree for each of trees=N determinizations (default 40), with
                                           merge=sum|majority, and sims=N for each tree; trees=N without parallel=root
                                           selects it too. infoset: one tree for all determinizations. no: the search
                                           sees everything
Parameters of mast and nst:
  rule=epsilon|gibbs|greedy                rule that turns values into a choice
  epsilon=SHARE, tau=NUMBER                parameters of these rules
  unseen=NUMBER                            value of an action that has not been played yet
  decay=SHARE, decayper=move|ply           decay factor of the visits when a move is made; 1 keeps all; for each own
                                           move or for each ply of the game
  batchdecay=SHARE, batchsize=N            decay factor after every batchsize simulations
  simdecay=SHARE                           decay factor after every simulation
  treeonly=no|yes                          mast only: learn only from actions in the tree
  n=N, k=N                                 nst only: greatest length of an n-gram, and the visits that it needs
Parameters of lgrf:
  levels=2|1, fallback=uniform|mast|nst    and the parameters of the fallback
  forget=yes|no, draws=learn|ignore
Parameters of adaptive:
  candidates=uniform/nst                   the playout policies to choose from, two or more of uniform, mast, nst and lgrf;
                                           with an epsilon, and k of nst, like uniform/mast:0.4/nst:0.2:7
  weights=1/49                             their weights, equal ones if the candidates are given
  floor=SHARE                              least share of a candidate in the simulations
Position similarity, for games with cells:
  similarity=no|appearance|huffman|random|opponents|auto
                                           signature of a position; random: bits=N; opponents: for distance=0; auto: huffman,
                                           and trials before the game choose the distance, with trials=N simulations of a
                                           move (default 250) and at most trialtime=DURATION in all
  distance=N                               greatest Hamming distance of similar positions, 0 to 3
  importcap=N, importweight=NUMBER         most visits imported by a node; factor per unit of distance
  lifetime=game|move, keep=SHARE           when statistics are discarded; decay factor when a move is made
  store=all|tree, lookup=before|after      store positions of playouts too; look up before or after the first store
  parent=real|own|children                 N at a parent: its simulations, with its own imports, or those of its children
  maxentries=N                             limit of stored signatures
`

// search reads the configuration of a search.
func (r *reader) search() mcts.Config {
	cfg := mcts.Config{
		Selection: r.selection(),
		Playout:   r.playout(r.word("playout", r.names.playouts("uniform", "mast", "nst", "lgrf", "adaptive")...)),
		Final:     r.final(),
		Parallel:  r.parallel(),
		MaxPlies:  r.whole("maxplies"),
		MaxNodes:  r.whole("maxnodes"),
		Backup:    r.backup(),
		Solver:    r.solver(),

		Similarity: r.similarity(),
	}
	cfg.Selection = r.widening(cfg.Selection)
	cfg.Root = r.atRoot(cfg.Selection)
	if f, ok := cfg.Root.(policy.Final); ok && !r.given("final") {
		cfg.Final = f
	}
	cfg.Prediction = r.prediction(policy.NeedsOf(cfg.Selection) | policy.NeedsOf(cfg.Root))
	r.hidden(&cfg)
	r.reuse(&cfg)
	switch r.word("decisive", "no", "yes", "anti") {
	case "yes":
		cfg.Playout = mcts.DecisiveMoves{Playout: cfg.Playout}
	case "anti":
		cfg.Playout = mcts.DecisiveMoves{Playout: cfg.Playout, Anti: true}
	}
	return cfg
}

func (r *reader) solver() *mcts.Solver {
	if r.word("solver", "off", "on") == "off" {
		return nil
	}
	return &mcts.Solver{Probe: r.word("probe", "off", "on") == "on", GeneralSum: r.word("sum", "constant", "general") == "general"}
}

func (r *reader) parallel() mcts.Parallel {
	switch r.word("parallel", "serial", "root", "leaf", "lockstep", "tree") {
	case "root":
		return mcts.RootParallel{Trees: r.whole("trees"), Merge: r.merge(), Workers: r.whole("workers")}
	case "leaf":
		return mcts.LeafParallel{Playouts: r.whole("playouts"), Workers: r.whole("workers")}
	case "lockstep":
		return mcts.LockStep{Batch: r.whole("batch"), Workers: r.whole("workers")}
	case "tree":
		return mcts.TreeParallel{VirtualLoss: r.flag("virtualloss"), Workers: r.whole("workers")}
	}
	return nil
}

func (r *reader) selection() policy.Selection {
	switch r.word("selection", "uct", "ucb1tuned", "puct", "implicit", "grave", "rave", "exp3", "regret") {
	case "puct":
		return r.puct()
	case "ucb1tuned":
		return policy.UCB1Tuned{}
	case "implicit":
		return policy.ImplicitMinimax{C: r.positive("c"), Alpha: r.share("alpha")}
	case "grave":
		return policy.GRAVE{Ref: r.whole("ref"), Bias: r.positive("bias"), C: r.positive("c")}
	case "rave":
		return policy.RAVE{Bias: r.positive("bias"), C: r.positive("c")}
	case "exp3":
		return policy.Exp3{Gamma: r.positive("gamma")}
	case "regret":
		return policy.RegretMatching{Gamma: r.positive("gamma")}
	}
	return policy.UCT{C: r.positive("c")}
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
	case "adaptive":
		return r.adaptive()
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
		return nil // the default of the policy
	case epsilon == 0:
		return policy.Greedy{}
	default:
		return policy.EpsilonGreedy{Epsilon: epsilon}
	}
}

func (r *reader) decay() policy.Decay {
	return policy.Decay{
		Move: r.share("decay"), EveryPly: r.word("decayper", "move", "ply") == "ply", Batch: r.share("batchdecay"), BatchSize: r.whole("batchsize"), Simulation: r.share("simdecay"),
	}
}

// share reads a share, such as a decay factor. Because 0 means the default, it returns the least
// positive number for 0.
func (r *reader) share(key string) float64 {
	share, given := r.number(key, 0, 1)
	if given && share == 0 {
		return math.SmallestNonzeroFloat64
	}
	return share
}
