// Package pool lets many games share the processors and the memory of one machine, as in a server.
//
// Two hundred searches of 50 milliseconds that begin at once on two processors are all late:
// together they need five seconds, so each of them, searching for 50 milliseconds of the clock,
// gets a hundredth of the simulations, or none. A [Pool] lets a few searches run at a time, one for
// every processor, and the others wait in the order in which they came. Every search then gets the
// time that it was promised, and how long it waited is part of the [Result].
//
//	p, err := pool.New(game, pool.Config{
//		Search:   mcts.Config{MaxBytes: 8 << 20}, // a tree
//		MaxBytes: 1 << 30,                        // all trees
//	})
//	...
//	session := p.Open(seed)                       // a game begins
//	defer session.Close()
//	result, err := session.Run(ctx, &state, pool.Request{Budget: mcts.Budget{Time: 50 * time.Millisecond}})
//	session.Advance(result.Action)                // and so on for every action, whoever chooses it
//
// A [Session] stands for a game in play. It keeps the tree from one action to the next, as long as
// there is memory: if Config.MaxBytes has no room for the next search, the session loses its tree
// that will probably search last, judged by when it has searched before. Trees are a cache: nothing
// but strength depends on them.
//
// A pool starts no goroutines.
package pool
