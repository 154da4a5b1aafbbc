package tree

// Favorite is what a block remembers of the choices at its node. What is certain is up to package
// selection.
type Favorite struct {
	Edge  uint32  // the index of the edge that was chosen last
	Until uint32  // It is chosen again as long as its node has no more visits than this,
	Above float32 // and its mean is greater.
}

// favoritesPerChunk is how many favorites a tree may have for each of its chunks; [Tree.ChunkBytes]
// counts them. Few nodes are visited often.
const favoritesPerChunk = 64

// Favorite returns what a block remembers. If that is nothing, Until is 0. This and the next two
// methods are for a tree that keeps favorites.
func (t *Tree) Favorite(b Block) Favorite { return t.favorites[b.place()] }

// SetFavorite makes a block remember something, until the tree is compacted. A block that remembers
// nothing yet gets no favorite if the table is full.
func (t *Tree) SetFavorite(b Block, f Favorite) {
	number := b.place()
	if number != 0 {
		t.favorites[number] = f
		return
	}
	most := min(len(t.chunks)*favoritesPerChunk, 1<<placeShift)
	if f.Until == 0 || len(t.favorites) >= most {
		return
	}
	if len(t.favorites) == cap(t.favorites) {
		t.favorites = append(make([]Favorite, 0, most), t.favorites...)
	}
	b.setPlace(uint32(len(t.favorites)))
	t.favorites = append(t.favorites, f)
}

// Forget makes a block remember nothing.
func (t *Tree) Forget(b Block) {
	if number := b.place(); number != 0 {
		t.favorites[number] = Favorite{}
	}
}

// HasFavorite reports whether a block remembers something.
func (t *Tree) HasFavorite(b Block) bool {
	number := int(b.place()) // of something else in a growing tree
	return number < len(t.favorites) && t.favorites[number].Until != 0
}

// Again returns the edge that was chosen last, and whether it is chosen again at a node with so
// many visits.
func (t *Tree) Again(b Block, visits uint32) (edge uint32, isSo bool) {
	number := int(b.place())
	if number >= len(t.favorites) {
		return 0, false
	}
	f := &t.favorites[number]
	return f.Edge, visits <= f.Until && b.StatsOf(f.Edge).Mean > f.Above
}

// forgetAll makes all blocks remember nothing.
func (t *Tree) forgetAll() {
	if len(t.favorites) > 1 {
		t.Blocks(func(b Block) { b.setPlace(0) })
	}
	t.favorites = append(t.favorites[:0], Favorite{})
}

// shrinkFavorites gives the memory of favorites back if so many chunks have no room for them.
func (t *Tree) shrinkFavorites(chunks int) {
	switch {
	case cap(t.favorites) <= chunks*favoritesPerChunk:
	case chunks == 0:
		t.favorites = nil
	default:
		t.forgetAll()
		t.favorites = make([]Favorite, 1)
	}
}
