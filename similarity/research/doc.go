// Package research decides by trial games whether a game profits from position similarity (Uemiya
// and Yokoyama, "Towards a universally effective utilization of board similarities in General Game
// Playing", section 5.2). A search does not need it; package
// [github.com/banyan-go/banyan/similarity] has what a search uses.
//
// The trials are the first few actions of games that a search plays against itself. For each new
// node, they measure how far away in the tree the similar positions are:
//
//	games, err := research.Play(ctx, game, &start, mcts.Config{Seed: 1}, research.Trials{})
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
// [Configure] does all of this in one call. The package is above mcts, because trials are searches,
// and it belongs to the library, because its players decide in this way before a game:
// similarity=auto of package arena/spec, and the player of gdl/ggp.
//
// Contents:
//
//	Trials         the number, length and budget of the trial games
//	Play           to play them
//	Configure      to play them, and to set the distance that they advise
//	Histogram      the distances of one trial game
//	FiguresOf      to summarize the games: mean distance, and spread between the games
//	Distribution   to plot them: share and standard deviation per distance
//	Adviser        to choose a Hamming distance of 2 or 0 by the figures
//	ForTrials      the Adviser for trials of a number of simulations
//	RealGames      the Adviser for figures of whole games instead of trials
//
// # Limits
//
// The thresholds come from ten games and one program. They are for Huffman signatures and for a
// number of simulations, see [Adviser]. A match between both configurations is the better evidence.
//
// # Concurrency and determinism
//
// Play and Configure run in the goroutine of the caller. All functions may be called by several
// goroutines, and equal arguments give equal results, except with Trials.Time.
package research
