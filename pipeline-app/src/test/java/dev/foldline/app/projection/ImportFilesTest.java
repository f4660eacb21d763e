package dev.foldline.app.projection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.Remedy;
import dev.foldline.app.command.operate.Shell;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A run of {@code feature} that goes on from the files of another. */
class ImportFilesTest {
    private static final String AGENT =
            """
            asked() { grep -q "Write .\\.foldline/$1.json" "$FOLDLINE_PROMPT_FILE"; }
            cp "$FOLDLINE_PROMPT_FILE" "$HOME/prompt-$FOLDLINE_TICKET"
            if asked spec; then echo spec >> "$HOME/calls"; echo '{"name":"Work","summary":"add \\"work\\": 1.0"}' > .foldline/spec.json
            elif asked requirements; then echo requirements >> "$HOME/calls"; cp "$FOLDLINE_PROMPT_FILE" "$HOME/asked"
              echo '{"summary":"s","requirements":[{"id":"R1","text":"there is work","criteria":["a file"]}]}' > .foldline/requirements.json
            elif asked research; then echo research >> "$HOME/calls"; cp "$FOLDLINE_PROMPT_FILE" "$HOME/searched"; echo '{"summary":"nothing needed"}' > .foldline/research.json
            elif asked feature_plan; then echo plan >> "$HOME/calls"; cp "$FOLDLINE_PROMPT_FILE" "$HOME/planned"
              echo '{"summary":"s","phases":[{"id":"p1","title":"all"}],"tasks":[{"id":"t1","phase":"p1","title":"write"}]}' > .foldline/feature_plan.json
            fi
            """;

    @TempDir Path folder;

    private CliFixture place(String name) throws Exception {
        return CliFixture.ready(Files.createDirectories(folder.resolve(name)))
                .agent(AGENT)
                .configured("workflow: feature\nfeature: { allow: [] }\n");
    }

    private static Path files(CliFixture place) throws Exception {
        try (var runs = Files.list(place.root.resolve(".git/foldline/runs"))) {
            return runs.findFirst().orElseThrow();
        }
    }

    private static List<String> calls(CliFixture place) throws Exception {
        return Files.readAllLines(Path.of(place.environment.get("HOME"), "calls"));
    }

    private static String completed(CliFixture place) throws Exception {
        return Files.readString(files(place).resolve("feature.yaml"))
                .lines()
                .filter(line -> line.contains("completedPhases"))
                .findFirst()
                .orElseThrow();
    }

    /** Parked at the gate of the plan, which was sent back once, as the requirements were. */
    private CliFixture parked() throws Exception {
        var here = place("here");
        assertThat(here.foldline("run", "Add work").exit()).isEqualTo(3);
        assertThat(here.foldline("reject", "requirements", "-m", "think of umlauts").exit())
                .isZero();
        assertThat(here.foldline("resume").exit()).isEqualTo(3);
        assertThat(here.foldline("approve").exit()).isZero();
        assertThat(here.foldline("resume").exit()).isEqualTo(3);
        assertThat(here.foldline("reject", "plan", "-m", "smaller \"steps\"").exit()).isZero();
        assertThat(here.foldline("resume").exit()).isEqualTo(3);
        return here;
    }

    @Test
    void a_run_continues_elsewhere_from_its_files() throws Exception {
        var here = parked();
        var there = place("there");
        var given = files(here).toString();
        var planned = there.foldline("run", "--dry-run", "--given", given, "Add work");
        assertThat(planned.exit()).as(planned.all()).isZero();
        assertThat(planned.out())
                .contains("given    analyze, requirements, research: already done", "\nplan   ")
                .doesNotContain("\nanalyze   ", "\nresearch   ");
        var forged =
                Shell.run(
                        there,
                        "FOLDLINE_RUN=r1234 FOLDLINE_TICKET=5 foldline run --given '"
                                + given
                                + "' 'Add work'");
        assertThat(forged.all()).contains("works for run r1234: only a human may do this");
        assertThat(there.root.resolve(".git/foldline/runs")).doesNotExist();
        var reported = there.foldline("run", "--given", given, "Add work");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(3);
        assertThat(calls(there)).containsExactly("plan");
        assertThat(Path.of(there.environment.get("HOME"), "planned"))
                .content()
                .contains(
                        "> smaller \"steps\"",
                        "there is work",
                        "nothing needed",
                        "add \\\"work\\\": 1.0")
                .doesNotContain("umlauts");
        assertThat(completed(there)).contains("analyze", "requirements", "research", "plan");
        assertThat(Files.readString(files(there).resolve("spec.yaml")))
                .isEqualTo(Files.readString(files(here).resolve("spec.yaml")));
        assertThat(there.foldline("approve", "plan").exit()).isZero();
        assertThat(there.foldline("replay", "@", "--verify").exit()).isZero();
        unopened(files(here));
    }

