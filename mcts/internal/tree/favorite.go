package tree

// favoriteBits is how far the index of the favorite is shifted in the link of a block's first
// header, whose lower bits are the player.
const favoriteBits = 16

// Favorite is what a block remembers of the choices at its node. What is certain is up to package
// selection, which also counts in Until as long as nothing is.
type Favorite struct {
	Edge  uint32  // the index of the edge that was chosen last
	Until uint32  // It is chosen again as long as its node has no more visits than this,
	Above float32 // and its mean is greater.
}

// Favorite returns what a block remembers. If that is nothing, Until is 0.
func (b Block) Favorite() Favorite {
	i := b.header()
	return Favorite{b.c.links[i] >> favoriteBits, b.c.stats[i+1].Visits, b.c.stats[i].Mean}
}

// SetFavorite makes a block remember something, until the tree is compacted.
func (b Block) SetFavorite(f Favorite) {
	i := b.header()
	b.c.links[i] = b.c.links[i]&(1<<favoriteBits-1) | f.Edge<<favoriteBits
	b.c.stats[i].Mean, b.c.stats[i+1].Visits = f.Above, f.Until
}

// Again returns the edge that was chosen last, and whether it is chosen again at a node with so
// many visits.
func (b Block) Again(visits uint32) (edge uint32, isSo bool) {
	f := b.Favorite()
	return f.Edge, visits <= f.Until && b.StatsOf(f.Edge).Mean > f.Above
}

// Forget makes a block remember nothing.
func (b Block) Forget() { b.SetFavorite(Favorite{}) }
