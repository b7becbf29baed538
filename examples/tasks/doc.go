// Package tasks holds everyday tasks, each as a short example that the tests run.
package tasks
