package dev.foldline.app.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.config.Configuration;
import dev.foldline.app.config.Settings;
import dev.foldline.app.config.Sources;
import dev.foldline.app.config.source.ConfigurationProblem;
import dev.foldline.app.run.DefinedWorkflow;
import dev.foldline.app.run.WorkflowFactory;
import dev.foldline.core.workflow.Policy.Branching;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Each malformed workflow file gets a report with places, and never an exception. */
class MalformedFilesTest {
    private static final int FILES = 300;

    private static final String FILE =
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

    @TempDir Path folder;
    private Settings settings;

    @BeforeEach
    void load() {
        settings =
                Configuration.load(
                                Sources.of(folder, Map.of(), List.of()),
                                WorkflowFactory.catalogue())
                        .settings();
    }

    private List<ConfigurationProblem> problems(String text) {
        var file =
                WorkflowFileReader.parse(
                        folder.resolve("sample.yaml"),
                        "sample.yaml",
                        text.getBytes(StandardCharsets.UTF_8));
        return InputValues.combinations(file)
                .flatMap(
                        values ->
                                new DefinedWorkflow(file, values)
                                        .expanded(settings, new Branching.Stay())
                                        .problems())
                .distinct()
                .asJava();
    }

    @Test
    void the_sample_is_valid_for_all_combinations_of_its_inputs() {
        assertThat(problems(FILE)).isEmpty();
    }

    @Test
    void three_hundred_malformed_files_are_reported_with_their_places() {
        int reported = 0;
        for (int seed = 1; seed <= FILES; seed++) {
            var problems = problems(damaged(new Random(seed)));
            if (!problems.isEmpty()) reported++;
            assertThat(problems)
                    .as("seed %d", seed)
                    .allMatch(
                            each ->
                                    each.describe()
                                            .matches("[^\\n]*sample\\.yaml:\\d+:\\d+: [^\\n]+"))
                    .allMatch(each -> !each.remedy().isBlank());
        }
        assertThat(reported).isGreaterThan(FILES / 2);
    }

    private static String damaged(Random random) {
        var lines = new ArrayList<>(FILE.lines().toList());
        int at = random.nextInt(lines.size());
        var line = lines.get(at);
        switch (random.nextInt(6)) {
            case 0 -> lines.remove(at);
            case 1 -> lines.add(at, line);
            case 2 -> lines.set(at, " ".repeat(1 + random.nextInt(3)) + line);
            case 3 -> lines.set(at, line.replaceFirst("([a-z])([a-z])", "$2$1"));
            case 4 -> lines.set(at, line.substring(0, random.nextInt(line.length())));
            case 5 -> lines.set(at, line.replaceFirst(": ?[^,}]+", ": [" + random.nextInt() + "]"));
            default -> throw new AssertionError();
        }
        return String.join("\n", lines) + "\n";
    }

    @Test
    void children_need_a_list_and_a_workflow() {
        assertThat(problems(FILE.replace("- check: tests", "- children: { list: x }")))
                .extracting(ConfigurationProblem::what)
                .containsExactly("workflow is missing", "no artifact has the items 'x'");
    }

    @Test
    void problems_of_the_whole_workflow_are_placed_at_their_phase() {
        assertThat(problems(FILE.replace("weak: repeat, ", "")))
                .extracting(ConfigurationProblem::describe)
                .containsExactly(
                        "sample.yaml:17:9: build/work label weak has no route; add the label under"
                                + " routes:");
    }
}
