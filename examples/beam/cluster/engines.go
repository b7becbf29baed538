package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// get reads JSON of an engine's page.
func get(ctx context.Context, url string, v any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(v)
}

// flinkEngine is Flink, with several TaskManagers.
type flinkEngine struct {
	c    *cluster
	page string
}

// flinkConfig is the configuration. A TaskManager that no script of Flink starts needs all
// sizes of its memory. Beam's jars are on the class path of the cluster, so they come first.
const flinkConfig = `jobmanager.rpc.address: localhost
jobmanager.rpc.port: %s
rest.port: %s
rest.address: localhost
taskmanager.host: localhost
taskmanager.numberOfTaskSlots: %d
taskmanager.cpu.cores: 1
taskmanager.memory.framework.heap.size: 128m
taskmanager.memory.framework.off-heap.size: 128m
taskmanager.memory.task.heap.size: %dm
taskmanager.memory.task.off-heap.size: 256m
taskmanager.memory.managed.size: 256m
taskmanager.memory.network.min: 512m
taskmanager.memory.network.max: 512m
taskmanager.memory.jvm-metaspace.size: 256m
taskmanager.memory.jvm-overhead.min: 192m
taskmanager.memory.jvm-overhead.max: 192m
jobmanager.memory.process.size: 1g
classloader.resolve-order: parent-first
cluster.evenly-spread-out-slots: true
heartbeat.interval: 2000
heartbeat.timeout: 60000
pekko.ask.timeout: 2 min
restart-strategy.type: fixed-delay
restart-strategy.fixed-delay.attempts: 10
restart-strategy.fixed-delay.delay: 1 s
io.tmp.dirs: %s
`

func (f *flinkEngine) start(ctx context.Context) (endpoint string, err error) {
	c := f.c
	deps, err := c.python(ctx, flinkPackage)
	if err != nil {
		return "", err
	}
	lib, err := filepath.Glob(filepath.Join(deps, "lib", "*.jar"))
	if err != nil {
		return "", err
	}
	beam, err := c.beam(ctx, flinkRunner, lib...)
	if err != nil {
		return "", err
	}
	port, err := ports(3)
	if err != nil {
		return "", err
	}
	f.page = "http://localhost:" + port[1]
	heap := 512 + 768*c.slots // MB; each TaskManager has all slots, since one may be killed
	config := fmt.Sprintf(flinkConfig, port[0], port[1], c.slots, heap, c.path("tmp"))
	if err := os.MkdirAll(c.path("conf"), 0o755); err != nil {
		return "", err
	}
	if err := os.WriteFile(c.path("conf", "flink-conf.yaml"), []byte(config), 0o644); err != nil {
		return "", err
	}
	log := c.path("conf", "log4j.properties")
	if err := os.WriteFile(log, []byte(log4j), 0o644); err != nil {
		return "", err
	}
	classes := append(lib, beam...)
	options := []string{"-Dlog4j.configurationFile=" + log}
	const runtime = "org.apache.flink.runtime."
	master, err := c.java("jobmanager", nil, append(options, "-Xmx768m"), classes, runtime+"entrypoint.StandaloneSessionClusterEntrypoint", "--configDir", c.path("conf"))
	if err != nil {
		return "", err
	}
	if err := master.wait(ctx, "localhost:"+port[1]); err != nil {
		return "", err
	}
	var managers []*process
	for i := range 2 {
		memory := []string{fmt.Sprintf("-Xmx%dm", heap+128), "-XX:MaxDirectMemorySize=1g"}
		manager, err := c.java("taskmanager-"+strconv.Itoa(i), nil, append(options, memory...), classes, runtime+"taskexecutor.TaskManagerRunner", "--configDir", c.path("conf"))
		if err != nil {
			return "", err
		}
		managers = append(managers, manager)
	}
	if err := f.wait(ctx, managers); err != nil {
		return "", err
	}
	endpoint = "localhost:" + port[2]
	server, err := c.java("jobserver", nil, append(options, "-Xmx512m"), classes, "org.apache.beam.runners.flink.FlinkJobServerDriver",
		"--flink-master=localhost:"+port[1], "--flink-conf-dir="+c.path("conf"), "--artifacts-dir="+c.path("tmp", "artifacts"),
		"--job-port="+port[2], "--artifact-port=0", "--expansion-port=0")
	if err != nil {
		return "", err
	}
	return endpoint, server.wait(ctx, endpoint)
}

// wait waits until the TaskManagers have their slots. A job would wait for those of one that
// has ended.
func (f *flinkEngine) wait(ctx context.Context, managers []*process) error {
	for {
		var all struct{ TaskManagers []struct{} }
		if err := get(ctx, f.page+"/taskmanagers", &all); err == nil && len(all.TaskManagers) == len(managers) {
			return nil
		}
		for _, m := range managers {
			if err := m.pause(ctx); err != nil {
				return err
			}
		}
	}
}

