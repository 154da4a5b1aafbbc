package ggp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/banyan-go/banyan/gdl"
	"github.com/banyan-go/banyan/gdl/ggp/internal/protocol"
	"github.com/banyan-go/banyan/rng"
)

// Match is a match between players that are reached over HTTP. It may be changed until Run is
// called.
type Match struct {
	ID   string // a name without white space and parentheses
	Game *gdl.Game

	// Players are the addresses of the players, in the order of Game; all are different, because a
	// player has one role in a match. One without an address makes random moves.
	Players []string

	StartClock time.Duration // before the first move
	PlayClock  time.Duration // for each move
	Seed       uint64        // of random moves
	Client     *http.Client  // if nil, http.DefaultClient
}

// Record is what happened in a match. It is written as JSON.
type Record struct {
	MatchID    string    `json:"match"`      // its ID
	Roles      []string  `json:"roles"`      // random among them, in the order of the sheet
	Players    []string  `json:"players"`    // addresses, of the roles other than random
	StartClock float64   `json:"startClock"` // in seconds
	PlayClock  float64   `json:"playClock"`  // in seconds
	Faults     []Fault   `json:"faults"`     // of all players, in the order of time
	Steps      []Step    `json:"steps"`
	Returns    []float64 `json:"returns"` // of the players; none if the match was aborted
}

// Step is a joint move.
type Step struct {
	Moves   []string  `json:"moves"`   // of each role
	Seconds []float64 `json:"seconds"` // of each player, until it answered
}

// Fault says that a player did not answer as it should. A random move is made for it.
type Fault struct {
	Step   int    `json:"step"`   // from 1; 0 is the start
	Player int    `json:"player"` // an index of Record.Players
	What   string `json:"what"`   // a sentence
}

// Run plays the match. A fault of a player does not end it. When ctx is done, or the sheet is wrong
// where the match leads, the players are told that the match is aborted, and Run returns what was
// played and the error.
func (m Match) Run(ctx context.Context) (Record, error) {
	if err := m.validate(); err != nil {
		return Record{}, fmt.Errorf("ggp: %w", err)
	}
	r := newReferee(m)
	err := r.run(ctx)
	return r.record, err
}

func (m Match) validate() error {
	var names []string
	if m.Game != nil {
		names = m.Game.PlayerNames()
	}
	switch {
	case m.Game == nil:
		return errors.New("Match.Game is nil")
	case !protocol.IsName(m.ID):
		return fmt.Errorf("Match.ID is %q, want a name without white space and parentheses", m.ID)
	case m.StartClock <= 0 || m.StartClock > protocol.MaxClock:
		return fmt.Errorf("Match.StartClock is %v, want more than 0 and at most %v", m.StartClock, protocol.MaxClock)
	case m.PlayClock <= 0 || m.PlayClock > protocol.MaxClock:
		return fmt.Errorf("Match.PlayClock is %v, want more than 0 and at most %v", m.PlayClock, protocol.MaxClock)
	case len(m.Players) != len(names):
		return fmt.Errorf("Match.Players has %d addresses, want %d, of the players %q", len(m.Players), len(names), names)
	}
	known := map[string]bool{}
	for _, address := range m.Players {
		if known[address] {
			return fmt.Errorf("Match.Players has %s twice, want different addresses", address)
		}
		known[address] = address != ""
	}
	return nil
}

// referee runs a match.
type referee struct {
	Match
	rand    *rng.Rand
	roles   []string
	names   []string // of the players
	players []int    // of each role, the player, or -1
	alive   []bool   // of each player: whether it answered the latest message
	state   gdl.State
	record  Record
}

func newReferee(m Match) *referee {
	r := &referee{Match: m, rand: rng.New(m.Seed), roles: m.Game.Roles(), names: m.Game.PlayerNames(), state: m.Game.Start()}
	r.alive = make([]bool, len(m.Players))
	for _, role := range r.roles {
		r.players = append(r.players, slices.Index(r.names, role))
	}
	r.record = Record{
		MatchID: m.ID, Roles: r.roles, Players: m.Players, Faults: []Fault{}, Steps: []Step{},
		StartClock: m.StartClock.Seconds(), PlayClock: m.PlayClock.Seconds(),
	}
	return r
}

// endClock is how long players have to answer the end of a match.
const endClock = 5 * time.Second

// run plays the match.
func (r *referee) run(ctx context.Context) error {
	last, err := r.play(ctx)
	end := protocol.Message{Kind: protocol.Stop, MatchID: r.ID, Moves: last}
	if err != nil {
		end = protocol.Message{Kind: protocol.Abort, MatchID: r.ID}
	} else {
		r.record.Returns = make([]float64, len(r.names))
		r.Game.Returns(&r.state, r.record.Returns)
	}
	r.ask(context.WithoutCancel(ctx), endClock, func(int) protocol.Message { return end })
	return err
}

