// Package tasks shows everyday tasks that need other modules, as examples and tests. The other tasks are in docs/tasks.md.
package tasks
