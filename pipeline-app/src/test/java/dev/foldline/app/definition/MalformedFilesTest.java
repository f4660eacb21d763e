package dev.foldline.app.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.config.Configuration;
import dev.foldline.app.config.Settings;
import dev.foldline.app.config.Sources;
import dev.foldline.app.config.source.ConfigurationProblem;
import dev.foldline.app.frozen.FrozenOutput;
import dev.foldline.app.run.DefinedWorkflow;
import dev.foldline.app.run.WorkflowFactory;
import dev.foldline.core.workflow.Policy.Branching;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Each malformed workflow file gets a report with places, and never an exception. */
class MalformedFilesTest {
    private static final int FILES = 300;

    private static final String FILE = SampleFiles.SAMPLE;

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
    void three_hundred_malformed_files_are_reported_with_their_places() throws IOException {
        int malformed = 0;
        var messages = new StringBuilder();
        for (int seed = 1; malformed < FILES; seed++) {
            assertThat(seed).as("enough of the damaged files are malformed").isLessThan(3 * FILES);
            var text = SampleFiles.damaged(new Random(seed));
            var problems = problems(text);
            if (!problems.isEmpty()) malformed++;
            problems.forEach(
                    each ->
                            messages.append(each.describe())
                                    .append("\n  ")
                                    .append(each.remedy())
                                    .append("\n"));
            assertThat(problems)
                    .as("seed %d:\n%s", seed, text)
                    .allMatch(
                            each ->
                                    each.describe()
                                            .matches("[^\\n]*sample\\.yaml:\\d+:\\d+: [^\\n]+"))
                    .allMatch(each -> !each.what().isBlank() && !each.remedy().isBlank())
                    .hasSizeLessThan(text.lines().toList().size());
        }
        var text = FrozenOutput.neutral(messages.toString(), folder, "FOLDER");
        assertThat(text).isEqualTo(new FrozenOutput("malformed-files.txt").recorded(text));
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
                        "sample.yaml:17:9: build/work label weak has no route; add under routes: of"
                                + " the phase the line 'weak: next_step', or another of"
                                + " next_phase, repeat, fail, halt, end, { go_to: PHASE },"
                                + " { go_back: STAGE, times: 2 }");
        assertThat(problems(FILE.replace("weak: repeat, ", "weak: next_step, "))).isEmpty();
    }

    @Test
    void a_value_in_place_of_a_group_is_answered_with_its_keys() {
        assertThat(problems(FILE.replace("- phase: work", "- phase: work\n        gate: true")))
                .extracting(ConfigurationProblem::describe)
                .containsExactly(
                        "sample.yaml:18:15: gate is true; write gate: { on_reject: redo }, or"
                                + " terminate or continue in place of redo");
        assertThat(problems(FILE.replaceFirst("retry: .*", "retry: 3")))
                .extracting(ConfigurationProblem::describe)
                .containsExactly(
                        "sample.yaml:26:16: retry is the number 3; write { KEY: VALUE, ... } with"
                                + " keys of outputs, repeats, then, failed_check, repairs");
    }
}
