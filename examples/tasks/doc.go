// Package tasks holds everyday tasks that need other modules, as examples and tests. The others are in docs/tasks.md.
package tasks
