package main

// This is the paper on clocks.
const baier = "Baier and Winands, \"Time Management for Monte Carlo Tree Search\", 2016"

// clockRules plays rules of time management on the clocks of the paper.
var clockRules = group{
	key: "clock-rules",
	experiment: experiment{
		topic: clocks,
		paper: baier,
		claim: "Rules that stop or extend a search are stronger than dividing the clock by the expected number of moves.",
		b:     "selection=ucb1tuned,time=expected",
		games: 400,
	},
	rows: []experiment{
		{name: "time-c4-stop-start", label: "1,290,000 | stop,f=5,p=0.9, no random plies", game: "connect4", a: "selection=ucb1tuned,time=stop,f=5,p=0.9", clock: "1290000ticks", start: true, published: rate(0.650), minutes: 9.1},
		{name: "time-c4-stop", label: "1,290,000 | stop,f=5,p=0.9", game: "connect4", a: "selection=ucb1tuned,time=stop,f=5,p=0.9", clock: "1290000ticks", published: rate(0.650), minutes: 11.2},
		{name: "time-bt6-stop", label: "496,000 | stop,f=1.67,p=0.3", game: "breakthrough 6x6", a: "selection=ucb1tuned,time=stop,f=1.67,p=0.3", clock: "496000ticks", published: rate(0.582), minutes: 3.4},
		{name: "time-c4-stopa", label: "1,290,000 | stopa", game: "connect4", a: "selection=ucb1tuned,time=stopa", clock: "1290000ticks", published: rate(0.508), minutes: 4.7},
		{name: "time-bt6-stopa", label: "496,000 | stopa", game: "breakthrough 6x6", a: "selection=ucb1tuned,time=stopa", clock: "496000ticks", published: rate(0.545), minutes: 8.1},
		{name: "time-c4-unstable", label: "1,290,000 | unstable,f=0.75", game: "connect4", a: "selection=ucb1tuned,time=unstable,f=0.75", clock: "1290000ticks", published: rate(0.549), minutes: 4.7, optional: true},
		{name: "time-bt6-unstable", label: "496,000 | unstable,f=0.75", game: "breakthrough 6x6", a: "selection=ucb1tuned,time=unstable,f=0.75", clock: "496000ticks", published: rate(0.542), minutes: 2.0},
		{name: "time-c4-close", label: "1,290,000 | close,f=1.5,d=0.8", game: "connect4", a: "selection=ucb1tuned,time=close,f=1.5,d=0.8", clock: "1290000ticks", published: rate(0.587), minutes: 4.7, optional: true},
		{name: "time-bt6-close", label: "496,000 | close,f=0.5,d=0.3", game: "breakthrough 6x6", a: "selection=ucb1tuned,time=close,f=0.5,d=0.3", clock: "496000ticks", published: rate(0.531), minutes: 2.2},
		{name: "time-c4-behind", label: "1,290,000 | behind,f=1.5,v=0.6", game: "connect4", a: "selection=ucb1tuned,time=behind,f=1.5,v=0.6", clock: "1290000ticks", published: rate(0.558), minutes: 4.7, optional: true},
		{name: "time-bt6-behind", label: "496,000 | behind,f=1,v=0.5", game: "breakthrough 6x6", a: "selection=ucb1tuned,time=behind,f=1,v=0.5", clock: "496000ticks", published: rate(0.502), minutes: 6.2},
	},
}

// clockShort plays rules and plans on shorter clocks than those of the paper.
var clockShort = group{
	key: "clock-short",
	experiment: experiment{
		topic: clocks,
		paper: baier,
		claim: "The same on a shorter clock. The published figure is for the long one.",
		game:  "connect4",
		b:     "selection=ucb1tuned,time=expected",
		games: 400,
	},
	rows: []experiment{
		{name: "time-c4-opening", label: "150,000 | opening,f=2.25", a: "selection=ucb1tuned,time=opening,f=2.25", clock: "150000ticks", published: rate(0.558), minutes: 0.6, optional: true},
		{name: "time-c4-enhanced", label: "150,000 | enhanced", a: "selection=ucb1tuned,time=enhanced", clock: "150000ticks", minutes: 0.6, optional: true},
		{name: "time-c4-40000-stopa", label: "40,000 | stopa", a: "selection=ucb1tuned,time=stopa", clock: "40000ticks", published: rate(0.508), minutes: 0.1, optional: true},
	},
}

// clockFactor finds the best factor of STOP by budget. The page refers to these rows by name.
var clockFactor = group{
	key: "clock-factor",
	experiment: experiment{
		topic: clocks,
		claim: "The best factor of STOP depends on the clock.",
		game:  "connect4",
		b:     "selection=ucb1tuned,time=expected",
		games: 400,
	},
	rows: []experiment{
		{name: "time-c4-40000-f1", a: "selection=ucb1tuned,time=stop,f=1,p=0.9", clock: "40000ticks", minutes: 0.2},
		{name: "time-c4-40000-f1.5", a: "selection=ucb1tuned,time=stop,f=1.5,p=0.9", clock: "40000ticks", minutes: 0.2},
		{name: "time-c4-40000-f2.5", a: "selection=ucb1tuned,time=stop,f=2.5,p=0.9", clock: "40000ticks", minutes: 0.2},
		{name: "time-c4-40000-f5", a: "selection=ucb1tuned,time=stop,f=5,p=0.9", clock: "40000ticks", minutes: 0.2},
		{name: "time-c4-150000-f1", a: "selection=ucb1tuned,time=stop,f=1,p=0.9", clock: "150000ticks", minutes: 0.6, optional: true},
		{name: "time-c4-150000-f1.5", a: "selection=ucb1tuned,time=stop,f=1.5,p=0.9", clock: "150000ticks", minutes: 0.6, optional: true},
		{name: "time-c4-150000-f2.5", a: "selection=ucb1tuned,time=stop,f=2.5,p=0.9", clock: "150000ticks", minutes: 0.6, optional: true},
		{name: "time-c4-150000-f5", a: "selection=ucb1tuned,time=stop,f=5,p=0.9", clock: "150000ticks", minutes: 0.6, optional: true},
	},
}

// clockNoGo plays dynamic time against the same time for every move.
var clockNoGo = group{
	key: "clock-nogo",
	experiment: experiment{
		topic:     clocks,
		paper:     "Huang, Coulom and Lin, \"Time Management for Monte-Carlo Tree Search Applied to the Game of Go\", 2010",
		claim:     "At equal total time, searches that stop early and continue while the best action is unstable beat searches of constant length.",
		game:      "nogo",
		both:      "c=0.25",
		games:     400,
		published: better,
	},
	rows: []experiment{
		{name: "nogo-time", label: "72,000 | expected, STOP-B and UNSTABLE against 2,000 each", a: "time=expected+stopb+unstable,stopb.f=1.25,unstable.f=0.5", b: "time=fixed,each=2000", clock: "72000ticks", minutes: 0.8},
	},
}
