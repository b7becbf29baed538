package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// The versions that were tried. beam-runners-java-job-service has no jar in that of the runners.
const (
	flinkPackage = "apache-flink-libraries==1.19.3"
	sparkPackage = "pyspark==3.5.0"
	flinkRunner  = "beam-runners-flink-1.19"
	sparkRunner  = "beam-runners-spark-3"
)

const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>cluster</groupId><artifactId>cluster</artifactId><version>1</version><packaging>pom</packaging>
  <dependencyManagement><dependencies><dependency>
    <groupId>org.apache.beam</groupId><artifactId>beam-runners-java-job-service</artifactId><version>2.65.0</version>
  </dependency></dependencies></dependencyManagement>
  <dependencies><dependency>
    <groupId>org.apache.beam</groupId><artifactId>%s</artifactId><version>2.70.0</version>
  </dependency></dependencies>
</project>
`

// python returns the files below deps of a package of PyPI.
func (c *cluster) python(ctx context.Context, pkg string) (deps string, err error) {
	folder := c.path("packages", strings.ReplaceAll(pkg, "==", "-"))
	return filepath.Join(folder, "deps"), c.fetch(folder, func(folder string) error {
		if err := command(ctx, folder, "pip", "download", "--quiet", "--no-deps", pkg); err != nil {
			return err
		}
		archives, err := filepath.Glob(filepath.Join(folder, "*.tar.gz"))
		if err != nil || len(archives) != 1 {
			return fmt.Errorf("%s: the archives %q, want one", pkg, archives)
		}
		if err := command(ctx, folder, "tar", "xzf", archives[0], "--strip-components=1"); err != nil {
			return err
		}
		return os.Remove(archives[0])
	})
}

// beam returns the jars of a runner of Beam and of what it needs. Those that the engine has, in
// its version, are left out.
func (c *cluster) beam(ctx context.Context, runner string, engine ...string) ([]string, error) {
	folder := c.path("packages", runner)
	err := c.fetch(folder, func(folder string) error {
		if err := os.WriteFile(filepath.Join(folder, "pom.xml"), fmt.Appendf(nil, pom, runner), 0o644); err != nil {
			return err
		}
		return command(ctx, folder, "mvn", "--batch-mode", "--quiet", "dependency:copy-dependencies", "-DoutputDirectory=.")
	})
	if err != nil {
		return nil, err
	}
	jars, err := filepath.Glob(filepath.Join(folder, "*.jar"))
	has := map[string]bool{"slf4j-api": true}
	for _, jar := range engine {
		has[artifact(jar)] = artifact(jar) != "guava" // Spark's is of 2013, and Beam's comes first
	}
	return slices.DeleteFunc(jars, func(jar string) bool {
		return has[artifact(jar)] || strings.HasPrefix(artifact(jar), "flink-")
	}), err
}

// artifact returns the name of a jar without its version.
func artifact(jar string) string {
	return regexp.MustCompile(`-[0-9].*$`).ReplaceAllString(filepath.Base(jar), "")
}

// fetch calls get for a folder that is not there yet. A folder of a get that failed has
// another name.
func (c *cluster) fetch(folder string, get func(folder string) error) error {
	if _, err := os.Stat(folder); err == nil {
		return nil
	}
	part := folder + ".part"
	if err := os.RemoveAll(part); err != nil {
		return err
	}
	if err := os.MkdirAll(part, 0o755); err != nil {
		return err
	}
	if err := get(part); err != nil {
		return err
	}
	return os.Rename(part, folder)
}

// command runs a program in a folder.
func command(ctx context.Context, folder, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = folder
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, out)
	}
	return nil
}