// play plays to the end and returns the last joint move.
func (r *referee) play(ctx context.Context) (moves []string, err error) {
	answers := r.ask(ctx, r.StartClock, func(player int) protocol.Message {
		return protocol.Message{
			Kind: protocol.Start, MatchID: r.ID, Role: r.names[player], Rules: r.Game.Rules(),
			StartClock: r.StartClock, PlayClock: r.PlayClock,
		}
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	for i, a := range answers {
		if a.err == nil && !strings.EqualFold(a.text, "ready") {
			a.err = fmt.Errorf("the answer to START is %.40q, want ready", a.text)
		}
		r.fault(0, i, a.err)
	}
	for r.Game.Legal(&r.state, 0) != nil {
		message := protocol.Message{Kind: protocol.Play, MatchID: r.ID, Moves: moves}
		answers := r.ask(ctx, r.PlayClock, func(int) protocol.Message { return message })
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if moves, err = r.step(answers); err != nil {
			return nil, err
		}
	}
	return moves, nil
}

// step plays the joint move that the players answer, and returns it.
func (r *referee) step(answers []answer) ([]string, error) {
	number, s := len(r.record.Steps)+1, Step{Seconds: make([]float64, len(answers))}
	var moves []gdl.Action
	for role, player := range r.players {
		legal := r.Game.Legal(&r.state, role)
		move := legal[r.rand.IntN(len(legal))]
		if player >= 0 && r.Players[player] != "" {
			s.Seconds[player] = answers[player].after.Seconds()
			chosen, err := r.read(answers[player], legal)
			if err == nil {
				move = chosen
			}
			r.fault(number, player, err)
		}
		moves = append(moves, move)
		s.Moves = append(s.Moves, move.String())
	}
	r.record.Steps = append(r.record.Steps, s)
	_, err := r.Game.Next(&r.state, moves)
	return s.Moves, err
}

// read returns the move of an answer.
func (r *referee) read(a answer, legal []gdl.Action) (gdl.Action, error) {
	if a.err != nil {
		return gdl.Action{}, a.err
	}
	move, err := r.Game.Parse(a.text)
	if err != nil || !slices.Contains(legal, move) {
		return move, fmt.Errorf("the move %.40q is not legal", a.text)
	}
	return move, nil
}

// fault notes an error of a player.
func (r *referee) fault(step, player int, err error) {
	if err != nil {
		r.record.Faults = append(r.record.Faults, Fault{step, player, err.Error()})
	}
}

// answer is the answer of a player to a message.
type answer struct {
	text  string
	after time.Duration
	err   error
}

// ask sends a message to every player, and returns the answers when all have come or the clock has
// run out.
func (r *referee) ask(ctx context.Context, clock time.Duration, message func(player int) protocol.Message) []answer {
	ctx, stop := context.WithTimeoutCause(ctx, clock, errors.New("the answer is late"))
	defer stop()
	answers := make([]answer, len(r.Players))
	var group sync.WaitGroup
	for i, address := range r.Players {
		if address == "" {
			answers[i].text = "ready"
			continue
		}
		group.Go(func() {
			begin := time.Now()
			a := &answers[i]
			a.text, a.err = r.deliver(ctx, i, message(i))
			a.after = time.Since(begin)
			if a.err != nil && ctx.Err() != nil {
				a.err = context.Cause(ctx)
			}
		})
	}
	group.Wait()
	return answers
}

// deliver sends a message to a player and returns the answer. If the connection fails, and the
// player has answered the message before, it may be about to be started again. Then deliver tries
// again until the clock runs out.
func (r *referee) deliver(ctx context.Context, player int, m protocol.Message) (text string, err error) {
	for {
		text, err = r.send(ctx, r.Players[player], m)
		var failed *url.Error
		if !errors.As(err, &failed) {
			r.alive[player] = true
			return text, err
		}
		if !r.alive[player] {
			return text, err
		}
		select {
		case <-time.After(retry):
		case <-ctx.Done():
			r.alive[player] = false
			return text, err
		}
	}
}

// retry is how long deliver waits before it tries again.
const retry = 100 * time.Millisecond

// send sends a message to a player and returns the answer. A connection is not used again: the
// player may have been started again since.
func (r *referee) send(ctx context.Context, address string, m protocol.Message) (string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, strings.NewReader(m.String()))
	if err != nil {
		return "", err
	}
	request.Close = true
	request.Header.Set("Content-Type", "text/acl")
	response, err := cmp.Or(r.Client, http.DefaultClient).Do(request)
	if err != nil {
		return "", err
	}
	defer func() { _ = response.Body.Close() }()
	const longest = 1 << 16
	text, err := io.ReadAll(io.LimitReader(response.Body, longest))
	switch {
	case err != nil:
		return "", err
	case response.StatusCode != http.StatusOK:
		return "", fmt.Errorf("%s: %.100s", response.Status, strings.TrimSpace(string(text)))
	}
	return strings.TrimSpace(string(text)), nil
}
