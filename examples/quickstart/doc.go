// Quickstart is the example of the README: ten thousand simulations of Connect Four, and what they found.
package main
