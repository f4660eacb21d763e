package dev.foldline.app.definition;

import dev.foldline.app.run.ShippedWorkflows;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;

/** Workflow files for tests, valid and damaged. */
final class SampleFiles {
    static final String SAMPLE =
            """
            workflow: sample
            description: A sample.
            inputs:
              rounds: { type: integer, default: 3 }
              careful: { type: boolean, default: true }
              mode: { type: enum, values: [fast, slow], default: fast }
            roles: [developer, reviewer, committer]
            artifacts:
              verdict: { labels: [good, weak, wrong] }
            checks:
              tests: { run: [make, test] }
              lint: { run: make lint, optional: true }
            stages:
              - stage: build
                until: { artifact: verdict, label: good, max: { input: rounds } }
                phases:
                  - phase: work
                    steps:
                      - clean: verdict
                      - call: { role: developer, prompt: development }
                      - call: { role: reviewer, prompt: issues }
                      - collect: verdict
                      - check: tests
                        if: { input: careful, is: true }
                    routes: { good: next_step, weak: repeat, wrong: { go_back: build, times: 2 } }
                    retry: { outputs: 3, repeats: 5, then: next_turn, failed_check: redo }
                    budget: { agent_calls: 12, wall: 30m, usd: 2.50, tokens: 1000 }
                  - phase: commit
                    commit: { message_from: committer, requires: tests }
              - stage: polish
                times: 2
                if: { input: mode, is: slow }
                phases:
                  - phase: review
                    review: { role: reviewer, fix: fix }
                  - phase: fix
                    enter: when_routed
                    ask: { role: developer, artifact: fix_result }
                    gate: { on_reject: redo }
            """;

    /** Replaces one value or key of a line. */
    private static final List<UnaryOperator<String>> REPLACEMENTS =
            List.of(
                    line -> line.replaceFirst(": ?[^,}]+", ": [7]"),
                    line -> line.replaceFirst(": ?[^,}]+", ": { nested: true }"),
                    line -> line.replaceFirst(": ?[^,}]+", ":"),
                    line -> line.replaceFirst(": ?[^,}]+", ": -1"),
                    line -> line.replaceFirst(": ?[^,}]+", ": 99999999999"),
                    line -> line.replaceFirst(": ?[^,}]+", ": *nowhere"),
                    line -> line.replaceFirst(": ?[^,}]+", ": !!float 3"),
                    line -> line.replaceFirst(": ?[^,}]+", ": 'never closed"),
                    line -> line.replaceFirst(": ?[^,}]+", ": é\u0007"),
                    line -> line.replaceFirst("([a-z])([a-z])", "$2$1"),
                    line -> line.replaceFirst("[a-z_]+:", "UPPER:"),
                    line -> line.replaceFirst("[a-z_]+:", "'':"),
                    line -> line.replaceFirst("- ", "-- "),
                    line -> line.replaceFirst("[{\\[]", ""),
                    line -> line.replaceFirst("[}\\]]", ""),
                    line -> "\t" + line,
                    line -> "%" + line,
                    line -> "---\n" + line,
                    line -> line + ", more: 1");

    private SampleFiles() {}

    /** Returns a valid file with one line damaged. */
    static String damaged(Random random) {
        var valid =
                switch (random.nextInt(4)) {
                    case 0 ->
                            ShippedWorkflows.file("ralph")
                                    .get()
                                    .text()
                                    .replace(": ralph", ": mine");
                    case 1 ->
                            ShippedWorkflows.file("feature")
                                    .get()
                                    .text()
                                    .replace(": feature", ": mine");
                    default -> SAMPLE;
                };
        var lines = new ArrayList<>(valid.lines().filter(line -> !line.isBlank()).toList());
        int at = random.nextInt(lines.size());
        var line = lines.get(at);
        switch (random.nextInt(6)) {
            case 0 -> lines.remove(at);
            case 1 -> lines.add(at, line);
            case 2 -> lines.set(at, " ".repeat(1 + random.nextInt(3)) + line);
            case 3 -> lines.set(at, line.substring(0, random.nextInt(line.length())));
            default ->
                    lines.set(
                            at, REPLACEMENTS.get(random.nextInt(REPLACEMENTS.size())).apply(line));
        }
        return String.join("\n", lines) + "\n";
    }
}