func (f *flinkEngine) flags() []string {
	return []string{"-runner", "flink", "-parallelism", strconv.Itoa(f.c.slots)}
}

func (f *flinkEngine) killable() string { return "TaskManagerRunner" }

func (f *flinkEngine) step(ctx context.Context) (string, error) {
	var jobs struct{ Jobs []struct{ ID string } }
	if err := get(ctx, f.page+"/jobs", &jobs); err != nil {
		return "", err
	}
	var running string
	for _, job := range jobs.Jobs {
		var detail struct {
			Vertices []struct{ Name, Status string }
		}
		if err := get(ctx, f.page+"/jobs/"+job.ID, &detail); err != nil {
			return "", err
		}
		for _, v := range detail.Vertices {
			if v.Status == "RUNNING" {
				running += v.Name + "\n"
			}
		}
	}
	// What a step gives goes on when the step has ended, so later steps run, but wait.
	for i, mark := range []string{"{Read,", steps[1] + "/", "Write/"} {
		if strings.Contains(running, mark) {
			return steps[i], nil
		}
	}
	return "", nil
}

// sparkEngine is Spark, with workers, each with an executor.
type sparkEngine struct {
	c    *cluster
	page string
}

func (s *sparkEngine) start(ctx context.Context) (endpoint string, err error) {
	c := s.c
	home, err := c.python(ctx, sparkPackage)
	if err != nil {
		return "", err
	}
	jars, err := filepath.Glob(filepath.Join(home, "jars", "*.jar"))
	if err != nil {
		return "", err
	}
	beam, err := c.beam(ctx, sparkRunner, jars...)
	if err != nil {
		return "", err
	}
	port, err := ports(5)
	if err != nil {
		return "", err
	}
	classes := append(beam, jars...)
	// The page of workers tells nothing here, but each needs a port.
	env := []string{"SPARK_HOME=" + home, "SPARK_SCALA_VERSION=2.12", "SPARK_LOCAL_DIRS=" + c.path("tmp"), "SPARK_WORKER_DIR=" + c.path("tmp")}
	const deploy = "org.apache.spark.deploy."
	master, err := c.java("master", env, []string{"-Xmx512m"}, classes, deploy+"master.Master", "--host", "localhost", "--port", port[0], "--webui-port", port[1])
	if err != nil {
		return "", err
	}
	if err := master.wait(ctx, "localhost:"+port[0]); err != nil {
		return "", err
	}
	each := (c.slots + 1) / 2
	for i := range 2 {
		if _, err := c.java("worker-"+strconv.Itoa(i), env, []string{"-Xmx512m"}, classes, deploy+"worker.Worker", "--host", "localhost",
			"--cores", strconv.Itoa(each), "--memory", "4g", "--webui-port", "0", "spark://localhost:"+port[0]); err != nil {
			return "", err
		}
	}
	endpoint = "localhost:" + port[2]
	s.page = "http://localhost:" + port[3]
	options := []string{"-Xmx1g", "-Dspark.executor.extraClassPath=" + strings.Join(beam, ":"), "-Dspark.executor.memory=2g", "-Dspark.ui.port=" + port[3],
		"-Dspark.driver.host=localhost", "-Dspark.executor.extraJavaOptions=" + strings.Join(c.files(), " "), "-Dspark.default.parallelism=" + strconv.Itoa(c.slots), "-Dspark.local.dir=" + c.path("tmp")}
	server, err := c.java("jobserver", env, options, classes, "org.apache.beam.runners.spark.SparkJobServerDriver",
		"--spark-master-url=spark://localhost:"+port[0], "--artifacts-dir="+c.path("tmp", "artifacts"), "--job-port="+port[2], "--artifact-port=0", "--expansion-port=0")
	if err != nil {
		return "", err
	}
	return endpoint, server.wait(ctx, endpoint)
}

func (s *sparkEngine) flags() []string { return []string{"-runner", "spark"} }

func (s *sparkEngine) killable() string { return "CoarseGrainedExecutorBackend" }

func (s *sparkEngine) step(ctx context.Context) (string, error) {
	var apps []struct{ ID string }
	if err := get(ctx, s.page+"/api/v1/applications", &apps); err != nil {
		return "", err
	}
	for _, app := range apps {
		var stages []struct{ StageID int }
		if err := get(ctx, s.page+"/api/v1/applications/"+app.ID+"/stages?status=active", &stages); err != nil {
			return "", err
		}
		for _, stage := range stages {
			if step, ok := sparkSteps[stage.StageID]; ok {
				return step, nil
			}
		}
	}
	return "", nil
}

// sparkSteps are the steps of Spark's stages, which it only numbers. Stage 0 shuffles the parts
// of the files, and stage 2 reads them again for the refused lines.
var sparkSteps = map[int]string{1: steps[0], 3: steps[1], 4: steps[2]}

const log4j = `rootLogger.level = INFO
rootLogger.appenderRef.console.ref = console
appender.console.name = console
appender.console.type = CONSOLE
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = %d %-5p %c{1} %m%n
`
