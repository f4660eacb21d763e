package dev.foldline.app.command.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;

import dev.foldline.app.Cli;
import dev.foldline.app.Repository;
import dev.foldline.app.RunFixture;
import dev.foldline.app.output.LocalTimeFormatter;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.event.InputEvent.Paused;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.core.state.Retry;
import dev.foldline.effects.store.RunLock;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

class StatusCommandTest {
    private static final long PLENTY = 100_000;

    @TempDir Path folder;

    @BeforeEach
    void aRepository() throws Exception {
        folder = Repository.withOneCommit(folder.toRealPath());
    }

    @Test
    void the_status_of_a_finished_run_has_this_form() throws IOException {
        var run = RunFixture.begin(folder, 1, 1).toTheEnd();
        assertThat(status().out())
                .isEqualTo(
                        """
                        RUN Done in 12 min of work for $2.00: 4 commits, checks passed.
                          title     Add a login
                          workflow  ralph, the end, event 74
                          branch    foldline/add-login at 0000000
                          commits   4, the last is 0000000 Add a login
                          started   START, took 1m 13s
                          spent     8 of 60 agent calls, 12m 8s of 2h 0m, $2.00
                          next      foldline log RUN
                        """
                                .replace("RUN", run.id())
                                .replace("START", LocalTimeFormatter.minute(RunFixture.START)));
    }

    @Test
    void the_document_conforms_to_its_schema() throws IOException {
        var run = RunFixture.begin(folder, 1, 1).untilRunning(InvokeAgent.class);
        var text = status("--json").out();
        var schema =
                SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                        .getSchema(Cli.in(folder).run("schema", "run").out(), InputFormat.JSON);
        assertThat(schema.validate(text, InputFormat.JSON)).isEmpty();
        var document = JsonMapper.shared().readTree(text);
        assertThat(document.get("run").toString())
                .isEqualTo(
                        "{\"id\":\""
                                + run.id()
                                + "\",\"workflow\":\"ralph\",\"phase\":\"planning\",\"seq\":9}");
        assertThat(document.get("spent").toString())
                .isEqualTo(
                        "{\"agent_calls\":0,\"wall_ms\":0,\"usd\":null,\"tokens\":null,\"usd_unreported\":0,\"usd_charged\":0,\"tokens_unreported\":0,\"tokens_charged\":0,\"usd_estimated\":null}");
        assertThat(document.get("reason").asString()).isEqualTo("interrupted");
        assertThat(document.get("repository").asString()).isEqualTo(folder.toString());
    }

    @Test
    void the_exit_code_of_the_run_is_returned_on_request() throws IOException {
        assertExit(RunFixture.begin(folder, 1, 1).toTheEnd(), 0);
        assertExit(
                RunFixture.begin(folder, 2, 1)
                        .agentsFail(Fault.of(Fault.Kind.NEEDS_PERSON, "?"))
                        .toTheEnd(),
                1);
        assertExit(
                RunFixture.begin(
                                folder,
                                3,
                                RunFixture.workflow(1, Vector.of("planning"), 60),
                                Pipeline.RULES_VERSION)
                        .toTheEnd(),
                3);
        assertExit(
                RunFixture.begin(
                                folder,
                                4,
                                RunFixture.workflow(1, Vector.empty(), PLENTY),
                                Pipeline.RULES_VERSION)
                        .agentsFail(Fault.of(Fault.Kind.AUTHENTICATION, "log in"))
                        .toTheEnd(),
                4);
        assertExit(
                RunFixture.begin(folder, 5, 1)
                        .agentsFail(Fault.of(Fault.Kind.CONFLICT, "login.c"))
                        .toTheEnd(),
                5);
        assertExit(
                RunFixture.begin(
                                folder,
                                6,
                                RunFixture.workflow(1, Vector.empty(), 2),
                                Pipeline.RULES_VERSION)
                        .toTheEnd(),
                6);
        assertExit(
                RunFixture.begin(
                                folder,
                                7,
                                RunFixture.workflow(1, Vector.empty(), PLENTY),
                                Pipeline.RULES_VERSION)
                        .agentsFail(
                                Fault.of(Fault.Kind.RATE_LIMIT, "later")
                                        .until(Instant.parse("2026-11-02T00:00:00Z")))
                        .until(state -> state.slots().retry() instanceof Retry.Waiting),
                75);
        assertExit(RunFixture.begin(folder, 8, 1).append(new Paused(1, Urgency.WHEN_DONE)), 130);
    }

    private void assertExit(RunFixture run, int exit) {
        assertThat(status(run.id(), "--exit-code").exit()).isEqualTo(exit);
        assertThat(status(run.id()).exit()).isZero();
        assertThat(json(status(run.id(), "--json")).get("exit").asInt()).isEqualTo(exit);
    }

