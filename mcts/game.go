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

// Copier is [game.Copier].
type Copier[S any] = game.Copier[S]

// ChanceGame is [game.ChanceGame].
type ChanceGame[S any, A comparable] = game.ChanceGame[S, A]

// Outcome is [game.Outcome].
type Outcome[A comparable] = game.Outcome[A]

// SimultaneousGame is [game.SimultaneousGame].
type SimultaneousGame[S any, A comparable] = game.SimultaneousGame[S, A]

// Passer is [game.Passer].
type Passer[A comparable] = game.Passer[A]

// Determinizer is [game.Determinizer].
type Determinizer[S any] = game.Determinizer[S]

// TurnCounter is [game.TurnCounter].
type TurnCounter[S any] = game.TurnCounter[S]

// Indexer is [game.Indexer].
type Indexer[A comparable] = game.Indexer[A]

// IndexLister is [game.IndexLister].
type IndexLister[S any, A comparable] = game.IndexLister[S, A]

// Playouter is [game.Playouter].
type Playouter[S any] = game.Playouter[S]

// PlayoutRecorder is [game.PlayoutRecorder].
type PlayoutRecorder[S any] = game.PlayoutRecorder[S]

// ScorePlayouter is [game.ScorePlayouter].
type ScorePlayouter[S any] = game.ScorePlayouter[S]

// Sampler is [game.Sampler].
type Sampler[S any, A comparable] = game.Sampler[S, A]

// Evaluator is [game.Evaluator].
type Evaluator[S any] = game.Evaluator[S]

// Winner is [game.Winner].
type Winner[S any, A comparable] = game.Winner[S, A]

// Weigher is [game.Weigher].
type Weigher[S any, A comparable] = game.Weigher[S, A]

// Hasher is [game.Hasher].
type Hasher[S any] = game.Hasher[S]

// CellBoard is [game.CellBoard].
type CellBoard[S any] = game.CellBoard[S]

// Predictor judges positions before they are searched; see [game.Predictor].
type Predictor[S any, A comparable] = game.Predictor[S, A]

// Position is a state that a [Predictor] judges; see [game.Position].
type Position[S any, A comparable] = game.Position[S, A]
