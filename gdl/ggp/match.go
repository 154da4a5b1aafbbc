package ggp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/banyan-go/banyan/gdl"
	"github.com/banyan-go/banyan/gdl/kif"
	"github.com/banyan-go/banyan/rng"
)

// Match is a match between players that are reached over HTTP. It may be changed until Run is
// called.
type Match struct {
	ID    string     // a name without white space and parentheses
	Rules []kif.Expr // the rule sheet
	Game  *gdl.Game  // of these rules

	// Players are the addresses of the players, in the order of Game. One without an address makes
	// random moves.
	Players []string

	StartClock time.Duration
	PlayClock  time.Duration
	Seed       uint64       // of random moves
	Client     *http.Client // if nil, http.DefaultClient
}

// Record is what happened in a match. It is written as JSON.
type Record struct {
	Match      string    `json:"match"`
	Roles      []string  `json:"roles"`
	Players    []string  `json:"players"`
	StartClock float64   `json:"startClock"` // in seconds
	PlayClock  float64   `json:"playClock"`
	Faults     []Fault   `json:"faults"` // of all players, in the order of time
	Steps      []Step    `json:"steps"`
	Returns    []float64 `json:"returns"` // of the players; none if the match was aborted
}

// Step is a joint move.
type Step struct {
	Moves   []string  `json:"moves"`   // of the roles
	Seconds []float64 `json:"seconds"` // until the players answered
}

// Fault says that a player did not answer as it should. A random move is made for it.
type Fault struct {
	Step   int    `json:"step"` // from 1; 0 is the start
	Player int    `json:"player"`
	What   string `json:"what"`
}

// contest is a match that runs.
type contest struct {
	Match
	rand   *rng.Rand
	roles  []string
	seats  []int // of each role, the player, or -1
	state  gdl.State
	record Record
}

// Run plays the match. A fault of a player does not end it. When ctx is done, the players are told,
// and Run returns what was played and the error of ctx.
func (m Match) Run(ctx context.Context) (Record, error) {
	c := &contest{Match: m, rand: rng.New(m.Seed), roles: m.Game.Roles(), state: m.Game.Start()}
	names := players(m.Game)
	if len(m.Players) != len(names) {
		return Record{}, fmt.Errorf("ggp: Match.Players has %d addresses, want %d, of the players %q", len(m.Players), len(names), names)
	}
	for _, role := range c.roles {
		c.seats = append(c.seats, slices.Index(names, role))
	}
	c.record = Record{
		Match: m.ID, Roles: c.roles, Players: m.Players, Faults: []Fault{},
		StartClock: m.StartClock.Seconds(), PlayClock: m.PlayClock.Seconds(),
	}
	err := c.run(ctx, names)
	return c.record, err
}

// farewell is how long players have to answer the end of a match.
const farewell = 5 * time.Second

func (c *contest) run(ctx context.Context, names []string) error {
	defer func() {
		if ctx.Err() != nil {
			c.tell(context.WithoutCancel(ctx), Message{Kind: Abort, Match: c.ID})
		}
	}()
	for i, a := range c.ask(ctx, c.StartClock, func(player int) Message {
		return Message{
			Kind: Start, Match: c.ID, Role: names[player], Rules: c.Rules, StartClock: c.StartClock, PlayClock: c.PlayClock,
		}
	}) {
		if a.err == nil && !strings.EqualFold(a.text, "ready") {
			a.err = fmt.Errorf("the answer to START is %.40q, want ready", a.text)
		}
		c.fault(0, i, a.err)
	}
	var moves []string
	for step := 1; c.Game.Legal(&c.state, 0) != nil; step++ {
		message := Message{Kind: Play, Match: c.ID, Moves: moves}
		answers := c.ask(ctx, c.PlayClock, func(int) Message { return message })
		if ctx.Err() != nil {
			return ctx.Err()
		}
		moves = c.step(step, answers)
	}
	c.tell(ctx, Message{Kind: Stop, Match: c.ID, Moves: moves})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	c.record.Returns = make([]float64, len(names))
	c.Game.Returns(&c.state, c.record.Returns)
	return nil
}

// step plays the joint move that the players answer, and returns it.
func (c *contest) step(number int, answers []answer) []string {
	s := Step{Seconds: make([]float64, len(answers))}
	var joint []gdl.Action
	for role := range c.roles {
		legal := c.Game.Legal(&c.state, role)
		move := legal[c.rand.IntN(len(legal))]
		if i := c.seats[role]; i >= 0 && c.Players[i] != "" {
			a := answers[i]
			s.Seconds[i] = a.after.Seconds()
			if chosen, err := c.read(a, legal); err == nil {
				move = chosen
			} else {
				c.fault(number, i, err)
			}
		}
		joint = append(joint, move)
		s.Moves = append(s.Moves, move.String())
	}
	if _, err := c.Game.Next(&c.state, joint); err != nil {
		panic(err) // All moves are legal.
	}
	c.record.Steps = append(c.record.Steps, s)
	return s.Moves
}

// read returns the move of an answer.
func (c *contest) read(a answer, legal []gdl.Action) (gdl.Action, error) {
	if a.err != nil {
		return gdl.Action{}, a.err
	}
	move, err := c.Game.Parse(a.text)
	if err != nil || !slices.Contains(legal, move) {
		return move, fmt.Errorf("the move %.40q is not legal", a.text)
	}
	return move, nil
}

// fault notes an error of a player.
func (c *contest) fault(step, player int, err error) {
	if err != nil {
		c.record.Faults = append(c.record.Faults, Fault{step, player, err.Error()})
	}
}

// answer is the answer of a player to a message.
type answer struct {
	text  string
	after time.Duration
	err   error
}

// tell sends a message to all players that ends the match.
func (c *contest) tell(ctx context.Context, m Message) {
	c.ask(ctx, farewell, func(int) Message { return m })
}

// ask sends a message to every player, and returns the answers when all have come or the clock has
// run out.
func (c *contest) ask(ctx context.Context, clock time.Duration, message func(player int) Message) []answer {
	ctx, stop := context.WithTimeoutCause(ctx, clock, errors.New("the answer is late"))
	defer stop()
	answers := make([]answer, len(c.Players))
	var group sync.WaitGroup
	for i, address := range c.Players {
		if address == "" {
			answers[i].text = "ready"
			continue
		}
		group.Go(func() {
			begin := time.Now()
			a := &answers[i]
			a.text, a.err = c.send(ctx, address, message(i))
			a.after = time.Since(begin)
			if a.err != nil && ctx.Err() != nil {
				a.err = context.Cause(ctx)
			}
		})
	}
	group.Wait()
	return answers
}

// send sends a message to a player and returns the answer.
func (c *contest) send(ctx context.Context, address string, m Message) (string, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, strings.NewReader(m.String()))
	if err != nil {
		return "", err
	}
	r.Header.Set("Content-Type", "text/acl")
	response, err := cmp.Or(c.Client, http.DefaultClient).Do(r)
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