    @Test
    void a_run_is_named_as_a_revision_is() throws IOException {
        var older = RunFixture.begin(folder, 1, 1);
        var newer = RunFixture.begin(folder, 2, 1);
        assertThat(status().out()).startsWith(newer.id());
        assertThat(status("@").out()).startsWith(newer.id());
        assertThat(status("@~1").out()).startsWith(older.id());
        assertThat(status(older.id().substring(0, 6)).out()).startsWith(older.id());
    }

    @Test
    void a_run_that_lost_its_log_does_not_replace_another_and_is_reported_by_name()
            throws IOException {
        var older = RunFixture.begin(folder, 1, 1).toTheEnd().snapshot();
        var newer = RunFixture.begin(folder, 2, 1);
        Files.delete(older.directory().events());
        var answer = status();
        assertThat(answer.exit()).as(answer.err()).isZero();
        assertThat(answer.out()).startsWith(newer.id());
        assertThat(answer.err())
                .isEqualTo(
                        "run "
                                + older.id()
                                + " is skipped: it has no events; see foldline doctor\n");
        assertThat(Cli.in(folder).run("log").exit()).isZero();
        assertThat(status(older.id()).err())
                .startsWith("error: the log of run " + older.id() + " is lost");
        assertThat(status("--all").out())
                .contains(older.id() + "  unreadable: the log of run " + older.id() + " is lost");
    }

    @Test
    void an_unknown_or_ambiguous_reference_is_refused() throws IOException {
        assertRefused(status(), "this repository has no runs yet", "foldline run \"what to do\"");
        RunFixture.begin(folder, 1, 1);
        RunFixture.begin(folder, 2, 1);
        assertRefused(
                status("@~2"),
                "'@~2' goes back too far: there are 2 runs",
                "foldline status --all");
        assertRefused(
                status("rzz"),
                "no run of this repository begins with 'rzz'",
                "foldline status --all");
        assertRefused(status("r"), "'r' is the beginning of 2 runs", "foldline status r");
    }

    private static void assertRefused(Cli.Answer answer, String what, String remedy) {
        assertThat(answer.exit()).isEqualTo(2);
        assertThat(answer.err()).startsWith("error: " + what).contains("  try: " + remedy);
        assertThat(answer.out()).isEmpty();
    }

    @Test
    void status_outside_a_repository_is_refused() throws IOException {
        var outside = Files.createTempDirectory(folder.getParent(), "outside");
        assertThat(Cli.in(outside).run("status").exit()).isEqualTo(2);
    }

    @Test
    void a_live_driver_is_named() throws IOException {
        var run = RunFixture.begin(folder, 1, 1).untilRunning(InvokeAgent.class);
        if (!(RunLock.take(run.directory().lock()) instanceof RunLock.LockAttempt.Held(var lock)))
            throw new AssertionError();
        try (lock) {
            var document = json(status("--json"));
            assertThat(document.get("reason").asString()).isEqualTo("running");
            assertThat(document.get("driver").get("pid").asLong())
                    .isEqualTo(ProcessHandle.current().pid());
        }
    }

    @Test
    void damage_is_a_violation_with_place_and_remedy() throws IOException {
        var run = RunFixture.begin(folder, 1, 1).untilRunning(InvokeAgent.class);
        Files.writeString(
                run.directory().events(),
                Files.readString(run.directory().events()).replace("planning", "pl4nning"));
        var answer = status();
        assertThat(answer.exit()).isEqualTo(7);
        assertThat(answer.err())
                .startsWith("error: line 1 has changed since it was written")
                .contains("at: " + run.directory().events() + ":1");
        assertThat(json(status("--json")).get("exit").asInt()).isEqualTo(7);
    }

    @Test
    void all_runs_are_listed_the_latest_first_and_the_unreadable_too() throws IOException {
        var older = RunFixture.begin(folder, 1, 1).toTheEnd();
        var newer = RunFixture.begin(folder, 2, 1);
        Files.writeString(
                older.directory().events(),
                Files.readString(older.directory().events()).replace("planning", "pl4nning"));
        assertThat(status("--all").out())
                .isEqualTo(
                        newer.id()
                                + "  Not active; resume it to continue.  (ralph, prepare, start,"
                                + " step 1/1, event 2)\n"
                                + older.id()
                                + "  unreadable: "
                                + json(status("--all", "--json"))
                                        .get("runs")
                                        .get(1)
                                        .get("error")
                                        .get("message")
                                        .asString()
                                + "\n");
    }

    private Cli.Answer status(String... arguments) {
        var words = new String[arguments.length + 1];
        words[0] = "status";
        System.arraycopy(arguments, 0, words, 1, arguments.length);
        return Cli.in(folder).run(words);
    }

    private static JsonNode json(Cli.Answer answer) {
        return JsonMapper.shared().readTree(answer.out());
    }
}
