package dev.foldline.app.command.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.Cli;
import dev.foldline.app.Repository;
import dev.foldline.app.RunFixture;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.event.FileEvent.ArtifactsCleaned;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class ReplayCommandTest {
    @TempDir Path folder;

    private RunFixture run;

    @BeforeEach
    void aRun() throws Exception {
        run = RunFixture.begin(Repository.withOneCommit(folder), 1, 1);
    }

    @Test
    void a_run_is_folded_to_its_end_or_to_an_event() throws IOException {
        run.toTheEnd();
        assertThat(Cli.in(folder).run("replay").out())
                .isEqualTo(run.seq() + " events folded: ended: completed, the end\n");
        assertThat(Cli.in(folder).run("replay", "@", "--to", "6").out())
                .isEqualTo("6 events folded: running, iterate, planning, step 1/4\n");
    }

    @Test
    void a_breakpoint_stops_before_the_first_decision_of_a_rule() throws IOException {
        run.toTheEnd();
        var stopped = Cli.in(folder).run("replay", "@", "--break", "perform");
        assertThat(stopped.exit()).as(stopped.err()).isZero();
        assertThat(stopped.out())
                .contains("the next decision follows the rule 'perform the phase's next step'")
                .containsPattern("later +events \\d+, ");
        var seq = stopped.out().replaceAll("(?s)event (\\d+).*", "$1");
        assertThat(Cli.in(folder).run("explain", "@:" + seq).out())
                .contains("perform the phase's next step");
        assertThat(Cli.in(folder).run("replay", "@", "--break", "call the fixer").exit())
                .isEqualTo(1);
        assertThat(Cli.in(folder).run("replay", "--verify", "--break", "enter").exit())
                .isEqualTo(2);
    }

    @Test
    void every_decision_is_confirmed() throws IOException {
        run.toTheEnd();
        var answer = Cli.in(folder).run("replay", "@", "--verify");
        assertThat(answer.out())
                .isEqualTo(
                        "every decision follows from the events before it: "
                                + run.seq()
                                + " events, "
                                + (run.seq() - 1)
                                + " decisions\n");
        assertThat(answer.exit()).isZero();
    }

    @Test
    void a_divergence_is_located_to_its_event() throws IOException {
        run.append(new ArtifactsCleaned(run.ticket()));
        var answer = Cli.in(folder).run("replay", "--verify");
        assertThat(answer.exit()).isEqualTo(7);
        assertThat(answer.err())
                .isEqualTo(
                        "error: event 3 does not follow from the events before it: the log says"
                                + " \"stale artifacts removed\", which does not answer \"enter"
                                + " start\"\n"
                                + "  at: "
                                + run.directory().events()
                                + ":3\n  try: foldline explain "
                                + run.id()
                                + ":2\n");
        var document =
                JsonMapper.shared()
                        .readTree(Cli.in(folder).run("replay", "--verify", "--json").out());
        assertThat(document.get("verdict").asString()).isEqualTo("diverged");
        assertThat(document.get("divergence").get("derived").get("rule").asString())
                .isEqualTo("enter the next phase");
    }

    @Test
    void a_file_is_replayed_without_a_repository() throws IOException {
        run.toTheEnd();
        var elsewhere = Files.createTempDirectory(folder, "elsewhere");
        Files.copy(run.directory().events(), elsewhere.resolve("copy.jsonl"));
        assertThat(Cli.in(elsewhere).run("replay", "copy.jsonl", "--verify").exit()).isZero();
        assertThat(Cli.in(elsewhere).run("replay", "other.jsonl").err())
                .startsWith("error: no such file");
    }

    @Test
    void other_rules_are_named_and_are_no_divergence() throws IOException {
        var other =
                RunFixture.begin(
                        folder,
                        2,
                        RunFixture.workflow(1, Vector.empty(), 60),
                        Pipeline.RULES_VERSION - 1);
        other.append(new ArtifactsCleaned(other.ticket()));
        var answer = Cli.in(folder).run("replay", other.id(), "--verify");
        assertThat(answer.out())
                .startsWith(
                        "different rules: the run was started under rules version 0, this is"
                                + " version 1");
        assertThat(answer.exit()).isZero();
    }

    @Test
    void an_event_before_the_first_is_refused() {
        assertThat(Cli.in(folder).run("replay", "--to", "0").exit()).isEqualTo(2);
    }

    @Test
    void a_newer_log_is_refused() throws IOException {
        var lines = Files.readAllLines(run.directory().events());
        Files.writeString(
                run.directory().events(), lines.getFirst() + "\n{\"v\":2,\"something\":\"new\"}\n");
        var answer = Cli.in(folder).run("replay");
        assertThat(answer.exit()).isEqualTo(1);
        assertThat(answer.err())
                .contains("line 2 is in version 2 of the log format")
                .contains("or a newer one");
    }
}
