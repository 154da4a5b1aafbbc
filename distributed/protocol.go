package distributed

import (
	"encoding/json"
	"fmt"
	"regexp"
	"time"

	"github.com/banyan-go/banyan/arena"
)

// Protocol is the version of the subjects and messages. Programs of different protocols do not work
// together; they tell each other so.
const Protocol = 1

// The names of the streams, and the subjects of all messages. docs/internals/protocol.md describes
// them. A queue, a match, a pair and a worker are each one token of a subject.
const (
	jobsStream     = "BANYAN_JOBS_V1"
	resultsStream  = "BANYAN_RESULTS_V1"
	attemptsStream = "BANYAN_ATTEMPTS_V1"

	jobsSubject     = "banyan.v1.jobs"     // .QUEUE.MATCH.PAIR
	resultsSubject  = "banyan.v1.results"  // .QUEUE.MATCH.PAIR
	attemptsSubject = "banyan.v1.attempts" // .QUEUE.MATCH.PAIR
	failuresSubject = "banyan.v1.failures" // .QUEUE.MATCH.PAIR
	workersSubject  = "banyan.v1.workers"  // .QUEUE.WORKER
	errorsSubject   = "banyan.v1.errors"   // .QUEUE.MATCH
	searchSubject   = "banyan.v1.search"   // .QUEUE: who searches? .QUEUE.WORKER: a share; .QUEUE.WORKER.alive, .stop

	searchEndSubject = "banyan.v1.search-end" // .QUEUE: the trees of a search are not needed any more

	// These two are the same in all versions of the protocol, so that all can report the
	// difference.
	helloSubject    = "banyan.hello"    // .QUEUE: a worker announces itself and is admitted or refused
	announceSubject = "banyan.announce" // .QUEUE: all workers announce themselves again
)

// DefaultQueue is the name of the queue that workers and matches share if they name no other.
const DefaultQueue = "default"

var (
	queueNames  = regexp.MustCompile(`^[A-Za-z0-9_-]{1,32}$`)
	workerNames = regexp.MustCompile(`^[A-Za-z0-9_-]{1,100}$`)
	notOfNames  = regexp.MustCompile(`[^A-Za-z0-9_-]`)
)

// queueName returns the name of a queue, or an error if it cannot be one.
func queueName(name string) (string, error) {
	if name == "" {
		return DefaultQueue, nil
	}
	if !queueNames.MatchString(name) {
		return "", fmt.Errorf("distributed: the queue is %q, want 1 to 32 letters, digits, - or _", name)
	}
	return name, nil
}

// job is the message of one pair of games. The pair is the job, because it depends on the batch and
// its number only, and so can be played anywhere and again. One game is too little: a sequential
// test waits for pairs. A share of the match is too much: what a killed worker has begun is played
// again.
type job struct {
	Protocol int    `json:"protocol"`
	Version  string `json:"version"`
	Match    string `json:"match"` // the name of the match, which Batch and Version determine
	Batch    Batch  `json:"batch"`
	Pair     int    `json:"pair"`
}

// result is the message of a finished pair. It has records or an error.
type result struct {
	Protocol int            `json:"protocol"`
	Match    string         `json:"match"`
	Pair     int            `json:"pair"`
	Records  []arena.Record `json:"records,omitempty"`
	Error    string         `json:"error,omitempty"` // why this pair will not be tried again
	Attempts int            `json:"attempts"`        // how often the pair was begun
	Worker   string         `json:"worker"`
	Seconds  float64        `json:"seconds"` // that the games took
}

// announcement identifies a worker.
type announcement struct {
	Protocol int       `json:"protocol"`
	Version  string    `json:"version"`
	Games    []string  `json:"games"` // the names of the games that it has
	Worker   string    `json:"worker"`
	Time     time.Time `json:"time"` // by the clock of the worker
}

// admission is the response to an announcement.
type admission struct {
	Refused string `json:"refused,omitempty"` // why the worker cannot help; empty if it can
}

// workerError tells the coordinator of a match that a worker cannot continue.
type workerError struct {
	Worker  string `json:"worker"`
	Error   string `json:"error"`
	Storage bool   `json:"storage,omitempty"` // the server cannot store results, so no worker can continue
}

// Status is what a worker tells of itself, about once a second.
type Status struct {
	Worker  string  `json:"worker"`  // its name, which no other one has
	Pairs   int     `json:"pairs"`   // played since it began
	Failed  int     `json:"failed"`  // attempts that ended in an error
	Playing int     `json:"playing"` // pairs that it is playing
	Busy    float64 `json:"busy"`    // seconds spent playing, over all pairs that it plays concurrently
	Seconds float64 `json:"seconds"` // since it began
	Leaving bool    `json:"leaving"` // it takes no more pairs
}

func encode(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil { // Messages are made of numbers, strings and times; a record has finite numbers only.
		panic(fmt.Sprintf("distributed: %T: %v", v, err))
	}
	return data
}

func decode[T any](data []byte) (v T, err error) {
	if err = json.Unmarshal(data, &v); err != nil {
		err = fmt.Errorf("distributed: a message that is no %T: %w", v, err)
	}
	return v, err
}
