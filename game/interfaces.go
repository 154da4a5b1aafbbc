package game

import (
	"fmt"
	"reflect"
	"strings"
)

// Capability names an optional interface.
type Capability string

// The optional interfaces, for [Supporter] and [Interfaces].
const (
	HasCopier           Capability = "Copier"
	HasChanceGame       Capability = "ChanceGame"
	HasSamplingGame     Capability = "SamplingGame"
	HasSimultaneousGame Capability = "SimultaneousGame"
	HasRewarder         Capability = "Rewarder"
	HasIndexer          Capability = "Indexer"
	HasIndexLister      Capability = "IndexLister"
	HasScorePlayouter   Capability = "ScorePlayouter"
	HasPlayouter        Capability = "Playouter"
	HasPlayoutRecorder  Capability = "PlayoutRecorder"
	HasSampler          Capability = "Sampler"
	HasReturnRanger     Capability = "ReturnRanger"
	HasEvaluator        Capability = "Evaluator"
	HasWinner           Capability = "Winner"
	HasWeigher          Capability = "Weigher"
	HasPasser           Capability = "Passer"
	HasDeterminizer     Capability = "Determinizer"
	HasInformer         Capability = "Informer"
	HasTurnCounter      Capability = "TurnCounter"
	HasHasher           Capability = "Hasher"
	HasCellBoard        Capability = "CellBoard"

	HasStarter      Capability = "Starter"
	HasTexter       Capability = "Texter"
	HasIllustrator  Capability = "Illustrator"
	HasParser       Capability = "Parser"
	HasReferee      Capability = "Referee"
	HasJointReferee Capability = "JointReferee"
	HasPlayerNamer  Capability = "PlayerNamer"
	HasViewer       Capability = "Viewer"
	HasTeller       Capability = "Teller"
)

// Interface describes an optional interface of a game.
type Interface struct {
	Name    Capability
	Purpose string // what it does for the game
	Missing string // what happens without it
	Shows   bool   // it shows the game to people, and no search uses it

	field string // of Rules
}

// interfaces is the table of the optional interfaces. NewRules and Describe follow it.
var interfaces = []Interface{
	{HasCopier, "copies states that hold slices, maps or pointers", "states are copied by assignment", false, "Copier"},
	{HasChanceGame, "lists the outcomes of chance", "there are no chance nodes", false, "Chance"},
	{HasSamplingGame, "draws the outcomes of chance where they are too many to list", "outcomes of chance have to be listed", false, "Sampling"},
	{HasSimultaneousGame, "has simultaneous moves", "there are no simultaneous moves", false, "Simultaneous"},
	{HasRewarder, "pays the players during play", "players are paid at the end only", false, "Rewarder"},
	{HasIndexer, "numbers the actions, for strategies that learn", "actions are numbered by a map if a strategy reads numbers, which is slower", false, "Indexer"},
	{HasIndexLister, "lists actions by their numbers, which makes playouts that learn faster", "policies that read action numbers list the actions", false, "Lister"},
	{HasScorePlayouter, "plays to the end by scores of the actions in one call, which makes MAST faster", "policies such as MAST play ply by ply", false, "Scorer"},
	{HasPlayouter, "plays to the end at random in one call, which is fast", "playouts list the actions of every ply, which takes 1.4 to 3.6 times as long in the games of this module", false, "Playouter"},
	{HasPlayoutRecorder, "tells what a random playout played, which makes AMAF faster", "uniform playouts that a strategy reads go ply by ply", false, "Recorder"},
	{HasSampler, "draws an action without a list, which is fast", "playouts list the actions of every ply", false, "Sampler"},
	{HasReturnRanger, "says which returns are possible, and so what a win is", "a win is a return of 1, and nothing is known of other returns", false, "Range"},
	{HasEvaluator, "estimates the returns of a state that is not terminal", "a playout that is cut off counts as a draw", false, "Evaluator"},
	{HasWinner, "finds an action that wins at once", "looking for a winning action would play all of them", false, "Winner"},
	{HasWeigher, "tells promising actions from others, for priors", "the game has no priors", false, "Weigher"},
	{HasPasser, "names forced passes, which strategies that learn leave out", "every action counts as a choice", false, "Passer"},
	{HasDeterminizer, "replaces what a player cannot see by a random sample", "the search assumes perfect information", false, "Determinizer"},
	{HasInformer, "tells what a player knows, so that moves may be hidden", "an ISMCTS takes positions after the same actions for one", false, "Informer"},
	{HasTurnCounter, "numbers the turns if a turn is not a ply", "a ply counts as a turn", false, "Turns"},
	{HasHasher, "tells positions apart by 64 bits", "there is no Config.Graph, and package minimax has no transposition table", false, "Hasher"},
	{HasCellBoard, "lists the cells of the board, for position similarity", "sharing statistics between positions would need it", false, "Cells"},

	{HasStarter, "knows the state in which games start", "programs must be told where games start", true, "Starter"},
	{HasTexter, "draws a state as text", "a state is printed with %v", true, "Texter"},
	{HasIllustrator, "draws a state as an SVG image", "pages show the text of a state", true, "Illustrator"},
	{HasParser, "reads an action", "an action is chosen by its text or its number", true, "Parser"},
	{HasReferee, "explains why an action is illegal", "an illegal action is refused without a reason", true, "Referee"},
	{HasJointReferee, "explains why an action of simultaneous moves is illegal", "an illegal action is refused without a reason", true, "JointReferee"},
	{HasPlayerNamer, "names the players", "players have numbers", true, "Namer"},
	{HasViewer, "draws what one player sees", "people see the text of the whole state", true, "Viewer"},
	{HasTeller, "describes an action without what is hidden", "people see every action as it is", true, "Teller"},
}

