package dev.foldline.effects.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.RunEvent.EffectCancelled;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.effects.context.Workplace;
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
    private Workplace at;
    private Calls calls;

    @BeforeEach
    void open() throws IOException {
        at = Workplace.in(folder);
        calls = new Calls(at);
    }

    @AfterEach
    void nothing_is_left() {
        at.close();
        assertThat(Reaper.markedFor(at.directory.id().text())).isEmpty();
    }

    @Test
    void one_that_gives_no_sign_of_life_is_ended() throws IOException {
        var fault = calls.deadlines(120_000, 200, 120_000).failed("sleep 300");
        assertThat(fault.kind()).isEqualTo(Kind.NO_OUTPUT);
        assertThat(fault.message()).contains("start_up");
    }

    @Test
    void one_that_falls_silent_is_ended_and_its_work_stays() throws IOException {
        var fault =
                calls.deadlines(120_000, 120_000, 200)
                        .failed("echo more >>a.txt; echo begun; sleep 300");
        assertThat(fault.kind()).isEqualTo(Kind.TIMEOUT);
        assertThat(fault.message()).contains("idle");
        assertThat(at.read("a.txt")).isEqualTo("one\nmore\n");
        assertThat(at.text(fault.output().get())).isEqualTo("begun\n");
    }

    @Test
    void one_that_talks_for_ever_is_ended() throws IOException {
        // Long enough for it to have said something, however little of the machine it gets.
        var fault =
                calls.deadlines(10_000, 120_000, 120_000)
                        .failed("while :; do echo talk; sleep 0.5; done");
        assertThat(fault.kind()).isEqualTo(Kind.TIMEOUT);
        assertThat(fault.message()).contains("total");
    }

    @Test
    void one_that_is_cancelled_reports_what_it_spent() throws IOException {
        var event = calls.telling(line -> calls.stop().cancel()).shell("echo begun; sleep 300");
        assertThat(event).isInstanceOf(EffectCancelled.class);
        assertThat(((EffectCancelled) event).spend().millis()).isPositive();
    }

    @Test
    void commits_made_during_a_call_that_is_cancelled_are_named_in_its_event() throws IOException {
        var before = at.head();
        var event =
                (EffectCancelled)
                        calls.telling(line -> calls.stop().cancel())
                                .shell(
                                        "git -c user.name=Ada -c user.email=ada@example.org commit"
                                            + " -q --allow-empty -m Mine; echo begun; sleep 300");
        assertThat(at.head()).isEqualTo(before);
        assertThat(at.git("log", "-1", "--format=%s", event.takenBack().get())).isEqualTo("Mine");
    }

    @Test
    void one_that_is_cancelled_before_it_begins_is_ended_all_the_same() throws IOException {
        calls.stop().cancel();
        assertThat(calls.shell("sleep 300")).isInstanceOf(EffectCancelled.class);
    }

    @Test
    void what_a_cancelled_agent_must_not_have_done_is_told() throws IOException {
        var event =
                calls.telling(line -> calls.stop().cancel())
                        .shell(
                                "git reset -q --hard $(git -c user.name=x -c user.email=x@x"
                                    + " commit-tree -m other HEAD^{tree}); echo begun; sleep 300");
        assertThat(event).isInstanceOf(AgentFailed.class);
        assertThat(Calls.fault(event).kind()).isEqualTo(Kind.TRESPASS);
    }

    @Test
    void what_it_leaves_running_is_ended_with_it() throws IOException {
        calls.finished(
                "(setsid sleep 300 >/dev/null 2>&1 &) ; nohup sleep 300 >/dev/null 2>&1 & echo"
                        + " done");
        assertThat(Reaper.markedFor(at.directory.id().text())).isEmpty();
    }

    @Test
    void one_that_does_not_want_to_end_is_killed() throws IOException {
        var fault =
                calls.deadlines(120_000, 120_000, 300)
                        .failed("trap '' TERM; echo begun; while :; do sleep 1; done");
        assertThat(fault.kind()).isEqualTo(Kind.TIMEOUT);
    }

    @Test
    void one_that_closes_its_output_and_stays_is_waited_for() throws IOException {
        calls.deadlines(120_000, 120_000, 120_000);
        assertThat(calls.shell("exec >&- 2>&-; sleep 0.3; echo late >>a.txt"))
                .isInstanceOf(AgentFinished.class);
        assertThat(at.read("a.txt")).endsWith("late\n");
    }

    @Test
    void one_that_writes_outside_the_tree_is_not_seen() throws IOException {
        Path elsewhere = at.outside.resolve("note");
        calls.finished("echo hello >'" + elsewhere + "'; echo done");
        assertThat(Files.exists(elsewhere)).isTrue();
    }
}
