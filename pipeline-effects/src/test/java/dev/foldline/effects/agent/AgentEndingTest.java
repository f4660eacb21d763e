package dev.foldline.effects.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.RunEvent.EffectCancelled;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.effects.context.HandlerFixture;
import dev.foldline.effects.machine.Thorough;
import dev.foldline.effects.process.Reaper;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Agents that do not end by themselves, or leave something behind. */
class AgentEndingTest {
    @TempDir Path folder;
    private HandlerFixture at;
    private AgentCalls calls;

    @BeforeEach
    void open() throws IOException {
        at = HandlerFixture.in(folder);
        calls = new AgentCalls(at);
    }

    @AfterEach
    void no_process_of_the_run_is_left() {
        at.close();
        assertThat(Reaper.markedFor(at.directory.id().text())).isEmpty();
    }

    @Test
    void an_agent_without_a_sign_of_life_is_killed() throws IOException {
        var fault = calls.deadlines(120_000, 200, 120_000).failed("sleep 300");
        assertThat(fault.kind()).isEqualTo(Kind.NO_OUTPUT);
        assertThat(fault.message()).contains("start_up");
    }

    @Test
    void a_silent_agent_is_killed_and_its_work_stays() throws IOException {
        var fault =
                calls.deadlines(120_000, 120_000, 200)
                        .failed("echo more >>a.txt; echo begun; sleep 300");
        assertThat(fault.kind()).isEqualTo(Kind.TIMEOUT);
        assertThat(fault.message()).contains("idle");
        assertThat(at.read("a.txt")).isEqualTo("one\nmore\n");
        assertThat(at.text(fault.output().get())).isEqualTo("begun\n");
    }

    /** It waits for a real deadline of ten seconds. */
    @Test
    @Thorough
    void an_agent_that_never_stops_printing_is_killed() throws IOException {
        // Long enough for it to have said something, however little of the machine it gets.
        var fault =
                calls.deadlines(10_000, 120_000, 120_000)
                        .failed("while :; do echo talk; sleep 0.5; done");
        assertThat(fault.kind()).isEqualTo(Kind.TIMEOUT);
        assertThat(fault.message()).contains("total");
    }

    @Test
    void a_cancelled_agent_reports_its_usage() throws IOException {
        var event =
                calls.withListener(line -> calls.stop().cancel()).shell("echo begun; sleep 300");
        assertThat(event).isInstanceOf(EffectCancelled.class);
        assertThat(((EffectCancelled) event).spend().millis()).isPositive();
    }

    @Test
    void commits_made_during_a_call_that_is_cancelled_are_named_in_its_event() throws IOException {
        var before = at.head();
        var event =
                (EffectCancelled)
                        calls.withListener(line -> calls.stop().cancel())
                                .shell(
                                        "git -c user.name=Ada -c user.email=ada@example.org commit"
                                            + " -q --allow-empty -m Mine; echo begun; sleep 300");
        assertThat(at.head()).isEqualTo(before);
        assertThat(at.git("log", "-1", "--format=%s", event.reverted().get())).isEqualTo("Mine");
    }

    @Test
    void an_agent_that_is_cancelled_before_it_starts_is_killed_too() throws IOException {
        calls.stop().cancel();
        assertThat(calls.shell("sleep 300")).isInstanceOf(EffectCancelled.class);
    }

    @Test
    void a_trespass_of_a_cancelled_agent_is_reported() throws IOException {
        var event =
                calls.withListener(line -> calls.stop().cancel())
                        .shell(
                                "git reset -q --hard $(git -c user.name=x -c user.email=x@x"
                                    + " commit-tree -m other HEAD^{tree}); echo begun; sleep 300");
        assertThat(event).isInstanceOf(AgentFailed.class);
        assertThat(AgentCalls.fault(event).kind()).isEqualTo(Kind.TRESPASS);
    }

    @Test
    void child_processes_are_killed_with_the_agent() throws IOException {
        calls.finished(
                "(setsid sleep 300 >/dev/null 2>&1 &) ; nohup sleep 300 >/dev/null 2>&1 & echo"
                        + " done");
        assertThat(Reaper.markedFor(at.directory.id().text())).isEmpty();
    }

    /** It waits for a real deadline, and for the time that an agent has to end. */
    @Test
    @Thorough
    void an_agent_that_ignores_the_signal_is_killed() throws IOException {
        var fault =
                calls.deadlines(120_000, 120_000, 300)
                        .failed("trap '' TERM; echo begun; while :; do sleep 1; done");
        assertThat(fault.kind()).isEqualTo(Kind.TIMEOUT);
    }

    @Test
    void an_agent_that_closes_its_output_and_keeps_running_is_awaited() throws IOException {
        calls.deadlines(120_000, 120_000, 120_000);
        assertThat(calls.shell("exec >&- 2>&-; sleep 0.3; echo late >>a.txt"))
                .isInstanceOf(AgentFinished.class);
        assertThat(at.read("a.txt")).endsWith("late\n");
    }

    @Test
    void an_agent_that_writes_outside_the_tree_is_not_detected() throws IOException {
        Path elsewhere = at.outside.resolve("note");
        calls.finished("echo hello >'" + elsewhere + "'; echo done");
        assertThat(Files.exists(elsewhere)).isTrue();
    }
}
