// Package research has the figures by which Uemiya and Yokoyama decide whether a game profits from
// position similarity ("Towards a universally effective utilization of board similarities in
// General Game Playing", section 5.2). A search does not need it; package
// [github.com/banyan-go/banyan/similarity] has what a search uses.
//
// The trials are the first few actions of games that a search plays against itself. Package
// [github.com/banyan-go/banyan/similarity/trials] plays them and measures, for each new node, how
// far away in the tree the similar positions are:
//
//	games, err := trials.Play(ctx, game, &start, mcts.Config{Seed: 1}, trials.Trials{})
//	if err != nil {
//		return err
//	}
//	figures := research.FiguresOf(games)
//	fmt.Println(research.Adviser{}.Explain(figures))
//	cfg.Similarity = &mcts.Similarity{
//		Encoder:  similarity.Huffman{},
//		Distance: research.Adviser{}.Distance(figures),
//	}
//
// Contents:
//
//	Histogram      the distances of one trial game, as trials.Play returns them
//	FiguresOf      to summarize the games: mean distance, and spread between the games
//	Distribution   to plot them: share and standard deviation per distance
//	Adviser        to choose a Hamming distance of 2 or 0 by the figures
//	ForTrials      the Adviser for trials of a number of simulations
//	RealGames      the Adviser for figures of whole games instead of trials
//	Readings       for experiments: other readings of what the paper leaves open
//
// # Limits
//
// The thresholds come from ten games and one program. They are for Huffman signatures and for a
// number of simulations, see [Adviser]. A match between both configurations is the better evidence.
//
// # Concurrency and determinism
//
// All functions are pure. They may be called by several goroutines, and equal arguments give equal
// results.
package research
