package mcts

import "github.com/banyan-go/banyan/game"

// What [Game.ToMove] returns if no single player chooses.
const (
	Chance       = game.Chance       // nature moves: dice, a card drawn
	Simultaneous = game.Simultaneous // all players choose independently
)

// Game states the rules of a game: five methods. This and the following names are aliases from
// package game, which documents their contracts, so that the author of a game needs to import
// package mcts only.
type Game[S any, A comparable] = game.Game[S, A]

// The optional interfaces of a game. [Search.Explain] lists those that a game has and a search
// uses. Copier, ChanceGame and SimultaneousGame are needed by games whose states or rules call for
// them, Determinizer by Config.Hidden, CellBoard by Config.Similarity. The others make a search
// faster or better informed.
type (
	// Copier is [game.Copier].
	Copier[S any] = game.Copier[S]
	// ChanceGame is [game.ChanceGame].
	ChanceGame[S any, A comparable] = game.ChanceGame[S, A]
	// SamplingGame is [game.SamplingGame].
	SamplingGame[S any, A comparable] = game.SamplingGame[S, A]
	// Rewarder is [game.Rewarder].
	Rewarder[S any] = game.Rewarder[S]
	// ReturnRanger is [game.ReturnRanger].
	ReturnRanger = game.ReturnRanger
	// Outcome is [game.Outcome].
	Outcome[A comparable] = game.Outcome[A]
	// SimultaneousGame is [game.SimultaneousGame].
	SimultaneousGame[S any, A comparable] = game.SimultaneousGame[S, A]
	// Passer is [game.Passer].
	Passer[A comparable] = game.Passer[A]
	// Informer is [game.Informer].
	Informer[S any] = game.Informer[S]

	// Determinizer is [game.Determinizer].
	Determinizer[S any] = game.Determinizer[S]
	// TurnCounter is [game.TurnCounter].
	TurnCounter[S any] = game.TurnCounter[S]
	// Indexer is [game.Indexer].
	Indexer[A comparable] = game.Indexer[A]
	// IndexLister is [game.IndexLister].
	IndexLister[S any, A comparable] = game.IndexLister[S, A]
	// Playouter is [game.Playouter].
	Playouter[S any] = game.Playouter[S]
	// PlayoutRecorder is [game.PlayoutRecorder].
	PlayoutRecorder[S any] = game.PlayoutRecorder[S]
	// ScorePlayouter is [game.ScorePlayouter].
	ScorePlayouter[S any] = game.ScorePlayouter[S]
	// Sampler is [game.Sampler].
	Sampler[S any, A comparable] = game.Sampler[S, A]
	// Evaluator is [game.Evaluator].
	Evaluator[S any] = game.Evaluator[S]
	// Winner is [game.Winner].
	Winner[S any, A comparable] = game.Winner[S, A]
	// Weigher is [game.Weigher].
	Weigher[S any, A comparable] = game.Weigher[S, A]
	// Hasher is [game.Hasher].
	Hasher[S any] = game.Hasher[S]
	// CellBoard is [game.CellBoard].
	CellBoard[S any] = game.CellBoard[S]
)

// Predictor judges positions before they are searched; see [game.Predictor].
type Predictor[S any, A comparable] = game.Predictor[S, A]

// Position is a state that a [Predictor] judges; see [game.Position].
type Position[S any, A comparable] = game.Position[S, A]

// Line is a way to play on to the end of the game; see [game.Line].
type Line[A any] = game.Line[A]
