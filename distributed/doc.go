// Package distributed plays matches and searches on several processes and machines, over NATS with
// JetStream. The server may run in the program itself, so that nothing has to be installed:
//
//	m, err := distributed.Machine{Processes: 4}.Start(ctx)
//	if err != nil {
//		return err
//	}
//	defer m.Close()
//	b := distributed.Batch{Game: "connect4", Players: []string{"c=0.4,sims=1000", "sims=1000"}, Seed: 1}
//	records, err := distributed.Records(ctx, m, b, 100) // of 100 pairs of games
//
// The workers of a [Machine] are the same program, started again, which therefore begins with:
//
//	if distributed.IsChild() {
//		return distributed.RunChild(ctx, distributed.Worker{Games: games, Referee: referee})
//	}
//
// Package console does all that for any game: match and tune with -workers 4 or -nats URL, and
// worker.
//
// # Matches
//
//	Batch        the match that pairs of games belong to, in a form that can be sent
//	PairRunner   plays pairs of a batch: "play these pairs of these players and give me the records"
//	Local        is a PairRunner in this process
//	Machine      is a PairRunner by processes of this machine, with a server in this process
//	Cluster      is a PairRunner by the workers at a server, wherever they are
//	Records      plays the first pairs of a batch
//	Remote       makes a PairRunner play an arena.Match, with its journal and its sequential tests
//	Evaluator    makes a PairRunner play the games of a search of package tune
//	Worker       plays the pairs that others have queued
//	Referee      plays one pair for a worker; NewReferee makes one for a game
//	Server       is a NATS server in this process
//	Address      says where a server is, and refuses other machines without a token or TLS
//
// # Searches
//
//	Search       root parallelization over workers: the trees are with them, and the result is merged
//	Searcher     makes the trees of a worker; NewSearcher makes one for a game
//
// # Failures
//
// Each of the programs may die at any time. A pair that was being played by a worker that is killed
// or hangs is given to another one. Results and the queue are in the files of the server, so its
// end loses nothing, and a match that is started again reads the results that are there and plays
// what is missing. The server refuses a second result of a pair, and the reader keeps the first. A
// pair whose games end in an error is tried three times, and then reported; the others are played.
//
// # Limits
//
// Workers and coordinator must be the same program, built from the same sources: both tell each
// other their versions, and a mismatch is refused; see [BuildVersion]. Players that count
// simulations play the same games wherever they are; those with a limit of time depend on the
// machine. A server has to be NATS 2.12 or later. The records of a pair must fit into a message, of
// a megabyte as a rule. If a machine loses its power, the last results may be lost, unless
// [Server].Sync is set; their pairs are then played again. A cluster of servers has one copy of
// them, unless its streams are given more.
//
// A worker keeps the trees of a [Search] until Close, until it had no request for ten minutes, or
// until 64 other trees were used later. Only the limits in the configuration of the searches bound
// their memory.
//
// # Concurrency and determinism
//
// A [Coordinator] may be used by several goroutines, a [Search] by one. The records of a match
// depend on the batch only, apart from their times, and not on who plays or dies; the result of a
// search by simulations depends on its seed and shares if all shares arrive.
//
// docs/cluster.md shows clusters, and has the subjects and messages.
package distributed
