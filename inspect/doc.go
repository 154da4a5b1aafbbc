// Package inspect shows Monte Carlo tree searches in a web page, live while they run, or saved as a
// file.
//
//	search, err := mcts.New(game, mcts.Config{})
//	if err != nil {
//		return err
//	}
//	http.Handle("/search/", inspect.Handler(search))
//	go http.ListenAndServe("127.0.0.1:8080", nil)
//	result, err := search.Run(ctx, &state, budget) // As before.
//
// The page shows the actions of the root, their shares of visits over the simulations, the tree as
// a flame graph, the position at a selected node, the principal variation and the depths of the
// simulations. It loads nothing from the network, and needs no build step.
//
// # Contents
//
//	Handler    serves the page of searches; for a server of yours
//	WriteHTML  writes the page into one file, to keep or to send
//	Page       the same with options: a title, names of the searches, and playing against them
//	Play       lets the user of a page play a game against its searches
//	WriteDOT   draws a tree, in the language of Graphviz
//	WriteJSON  writes a tree as JSON
//
// # Graphs
//
// With Config.Graph, a position is one node of the search however it is reached. The page draws its
// actions once, at its most visited place, and marks its other places with an arrow; files have
// them once, at its shallowest place. The position of a node has a number, and more visits than the
// node if several lines lead to it; see [mcts.Node.Position].
//
// # The game
//
// The page shows positions and players if the game has these methods, which are all optional:
//
//	SVG(s *S) string               the position as an SVG image
//	Text(s *S) string              the position as text, which is shown if there is no image
//	PlayerName(player int) string  the name of a player
//
//	View(s *S, player int) string  what a player sees, in a game with hidden information
//
// Actions are shown as fmt.Sprint prints them. In a game with Determinize, positions are what the
// player at the root sees or, in a game of the page, its user; a spectator sees everything. The
// tree of a search shows the actions of the player whose turn it is, and so its cards: it is a tool
// of the author, and not for the opponents of people.
//
// # Cost
//
// The handler records the visits of the root's actions by [mcts.Search.Inspect], first fifty times
// and later once in a second, and the page asks some times a second while it is visible. The search
// stands still for that, some milliseconds per second, and for no longer if the tree is large.
// docs/performance.md has the numbers.
//
// # Security
//
// A page without [Play] only reads. It shows the search to everyone who can reach the server, so
// let it listen to a local address, or protect it like net/http/pprof. Queries are limited in size,
// and no file is opened by a name from a request. A page with Play lets its users start searches. A
// command names the game and the ply at which the user gave it, and does nothing later.
//
// Pages of other origins can neither read nor play, not even if their names lead to the server: a
// request must name an address, localhost, or one of Page.Hosts. Package guard explains it, and has
// limits to what slow clients can do to a server.
//
// # Concurrency
//
// Handlers may be called by any number of goroutines, and the search still belongs to the goroutine
// that runs it. With [Play], only the handler may run the searches.
package inspect
