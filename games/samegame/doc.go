// Package samegame implements SameGame, a puzzle for one player, on boards of up to 15x15 blocks in
// five colors.
//
// # Rules
//
// The player removes a group of at least two blocks of one color that touch along their sides. The
// blocks above fall down, and empty columns close to the left. A group of n blocks brings (n-2)^2
// points. The game is over when no two blocks of one color touch. A board that was cleared brings
// 1000 points more. Otherwise the blocks that are left cost points: every color as many as if its
// blocks were one group, so that a color with n > 2 blocks left costs (n-2)^2. These are the rules
// of Schadd, Winands, van den Herik, Chaslot and Uiterwijk, "Single-Player Monte-Carlo Tree
// Search", CG 2008. There, the cost of a color with a single block is not said; here it is 0.
//
// # What to expect
//
// A random game of the board of 15x15 blocks takes 66 plies and brings about 140 points; the best
// published results for the twenty boards of that paper have 3,700 to 4,000 points a board. The
// games are long and points grow with the square of a group, so one group of forty blocks brings
// more than all others. Package nested provides the searches for such a game.
//
// What helps most is not to remove the color of which there are most blocks, the taboo color,
// while other colors can be removed: its blocks then grow together. Weigh and TabooPlayout do
// that.
//
// # Use
//
//	g, err := samegame.New(15, 15, 7) // the random board with seed 7; the zero Game has seed 0
//	...
//	s := g.Start()
//	config := nested.Config{Method: nested.NRPA{Prior: true}}
//	result, err := nested.Search(ctx, g, &s, config, nested.Budget{Playouts: 10_000})
//	...
//	fmt.Println(result.Return, result.Actions)
//
// [Read] reads boards from a file, such as those that the literature compares results on.
//
// # Optional interfaces
//
//	game.Rewarder      the points of a group, when it is removed
//	game.ReturnRanger  bounds by the numbers of blocks of the start
//	game.Playouter     uniform playouts
//	game.Sampler       a random group, without a list of all
//	game.Indexer       a number for each place
//	game.Weigher       a small weight for the taboo color
//	game.Hasher        64 bits of the board
//	game.CellBoard     the board
//	nested.Coder       codes of groups, by their place, color and size
//
// A [State] has 248 bytes: the board, the numbers of blocks, and the points of the last group. No
// method allocates, except those that make text. A Game may be shared by goroutines.
package samegame
