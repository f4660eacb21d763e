package dev.foldline.bench;

import dev.foldline.app.command.operate.AgentScripts;
import dev.foldline.app.command.operate.CliFixture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * What an iteration of a run with four calls and a commit takes beyond the same work by a shell and
 * three commands of git, in repositories of few files and of many. Agents are shells that end at
 * once. Both take turns; an iteration is a tenth of the difference between eleven and one. The
 * processor time is that of this JVM and of all processes it started; it says more than the other
 * on a busy machine. The variable {@code FILES} chooses one size of repository.
 */
final class IterationMeasurements {
    private static final int ROUNDS = 3;
    private static final int ITERATIONS = 10;
    private static final int USER_TIME = 11;
    private static final double TICK_MILLIS = 10;
    private static final String ROLES = "planner developer analyst committer";

    private IterationMeasurements() {}

    static void print() throws Exception {
        var chosen = System.getenv("FILES");
        for (int files :
                chosen == null
                        ? new int[] {100, 10_000, 100_000}
                        : new int[] {Integer.parseInt(chosen)}) print(files);
    }

    private static void print(int files) throws Exception {
        var ours = repository(files);
        var bare = repository(files);
        var run = new Duration[ROUNDS];
        var shell = new Duration[ROUNDS];
        run(ours, 1);
        for (int round = 0; round < ROUNDS; round++) {
            run[round] = run(ours, ITERATIONS + 1).minus(run(ours, 1)).each(ITERATIONS);
            shell[round] = shell(bare, ITERATIONS + 1).minus(shell(bare, 1)).each(ITERATIONS);
        }
        print(files, "of the clock", run, shell, Duration::clock);
        print(files, "of the processor", run, shell, Duration::processor);
    }

    /** How long something took, in milliseconds. */
    private record Duration(double clock, double processor) {
        static Duration now() throws IOException {
            return new Duration(System.nanoTime() / 1e6, processorMillis());
        }

        Duration minus(Duration other) {
            return new Duration(clock - other.clock, processor - other.processor);
        }

        Duration each(int count) {
            return new Duration(clock / count, processor / count);
        }

        /** In user and system mode, of this process and of those that it has waited for. */
        private static double processorMillis() throws IOException {
            var line = Files.readString(Path.of("/proc/self/stat"));
            var fields = line.substring(line.lastIndexOf(')') + 2).split(" ");
            return Arrays.stream(fields, USER_TIME, USER_TIME + 4).mapToLong(Long::parseLong).sum()
                    * TICK_MILLIS;
        }
    }

    private static void print(
            int files,
            String kind,
            Duration[] ours,
            Duration[] bare,
            ToDoubleFunction<Duration> part) {
        var run = Arrays.stream(ours).mapToDouble(part).toArray();
        var shell = Arrays.stream(bare).mapToDouble(part).toArray();
        System.out.println(
                String.format(
                        Locale.ROOT,
                        "an iteration in a repository of %,d files, in ms %s, the median and the"
                            + " least of %d: a run %.0f and %.0f, a shell with git %.0f and %.0f;"
                            + " %.1f times, more by %.0f",
                        files,
                        kind,
                        ROUNDS,
                        median(run),
                        least(run),
                        median(shell),
                        least(shell),
                        median(run) / median(shell),
                        median(run) - median(shell)));
    }

    private static CliFixture repository(int files) throws Exception {
        var place = CliFixture.ready(Files.createTempDirectory("foldline-bench"));
        for (int n = 0; n < files; n++)
            place.write("src/" + n / 100 + "/" + n + ".txt", "file " + n + "\n");
        place.write(
                "bare.sh",
                "set -e\nmkdir -p .foldline\nfor n in $(seq $1); do\n  for role in "
                        + ROLES
                        + "; do FOLDLINE_ROLE=$role FOLDLINE_TICKET=$n sh \"$HOME/agent.sh\""
                        + " > /dev/null; done\n"
                        + "  git add -A\n  git diff --cached --quiet || git commit -q -m work\n"
                        + "done\n");
        place.write(".gitignore", ".foldline/\nfoldline.yaml\n");
        place.agent(AgentScripts.HELPFUL);
        place.configured("checks: []\nreviews: 0\nralph: { stop_when_completed: false }\n");
        place.git("add", "-A");
        place.git("commit", "-q", "-m", "many");
        return place;
    }

    private static Duration run(CliFixture place, int iterations) throws IOException {
        var began = Duration.now();
        var reported =
                place.foldline("run", "--iterations", String.valueOf(iterations), "Add work");
        if (reported.exit() != 0) throw new IOException(reported.all());
        return Duration.now().minus(began);
    }

    private static Duration shell(CliFixture place, int iterations) throws Exception {
        var builder =
                new ProcessBuilder("sh", "bare.sh", String.valueOf(iterations))
                        .directory(place.root.toFile())
                        .inheritIO();
        builder.environment().putAll(place.environment);
        var began = Duration.now();
        if (builder.start().waitFor() != 0) throw new IOException("bare.sh");
        return Duration.now().minus(began);
    }

    private static double median(double[] values) {
        var sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static double least(double[] values) {
        return Arrays.stream(values).min().orElseThrow();
    }
}