// Interfaces returns the table of the optional interfaces.
func Interfaces() []Interface { return append([]Interface(nil), interfaces...) }

// Description describes whether a game has an optional interface.
type Description struct {
	Interface

	Methods []string // names of the methods of the interface
	Found   bool

	// Mistake lists the methods of the interface that the game lacks, or has with another
	// signature, provided that it has a method with the name of one of them. It is empty if there
	// is no sign of a mistake.
	Mistake string
}

// Describe returns the table of the optional interfaces for a game. A method with a misspelt name
// is not noticed.
func Describe[S any, A comparable](g Game[S, A]) []Description {
	rules := reflect.TypeFor[Rules[S, A]]()
	all := make([]Description, len(interfaces))
	for k, i := range interfaces {
		field, _ := rules.FieldByName(i.field)
		owner := find[S, A](g, field.Type)
		all[k] = Description{Interface: i, Found: owner != nil && i.supported(owner)}
		for m := range field.Type.NumMethod() {
			all[k].Methods = append(all[k].Methods, field.Type.Method(m).Name)
		}
		if owner == nil {
			all[k].Mistake = mistake(g, field.Type)
		}
	}
	return all
}

// supported reports whether the game that has an interface does not switch it off.
func (i *Interface) supported(owner any) bool {
	s, asks := owner.(Supporter)
	return !asks || s.Supports(i.Name)
}

// find returns the game or the inner game that has the methods of an interface, or nil.
func find[S any, A comparable](g any, methods reflect.Type) any {
	for g != nil && !reflect.TypeOf(g).Implements(methods) {
		w, ok := g.(Wrapper[S, A])
		if !ok {
			return nil
		}
		g = w.Unwrap()
	}
	return g
}

// mistake compares the methods of a game with an interface that it does not have.
func mistake(g any, methods reflect.Type) string {
	var missing, wrong []string
	for k := range methods.NumMethod() {
		want := methods.Method(k)
		switch have := reflect.ValueOf(g).MethodByName(want.Name); {
		case !have.IsValid():
			missing = append(missing, want.Name)
		case have.Type() != want.Type:
			wrong = append(wrong, fmt.Sprintf("%s is a %v, want a %v", want.Name, have.Type(), want.Type))
		}
	}
	if len(missing) > 0 && len(missing) < methods.NumMethod() {
		wrong = append(wrong, "there is no method "+strings.Join(missing, ", "))
	}
	return strings.Join(wrong, "; ")
}
