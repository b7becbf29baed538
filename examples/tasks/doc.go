// Package tasks has everyday tasks with other modules, as examples and tests. Those without are in docs/tasks.md.
package tasks
