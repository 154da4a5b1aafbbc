package mcts

import "github.com/banyan-go/banyan/game"

// What [Game.ToMove] returns if no single player chooses.
const (
	Chance       = game.Chance       // nature moves: dice, a card drawn
	Simultaneous = game.Simultaneous // all players choose independently
)

// Game states the rules of a game: five methods. This and the following names are those of package
// game, where their contracts stand, so that the author of a game needs to import package mcts
// only.
type Game[S any, A comparable] = game.Game[S, A]

// The optional interfaces of a game. [Search.Explain] lists those that a game has and a search
// uses. Copier, ChanceGame and SimultaneousGame are needed by games whose states or rules call for
// them, Determinizer by Config.Hidden, CellBoard by Config.Similarity. The others make a search
// faster or better informed.
type (
	Copier[S any]                         = game.Copier[S]
	ChanceGame[S any, A comparable]       = game.ChanceGame[S, A]
	Outcome[A comparable]                 = game.Outcome[A]
	SimultaneousGame[S any, A comparable] = game.SimultaneousGame[S, A]
	Passer[A comparable]                  = game.Passer[A]
	Determinizer[S any]                   = game.Determinizer[S]
	TurnCounter[S any]                    = game.TurnCounter[S]
	Indexer[A comparable]                 = game.Indexer[A]
	IndexLister[S any, A comparable]      = game.IndexLister[S, A]
	Playouter[S any]                      = game.Playouter[S]
	PlayoutRecorder[S any]                = game.PlayoutRecorder[S]
	ScorePlayouter[S any]                 = game.ScorePlayouter[S]
	Sampler[S any, A comparable]          = game.Sampler[S, A]
	Evaluator[S any]                      = game.Evaluator[S]
	Winner[S any, A comparable]           = game.Winner[S, A]
	Weigher[S any, A comparable]          = game.Weigher[S, A]
	Hasher[S any]                         = game.Hasher[S]
	CellBoard[S any]                      = game.CellBoard[S]
)
