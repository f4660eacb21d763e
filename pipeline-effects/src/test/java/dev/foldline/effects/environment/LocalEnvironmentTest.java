package dev.foldline.effects.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.core.PipelineBug;
import dev.foldline.core.command.Command;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.FileEffect.RenderPrompt;
import dev.foldline.core.effect.GitEffect.CommitWork;
import dev.foldline.core.effect.GitEffect.InspectTree;
import dev.foldline.core.effect.PromptContext;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.TreeInspected;
import dev.foldline.core.event.GitEvent.WorkCommitted;
import dev.foldline.core.event.RunEvent.EffectCancelled;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.Policy.Deadlines;
import dev.foldline.effects.agent.AgentDefinition;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.context.HandlerFixture;
import dev.foldline.effects.driver.DriverInput;
import dev.foldline.effects.process.Reaper;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/** What a driver hears of the real world. */
class LocalEnvironmentTest {
    @TempDir Path folder;
    private HandlerFixture at;

    @BeforeEach
    void open() throws IOException {
        at = HandlerFixture.in(folder);
    }

    @AfterEach
    void close() {
        at.close();
    }

    private LocalEnvironment world(String script, Consumer<String> activity) {
        return new LocalEnvironment(
                at.context(),
                new AgentRegistry(
                        Map.of(
                                "mine",
                                new AgentDefinition.Program(
                                        new CommandLine.Shell(script),
                                        List.of(),
                                        Optional.empty()))),
                activity);
    }

    private InvokeAgent call() throws IOException {
        return new InvokeAgent(
                GitHandlerTest.PLACE,
                "developer",
                "mine",
                at.blob("x"),
                Option.none(),
                Vector.empty(),
                new Deadlines(120_000, 120_000, 120_000, 120_000),
                Option.none(),
                Option.none(),
                Option.none());
    }

    @Test
    void an_effect_reports_beside_its_driver() throws Exception {
        try (var world = world("echo hello", line -> {})) {
            assertThat(world.ready()).isEmpty();
            world.start(5, call());
            assertThat(((DriverInput.Reported) world.next()).event())
                    .isInstanceOf(AgentFinished.class);
            world.start(6, new InspectTree(GitHandlerTest.PLACE, Vector.empty()));
            assertThat(((DriverInput.Reported) world.nextUntil(Instant.MAX, Instant.EPOCH)).event())
                    .isInstanceOf(TreeInspected.class);
            assertThat(world.ready()).isEmpty();
        }
    }

    @Test
    void a_command_is_received_during_an_effect() throws Exception {
        try (var world = world("echo hello; sleep 300", line -> {})) {
            world.start(5, call());
            var asked = new DriverInput.CommandReceived(new Command.Resume(), answer -> {});
            world.offer(asked);
            assertThat(world.next()).isSameAs(asked);
        }
    }

    @Test
    void an_effect_that_is_cancelled_twice_reports_once() throws Exception {
        var started = new CountDownLatch(1);
        try (var world = world("echo hello; sleep 300", line -> started.countDown())) {
            world.start(5, call());
            started.await();
            world.cancel(5);
            world.cancel(5);
            assertThat(((DriverInput.Reported) world.next()).event())
                    .isInstanceOf(EffectCancelled.class);
            world.cancel(5);
            assertThat(world.nextUntil(Instant.now().plusMillis(50), Instant.EPOCH))
                    .isInstanceOf(DriverInput.Elapsed.class);
        }
    }

    /**
     * The run heard of a time an hour ahead of what the clock says now, and was told to wait for 20
     * ms from there.
     */
    @Test
    void a_clock_set_back_by_an_hour_makes_no_wait_an_hour_longer() throws Exception {
        try (var world = world("true", line -> {})) {
            var known = Instant.now().plusSeconds(3600);
            var time = known.plusMillis(20);
            assertThat(((DriverInput.Elapsed) world.nextUntil(time, known)).at()).isEqualTo(time);
        }
    }

