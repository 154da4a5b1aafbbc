// Package ggp plays games of rule sheets over HTTP, by the protocol of general game playing (M.
// Genesereth, N. Love and B. Pell, "General Game Playing: Overview of the AAAI Competition", AI
// Magazine 26(2), 2005): a server sends the rules of a game that no player has seen before, gives
// the players a start clock to study them, and asks for the moves, each within a play clock.
//
//	player, err := ggp.NewPlayer(ggp.Config{Name: "example"})
//	...
//	defer player.Close()
//	err = http.ListenAndServe(":9147", player)
//
// A [Player] is an [http.Handler] that answers the messages of a server. Any player of package
// arena can choose its moves, by default a search that [Auto] fits to the game. A [Match] is the
// other side: it sends the messages of a match to players and keeps the clocks.
//
// # Messages
//
// A message is the body of a POST request, and the answer is the body of the response:
//
//	(START match role (rule ...) startclock playclock)    ready, or busy during another match
//	(PLAY match NIL)                                      the first move
//	(PLAY match (move ...))                               the next move after a joint move
//	(STOP match (move ...))                               done
//	(ABORT match)                                         aborted
//	(INFO)                                                ((name NAME) (status available))
//	(PREVIEW (rule ...) startclock)                       ready
//
// # Clocks
//
// An answer is sent Config.Margin before the clock runs out, counted from the arrival of the
// message; READY is sent only then if the player ponders. A chooser that was late before, as on a
// busy machine, has to end earlier by as much. If the chooser of the moves is late, has
// an error, panics, or chooses an illegal move, the Player sends a random legal move in time. While
// a large sheet is being prepared, the legal moves are worked out from the rules themselves.
//
// After its move, the chooser ponders until the next message: about the next state if the others
// have no choice, otherwise about the same one. A message that comes twice is answered as before.
//
// # Strategies
//
// No player is tuned for a game that it has never seen. So an [Auto] uses a quarter of what
// is left of the start clock when the game is loaded, and at most eight seconds, to play random
// games, and short searches whose speed it compares. The [Figures] of these games decide what the
// searches of the match are made of, see [Strategies]:
//
//	playouts     that learn (policy.Adaptive), the mean of 64 (gdl.Game.MeanPlayout), or uniform
//	solver       in games without simultaneous moves, for a constant sum if random games have one
//	similarity   of positions, if it is nearly free and trials advise it
//
// The log has the choice and a reason for each part. The rest of the start clock is a search from
// the first state on, whose tree serves the first move. Where there is no time to measure, the
// strategies are those that suit most games.
//
// # Restarts
//
// With [Config.Journal], a player that was killed continues with its match when it is made again.
// It loses the moves requested in between, and the rest of the match if it misses a message,
// because a message has the latest joint move only. The server of a [Match] sends a message that
// does not get through again until the clock runs out, so that it is not missed.
//
// # Concurrency and determinism
//
// A Player serves requests of several goroutines. It plays one match at a time and has one role in
// it, as is usual. What a search finds depends on the time it has, and so do the moves. Equal
// numbers give equal strategies.
package ggp
