package dev.foldline.effects.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.Event;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.effects.context.Cancellation;
import dev.foldline.effects.context.HandlerFixture;
import dev.foldline.effects.fleet.ShareRecord;
import dev.foldline.effects.process.ProcessRunner;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A run that came from another clone leaves the conversations of its agents there. */
class MovedRunTest {
    @TempDir Path folder;
    private HandlerFixture at;

    @BeforeEach
    void a_run_that_has_moved() throws IOException {
        at = HandlerFixture.in(folder);
        new ShareRecord(
                        "team",
                        60_000,
                        Vector.empty(),
                        ShareRecord.Stage.DRIVEN,
                        5,
                        Vector.of("there"))
                .write(at.directory);
    }

    @AfterEach
    void close() {
        at.close();
    }

    private Event resuming(String conversation) throws IOException {
        var agent =
                new AgentDefinition.Program(
                        new CommandLine.Shell("touch called; echo worked"),
                        List.of(),
                        Optional.empty());
        var effect =
                new InvokeAgent(
                        AgentCalls.PLACE,
                        "developer",
                        "mine",
                        at.blob("do it"),
                        Option.of(conversation),
                        Vector.empty(),
                        AgentCalls.PATIENT,
                        Option.none(),
                        Option.none(),
                        Option.none());
        return new AgentHandler(
                        at.context(),
                        new AgentRegistry(Map.of("mine", agent)),
                        new ProcessRunner(),
                        line -> {},
                        started -> {})
                .call(AgentCalls.TICKET, effect, new Cancellation());
    }

    @Test
    void a_conversation_of_another_clone_is_unknown_and_the_agent_is_not_called()
            throws IOException {
        assertThat(AgentCalls.fault(resuming("there")).kind()).isEqualTo(Kind.SESSION_UNKNOWN);
        assertThat(at.root.resolve("called")).doesNotExist();
    }

    @Test
    void a_conversation_that_started_here_is_resumed() throws IOException {
        assertThat(resuming("here")).isInstanceOf(AgentFinished.class);
        assertThat(at.root.resolve("called")).exists();
    }

    @Test
    void effects_up_to_the_arrival_started_elsewhere() throws IOException {
        assertThat(ShareRecord.isElsewhere(at.directory, 5)).isTrue();
        assertThat(ShareRecord.isElsewhere(at.directory, 6)).isFalse();
    }
}
