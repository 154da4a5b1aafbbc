package main

import (
	"fmt"
	"slices"

	"github.com/banyan-go/banyan/games/magic"
)

// deck is a deck of Magic, with the life of the players, that is only here.
type deck struct {
	name string
	deck magic.Deck
	life int
}

// decks are variants of the deck with bombs: fewer lands, more bombs, and a longer game.
var decks = []deck{
	{"magic:lands", fewLands(), 25},
	{"magic:bombs", manyBombs(), 25},
	{"magic:life", magic.BombDeck(), 40},
}

// fewLands returns the deck with bombs and with small creatures in place of five lands.
func fewLands() magic.Deck {
	d := magic.BombDeck()
	d.Lands -= 5
	for range 5 {
		d.Creatures = append(d.Creatures, magic.Creature{Power: 2, Toughness: 1, Cost: 2})
	}
	return d
}

// manyBombs returns the deck with two of each bomb, and with fewer small creatures.
func manyBombs() magic.Deck {
	const bomb = 8 // the least power of one
	d := magic.BombDeck()
	bombs := slices.DeleteFunc(slices.Clone(d.Creatures), func(c magic.Creature) bool { return c.Power < bomb })
	d.Creatures = append(d.Creatures[len(bombs):], bombs...) // the first ones are the smallest
	return d
}

// findDeck returns the deck of that name, and whether there is one.
func findDeck(name string) (d deck, ok bool) {
	i := slices.IndexFunc(decks, func(d deck) bool { return d.name == name })
	if i < 0 {
		return d, false
	}
	return decks[i], true
}

// text returns all that distinguishes a deck from others.
func (d deck) text() string { return fmt.Sprintf("%+v, %d life", d.deck, d.life) }
