// Package stats evaluates counts of wins, draws and losses. It knows no games: the counts may come
// from package arena or from anywhere else.
//
//	Tally                wins, draws and losses: rates, intervals, sign test, Elo, likelihood of
//	                     superiority
//	Pairs, Pentanomial   the scores of pairs of games and their interval
//	SPRT                 a sequential test over pairs of games
//	Ratings              Elo ratings of more than two players
//	Wilson, SignTest, LOS, Elo, Rate    the functions behind them
//
// All values may be used by several goroutines, and no result is random.
package stats
