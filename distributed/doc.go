// Package distributed plays matches and searches on several processes and machines, over NATS with
// JetStream.
package distributed
