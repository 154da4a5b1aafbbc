package gametest

import "slices"

// checkTurn checks that Turn depends on the state alone and does not fall along a game.
func (k *kit[S, A]) checkTurn(p *position[S, A]) {
	if k.Turns == nil {
		return
	}
	turn := k.Turns.Turn(p.state)
	k.Copy(&k.scratch, p.state)
	if again := k.Turns.Turn(&k.scratch); again != turn {
		k.find(lawTurn, "the turn of a state is %d, and %d of its copy", turn, again)
	}
	if len(k.path) > 0 && turn < k.turn {
		k.find(lawTurn, "Turn falls from %d to %d in one ply", k.turn, turn)
	}
	k.turn = turn
}

// checkLast checks last, the state that Playout from p left, which ended with the returns out.
func (k *kit[S, A]) checkLast(p *position[S, A], last *S, out []float64) {
	if k.Turns == nil {
		return
	}
	var end position[S, A]
	if k.look(&end, last); !end.isOver() {
		k.find(lawTurn, "Playout leaves a state that is not terminal")
		return
	}
	returns := make([]float64, k.players)
	if k.Returns(last, returns); !slices.Equal(returns, out) {
		k.find(lawTurn, "Playout wrote %v and leaves a state with returns %v", out, returns)
	}
	if before, after := k.Turns.Turn(p.state), k.Turns.Turn(last); after < before {
		k.find(lawTurn, "Turn falls from %d to %d in Playout", before, after)
	}
}
