package dev.foldline.bench;

import dev.foldline.app.command.operate.AgentScripts;
import dev.foldline.app.command.operate.CliFixture;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Locale;

/**
 * What an iteration of a run with four calls and a commit takes beyond the same work by a shell and
 * three commands of git, in repositories of few files and of many. Agents are shells that end at
 * once. Both take turns; an iteration is a tenth of the difference between eleven and one.
 */
final class IterationMeasurements {
    private static final int ROUNDS = 3;
    private static final int ITERATIONS = 10;
    private static final String ROLES = "planner developer analyst committer";

    private IterationMeasurements() {}

    static void print() throws Exception {
        for (int files : new int[] {100, 10_000, 100_000}) print(files);
    }

    private static void print(int files) throws Exception {
        var ours = repository(files);
        var bare = repository(files);
        var run = new double[ROUNDS];
        var shell = new double[ROUNDS];
        run(ours, 1);
        for (int round = 0; round < ROUNDS; round++) {
            run[round] = (run(ours, ITERATIONS + 1) - run(ours, 1)) / ITERATIONS;
            shell[round] = (shell(bare, ITERATIONS + 1) - shell(bare, 1)) / ITERATIONS;
        }
        System.out.println(
                String.format(
                        Locale.ROOT,
                        "an iteration in a repository of %,d files, in ms, the median and the least"
                            + " of %d: a run %.0f and %.0f, a shell with git %.0f and %.0f; %.1f"
                            + " times, more by %.0f",
                        files,
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

    private static double run(CliFixture place, int iterations) throws IOException {
        long began = System.nanoTime();
        var reported =
                place.foldline("run", "--iterations", String.valueOf(iterations), "Add work");
        if (reported.exit() != 0) throw new IOException(reported.all());
        return (System.nanoTime() - began) / 1e6;
    }

    private static double shell(CliFixture place, int iterations) throws Exception {
        var builder =
                new ProcessBuilder("sh", "bare.sh", String.valueOf(iterations))
                        .directory(place.root.toFile())
                        .inheritIO();
        builder.environment().putAll(place.environment);
        long began = System.nanoTime();
        if (builder.start().waitFor() != 0) throw new IOException("bare.sh");
        return (System.nanoTime() - began) / 1e6;
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
