// Quickstart is the example of the README: it runs ten thousand simulations of Connect Four and
// prints the statistics of the first moves.
package main