    /** A phase whose gate had not opened yet is not taken for approved. */
    private void unopened(Path files) throws Exception {
        var given = files.resolve("feature.yaml");
        Files.writeString(
                given, Files.readString(given).replaceAll("(?m)^interrupt:(\n  .*)*\n", ""));
        assertThat(given).content().contains("phase: \"plan\"").doesNotContain("interrupt");
        var place = place("elsewhere");
        var reported = place.foldline("run", "--given", files.toString(), "Add work");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(3);
        assertThat(calls(place)).containsExactly("plan");
    }

    @Test
    void files_of_a_run_of_this_repository_are_imported_only_if_it_lost_its_log() throws Exception {
        var here = parked();
        var run = files(here);
        var reported = here.foldline("run", "--given", run.toString(), "Add work");
        assertThat(reported.exit()).isEqualTo(2);
        assertThat(reported.err())
                .contains("feature.yaml is what run " + run.getFileName())
                .contains(" of this repository has written itself")
                .contains("foldline resume " + run.getFileName());
        assertThat(files(here)).isEqualTo(run);
        Files.delete(run.resolve("events.jsonl"));
        here.write("PROMPT.md", "Add work\n");
        var lost = here.foldline("doctor");
        here.git("switch", "-q", "main");
        var continued = Remedy.follow(here, lost, "foldline run --workflow feature --given ");
        assertThat(continued.exit()).as(continued.all()).isEqualTo(3);
        assertThat(calls(here)).endsWith("plan");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "feature|result|feature.yaml:6",
                "spec|say|spec.yaml:3",
                "spec|summary|spec.yaml:1"
            })
    void a_secret_is_refused_with_its_location_and_nothing_starts(
            String file, String where, String place) throws Exception {
        var here = place("here");
        here.environment.put("DEPLOY_TOKEN", "swordfish of the deep");
        var given = given(file, where, "swordfish of the deep");
        for (var words : new String[][] {{"run"}, {"run", "--dry-run"}}) {
            var reported =
                    here.foldline(
                            Stream.concat(
                                            Stream.of(words),
                                            Stream.of("--given", given.toString(), "Add work"))
                                    .toArray(String[]::new));
            assertThat(reported.exit()).as(reported.all()).isEqualTo(2);
            assertThat(reported.err())
                    .contains("looks like a secret", place)
                    .doesNotContain("swordfish", "foldline.yaml");
        }
        assertThat(here.root.resolve(".git/foldline/runs")).doesNotExist();
    }

    /** The two files of a run, with something else in the place of a word of one of them. */
    private Path given(String file, String right, String wrong) throws Exception {
        var given = Files.createDirectories(folder.resolve("given"));
        var texts =
                Map.of(
                        "feature",
                        "run: r1\n"
                                + "status:\n"
                                + "  completedPhases: [analyze]\n"
                                + "interrupt:\n"
                                + "  node: requirements\n"
                                + "  result: result\n"
                                + "  message: m\n",
                        "spec",
                        "spec: { name: Work, summary: summary }\n"
                                + "rejectionFeedback:\n"
                                + "  - {iteration: 1, message: say, phase: plan, timestamp:"
                                + " 2026-01-31T12:00:00Z}\n");
        for (var each : texts.entrySet())
            Files.writeString(
                    given.resolve(each.getKey() + ".yaml"),
                    each.getKey().equals(file)
                            ? each.getValue().replace(": " + right, ": " + wrong)
                            : each.getValue());
        return given;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '!',
            value = {
                "feature|run: r1|run: r1\\nmore: 1|feature.yaml:2:1|there is no key more here",
                "feature|[analyze]|[requirements]|feature.yaml:3:21|the phase requirements cannot"
                        + " be given as completed here",
                "feature|[analyze]|[analyze, requirements]|spec.yaml:1:1|what a completed phase has"
                        + " made is missing: requirements",
                "feature|[analyze]|analyze|feature.yaml:3:20|write a list",
                "feature|status:|state:|feature.yaml:2:1|there is no key state here",
                "feature|[analyze]|[analyze|feature.yaml:|this is not YAML",
                "spec|name: Work|nam: Work|spec.yaml:1:7|spec is not what it should be",
                "spec|phase: plan|phase: tas_approval|spec.yaml:3:40|no gate is called"
                        + " tas_approval",
                "spec|2026-01-31T12:00:00Z|yesterday|spec.yaml:3:57|this is no time: yesterday",
                "spec|message: no|message: ''|spec.yaml:3:|Feedback is required for rejection"
            })
    void a_mistake_is_reported_with_its_line_and_nothing_starts(
            String file, String right, String wrong, String where, String what) throws Exception {
        var place = place("here");
        var given = Files.createDirectories(folder.resolve("given"));
        var texts =
                Map.of(
                        "feature",
                        "run: r1\nstatus:\n  completedPhases: [analyze]\n",
                        "spec",
                        "spec: { name: Work, summary: s }\n"
                                + "rejectionFeedback:\n"
                                + "  - {iteration: 1, message: no, phase: plan, timestamp:"
                                + " 2026-01-31T12:00:00Z}\n");
        for (var each : texts.entrySet())
            Files.writeString(
                    given.resolve(each.getKey() + ".yaml"),
                    each.getKey().equals(file)
                            ? each.getValue().replace(right, wrong.replace("\\n", "\n"))
                            : each.getValue());
        var reported = place.foldline("run", "--given", given.toString(), "Add work");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(2);
        assertThat(reported.err()).contains(where, what);
        assertThat(place.root.resolve(".git/foldline/runs")).doesNotExist();
    }

    /** Follows what the refusal prints, and returns the agent's calls after it. */
    private static List<String> resume(CliFixture place, CliFixture.CommandResult reported)
            throws Exception {
        var followed = Remedy.follow(place, reported, "foldline resume");
        assertThat(followed.exit()).as(followed.all()).isEqualTo(3);
        return calls(place);
    }

    @Test
    void a_run_that_wrote_the_files_itself_is_resumed_or_another_started_as_printed()
            throws Exception {
        var here = place("here");
        assertThat(here.foldline("run", "Add work").exit()).isEqualTo(3);
        assertThat(here.foldline("approve").exit()).isZero();
        assertThat(here.foldline("resume", "--until", "research").exit()).isZero();
        var run = files(here);
        var own = here.foldline("run", "--given", run.toString(), "Add work");
        assertThat(resume(here, own)).contains("research", "plan");
        assertThat(here.foldline("cancel", "--yes").exit()).isZero();
        here.git("switch", "-q", "main");
        var over = here.foldline("run", "--given", run.toString(), "Add work");
        assertThat(over.err()).contains("has written itself, and it has ended");
        assertThat(Remedy.follow(here, over, "foldline run --workflow feature ").exit())
                .as("it waits at its gate")
                .isEqualTo(3);
    }

    @Test
    void later_phases_are_continued_by_a_resume_and_an_invalid_artifact_is_corrected()
            throws Exception {
        var here = place("here");
        assertThat(here.foldline("run", "Add work").exit()).isEqualTo(3);
        assertThat(here.foldline("approve").exit()).isZero();
        assertThat(here.foldline("resume", "--until", "research").exit()).isZero();
        var copy = Files.createDirectories(folder.resolve("copy"));
        for (var name : List.of("feature.yaml", "spec.yaml"))
            Files.copy(files(here).resolve(name), copy.resolve(name));
        var feature = copy.resolve("feature.yaml");
        var whole = Files.readString(feature);
        Files.writeString(feature, whole.replaceFirst("requirements", "implement"));
        var there = place("there");
        var later = there.foldline("run", "--given", copy.toString(), "Add work");
        assertThat(later.exit()).as(later.all()).isEqualTo(2);
        assertThat(resume(here, later)).contains("plan");
        Files.writeString(feature, whole);
        var spec = copy.resolve("spec.yaml");
        var right = Files.readString(spec);
        Files.writeString(spec, right.replaceFirst("summary", "sumary"));
        var wrong = there.foldline("run", "--given", copy.toString(), "Add work");
        assertThat(Remedy.done(there, wrong, "foldline schema ").out()).contains("\"summary\"");
        Files.writeString(spec, right);
        assertThat(there.foldline("run", "--given", copy.toString(), "Add work").exit())
                .isEqualTo(3);
    }
}
