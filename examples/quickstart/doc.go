// Quickstart is the first program to run: it searches a position of Connect Four and shows in text
// what the search thinks of it, and what to try next.
package main
