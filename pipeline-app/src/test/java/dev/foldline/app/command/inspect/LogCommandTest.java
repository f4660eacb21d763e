package dev.foldline.app.command.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.Cli;
import dev.foldline.app.Repository;
import dev.foldline.app.RunFixture;
import dev.foldline.app.output.LocalTimeFormatter;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.InputEvent.Paused;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.core.state.Spend;

import io.vavr.control.Option;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;

class LogCommandTest {
    @TempDir Path folder;

    private RunFixture run;

    @BeforeEach
    void aRun() throws Exception {
        run =
                RunFixture.begin(Repository.withOneCommit(folder), 1, 1)
                        .untilRunning(InvokeAgent.class);
    }

    @Test
    void each_event_is_one_line_with_number_time_phase_and_rule() {
        assertThat(Cli.in(folder).run("log").out())
                .isEqualTo(
                        inLocalTime(
                                """
                                     1  TIME-0  start         run started: ralph 1
                                     2  TIME-1  start         driver started  [enter the next phase]
                                     3  TIME-2  start         phase entered  [enter the next phase]
                                     4  TIME-3  start         begin: open the branch foldline/add-login  [perform the phase's next step]
                                     5  TIME-4  start         on branch foldline/add-login at 0000000  [wait for the outcome]
                                     6  TIME-5  planning      phase entered  [enter the next phase]
                                     7  TIME-6  planning      stale artifacts removed  [perform the phase's next step]
                                     8  TIME-7  planning      prompt written: 0000000  [perform the phase's next step]
                                     9  TIME-8  planning      begin: call claude as planner  [perform the phase's next step]
                                """));
    }

    private static String inLocalTime(String lines) {
        return Pattern.compile("TIME-(\\d)")
                .matcher(lines)
                .replaceAll(
                        second ->
                                LocalTimeFormatter.column(
                                        Instant.parse(
                                                "2026-11-01T08:00:0" + second.group(1) + "Z")));
    }

    @Test
    void an_event_beyond_the_end_is_refused() {
        var refused = Cli.in(folder).run("log", "@:9999");
        assertThat(refused.exit()).isEqualTo(2);
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err()).contains("no event 9999: the log has events 1 to 9");
        assertThat(Cli.in(folder).run("log", "--json", "@:10").exit()).isEqualTo(2);
        assertThat(Cli.in(folder).run("log", "--oneline", "@:9").out().lines()).hasSize(9);
    }

    @Test
    void the_oneline_form_is_number_and_event() {
        assertThat(Cli.in(folder).run("log", "--oneline", "@:3").out())
                .isEqualTo("1 run started: ralph 1\n2 driver started\n3 phase entered\n");
    }

    @Test
    void the_graph_groups_by_phase_and_marks_failures_inputs_and_rewinds() throws IOException {
        run.append(new Paused(1, Urgency.WHEN_DONE))
                .agentsFail(Fault.of(Fault.Kind.TIMEOUT, "silent for 15m"))
                .until(state -> state.usage().rewinds() == 1);
        assertThat(Cli.in(folder).run("log", "--graph").out())
                .endsWith(
                        """
                        | * 4 begin: open the branch foldline/add-login
                        | * 5 on branch foldline/add-login at 0000000
                        |
                        o iterate 1  planning
                        | * 6 phase entered
                        | * 7 stale artifacts removed
                        | * 8 prompt written: 0000000
                        | * 9 begin: call claude as planner
                        | > 10 paused by the user
                        | x 11 agent failed: timeout: silent for 15m (0.5s)
                        |  <- back to planning, step 1, attempt 2 (rewind 1)
                        """);
    }

    @Test
    void the_json_output_is_one_document_per_line() {
        var lines =
                Cli.in(folder)
                        .run("log", "--json")
                        .out()
                        .lines()
                        .map(line -> JsonMapper.shared().readTree(line))
                        .toList();
        assertThat(lines)
                .hasSize(9)
                .allMatch(line -> line.get("schema").asString().equals("foldline.event/1"));
        assertThat(lines.get(3).get("event").get("type").asString()).isEqualTo("effect_started");
        assertThat(lines.get(3).get("rule").asString()).isEqualTo("perform the phase's next step");
        assertThat(lines.get(3).get("ticket").asInt()).isEqualTo(2);
    }

    @Test
    void the_output_of_an_agent_cannot_control_the_terminal() throws IOException {
        run.append(
                new AgentFailed(
                        run.ticket(),
                        Fault.of(Fault.Kind.AGENT_FAILED, "\033[2Jgone\033]0;title\007 \u202eback"),
                        Option.none(),
                        Spend.NOTHING,
                        run.now()));
        for (var command : List.of("log", "status", "show", "explain"))
            assertThat(Cli.in(folder).run(command).out()).doesNotContain("\033", "\007", "\u202e");
        assertThat(Cli.in(folder).run("log", "--oneline").out())
                .endsWith("10 agent failed: agent failed: gone back\n");
    }

    @Test
    void following_ends_with_the_run() throws IOException {
        run.toTheEnd();
        assertThat(Cli.in(folder).run("log", "-f", "--oneline").out().lines())
                .hasSize((int) run.seq());
    }

    @Test
    void two_forms_at_once_are_refused() {
        assertThat(Cli.in(folder).run("log", "--oneline", "--graph").exit()).isEqualTo(2);
    }
}