    @Test
    void a_wait_ends_at_its_time_or_with_what_arrives() throws Exception {
        try (var world = world("true", line -> {})) {
            var time = Instant.now().plusMillis(20);
            assertThat(((DriverInput.Elapsed) world.nextUntil(time, Instant.EPOCH)).at())
                    .isAfterOrEqualTo(time);
            assertThat(world.nextUntil(Instant.EPOCH, Instant.EPOCH))
                    .isInstanceOf(DriverInput.Elapsed.class);
            var asked = new DriverInput.CommandReceived(new Command.Resume(), answer -> {});
            world.offer(asked);
            assertThat(world.nextUntil(Instant.EPOCH, Instant.EPOCH))
                    .as("what is there is heard first")
                    .isSameAs(asked);
            world.offer(asked);
            assertThat(world.ready()).contains(asked);
        }
    }

    @Test
    void a_bug_in_an_effect_stops_the_reader_of_its_reports() throws Exception {
        try (var world =
                world(
                        "echo hello",
                        line -> {
                            throw new IllegalStateException("the view has a bug");
                        })) {
            world.start(5, call());
            assertThatThrownBy(world::next)
                    .isInstanceOf(PipelineBug.class)
                    .hasRootCauseMessage("the view has a bug");
        }
        try (var world = world("true", line -> {})) {
            world.start(
                    6,
                    new InvokeAgent(
                            GitHandlerTest.PLACE,
                            "developer",
                            "mine",
                            "no blob's name",
                            Option.none(),
                            Vector.empty(),
                            new Deadlines(1, 1, 1, 1),
                            Option.none(),
                            Option.none(),
                            Option.none()));
            assertThatThrownBy(() -> world.nextUntil(Instant.MAX, Instant.EPOCH))
                    .isInstanceOf(PipelineBug.class)
                    .hasMessageContaining("ticket 6")
                    .hasMessageContaining("InvokeAgent");
        }
    }

    @Test
    void an_error_of_the_disk_is_a_fault() throws Exception {
        try (var world = world("true", line -> {})) {
            var brief =
                    new PromptContext(
                            "0".repeat(64),
                            PromptContext.FRESH,
                            LinkedHashMap.empty(),
                            Vector.empty(),
                            Vector.empty());
            var event =
                    (EffectFailed)
                            world.perform(
                                    3,
                                    new RenderPrompt(
                                            GitHandlerTest.PLACE, "planner", "plan", brief));
            assertThat(event.ticket()).isEqualTo(3);
            assertThat(event.fault().kind()).isEqualTo(Kind.FILES);
            assertThat(event.fault().message()).contains("0".repeat(64));
        }
    }

    private CommitWork commit() throws IOException {
        at.write("work.txt", "x\n");
        return new CommitWork(
                GitHandlerTest.PLACE,
                Option.none(),
                Option.of("main"),
                Option.of(at.head()),
                Option.none(),
                Vector.empty());
    }

    /** Stops a commit while one of its hooks is at work. */
    private Event stoppedIn(String hook) throws Exception {
        at.hook(hook, "sleep 300 & touch .git/at-work; wait");
        try (var world = world("true", line -> {})) {
            world.start(5, commit());
            while (!Files.exists(at.root.resolve(".git/at-work"))) Thread.sleep(10);
            world.cancel(5);
            world.cancel(5);
            return ((DriverInput.Reported) world.next()).event();
        }
    }

    @Test
    void a_commit_is_stopped_with_its_hook_and_nothing_has_changed() throws Exception {
        var before = at.head();
        assertThat(stoppedIn("pre-commit")).isInstanceOf(EffectCancelled.class);
        assertThat(at.head()).isEqualTo(before);
        assertThat(at.status()).isEqualTo("?? PROMPT.md\n?? work.txt");
        assertThat(at.git.lockFiles()).isEmpty();
        assertThat(Reaper.markedFor(at.directory.id().text())).isEmpty();
    }

    @Test
    void a_commit_that_is_stopped_when_it_was_made_is_made() throws Exception {
        var stopped = (WorkCommitted) stoppedIn("post-commit");
        assertThat(stopped.commit()).isEqualTo(at.head());
        assertThat(at.status()).isEqualTo("?? PROMPT.md");
    }

    @Test
    void closing_leaves_nothing_running() throws Exception {
        var started = new CountDownLatch(1);
        try (var world = world("echo hello; sleep 300", line -> started.countDown())) {
            world.start(5, call());
            started.await();
        }
        assertThat(Reaper.markedFor(at.directory.id().text())).isEmpty();
    }
}
