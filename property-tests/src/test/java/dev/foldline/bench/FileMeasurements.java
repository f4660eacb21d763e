package dev.foldline.bench;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.engine.Engines;
import dev.foldline.app.run.ShippedWorkflows;
import dev.foldline.core.event.Event;
import dev.foldline.core.workflow.Workflow;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Measurements of workflow files: a run decides as fast as that of the same workflow in Java, and
 * what a file of 1,000 lines costs a command.
 */
final class FileMeasurements implements Bench.PrintableMeasurement {
    private static final int ROUNDS = 101;
    private static final int WARM_UP = 20;
    private static final int COMMANDS = 9;
    private static final int LINES = 1_000;
    private static final Pattern MINUTES = Pattern.compile("(\\d+)m([\\d.]+)s");

    @Override
    public void print() throws Exception {
        printDecisions();
        printCommands();
    }

    /** Both take turns; the processor time of this thread counts, not that of other programs. */
    private static void printDecisions() {
        var logs = KernelMeasurements.logs(200);
        var java = KernelMeasurements.ralph(5, 2);
        var file = ShippedWorkflows.ralph(KernelMeasurements.options(5, 2), java.policy());
        var ratios = new double[ROUNDS];
        for (int round = -WARM_UP; round < ROUNDS; round++) {
            double ofJava = nanos(logs, java);
            double ofFile = nanos(logs, file);
            if (round >= 0) ratios[round] = ofJava / ofFile;
        }
        Arrays.sort(ratios);
        System.out.println(
                String.format(
                        Locale.ROOT,
                        "steps of the kernel, ralph from its file: %.3f of the speed of ralph from"
                                + " Java (quartiles %.3f and %.3f, of %d rounds)",
                        ratios[ROUNDS / 2],
                        ratios[ROUNDS / 4],
                        ratios[ROUNDS * 3 / 4],
                        ROUNDS));
    }

    private static double nanos(List<List<Event>> logs, Workflow workflow) {
        var threads = ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadCpuTime();
        logs.forEach(log -> KernelMeasurements.fold(log, workflow));
        return threads.getCurrentThreadCpuTime() - before;
    }

    private static void printCommands() throws Exception {
        var place = CliFixture.ready(Files.createTempDirectory("foldline-bench"));
        place.write("foldline/workflows/small.yaml", file("small", 0));
        place.write("foldline/workflows/large.yaml", file("large", LINES));
        place.write("foldline/workflows/prompts/work.md", "{{task}}");
        var small = times(place, "workflow", "check", "small");
        var large = times(place, "workflow", "check", "large");
        System.out.println(
                "processor time of workflow check, in milliseconds: median of " + COMMANDS);
        printed("a file of " + file("small", 0).lines().count() + " lines", small);
        printed("a file of " + file("large", LINES).lines().count() + " lines", large);
        System.out.println(
                String.format(
                        Locale.ROOT,
                        "  %-44s %,8.0f",
                        "difference",
                        median(large) - median(small)));
    }

    /** A valid file with at least this many lines. */
    private static String file(String name, int lines) {
        var text =
                new StringBuilder(
                        "workflow: "
                                + name
                                + "\nroles: [developer, committer]\nartifacts:\n"
                                + "  verdict: { labels: [good, weak, wrong] }\nstages:\n");
        int stage = 0;
        do {
            stage++;
            text.append("  - stage: s").append(stage).append("\n    times: 2\n    phases:\n");
            for (int phase = 1; phase <= 4; phase++)
                text.append("      - phase: p")
                        .append(phase)
                        .append('\n')
                        .append("        steps:\n          - clean: []\n")
                        .append("          - call: { role: developer, prompt: prompts/work.md }\n")
                        .append("          - ask: { role: developer, prompt: prompts/work.md,")
                        .append(" artifact: verdict }\n        routes:\n")
                        .append("          good: next_phase\n          weak: repeat\n")
                        .append("          wrong: { go_back: s1, times: 2 }\n");
            text.append("      - phase: save\n        commit: { message_from: committer }\n");
        } while (text.chars().filter(c -> c == '\n').count() < lines);
        return text.toString();
    }

    /** The processor time of each call, as the shell reports it for its children. */
    private static double[] times(CliFixture place, String... words) throws Exception {
        var times = new double[COMMANDS];
        for (int call = -1; call < COMMANDS; call++) {
            double time = time(place, words);
            if (call >= 0) times[call] = time;
        }
        return times;
    }

    private static double time(CliFixture place, String... words) throws Exception {
        var command =
                new java.util.ArrayList<>(List.of("sh", "-c", "\"$@\" > out || exit; times", "sh"));
        command.addAll(Engines.command(words));
        var builder =
                new ProcessBuilder(command)
                        .directory(place.root.toFile())
                        .redirectErrorStream(true);
        builder.environment().putAll(place.environment);
        var process = builder.start();
        var printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) throw new IOException(printed);
        var children = printed.strip().lines().toList().getLast();
        return MINUTES.matcher(children)
                .results()
                .mapToDouble(
                        part ->
                                Double.parseDouble(part.group(1)) * 60_000
                                        + Double.parseDouble(part.group(2)) * 1_000)
                .sum();
    }

    private static void printed(String name, double[] times) {
        System.out.println(
                String.format(
                        Locale.ROOT,
                        "  %-44s %,8.0f   (%,.0f to %,.0f)",
                        name,
                        median(times),
                        Arrays.stream(times).min().orElse(0),
                        Arrays.stream(times).max().orElse(0)));
    }

    private static double median(double[] values) {
        var sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
