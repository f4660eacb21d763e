package dev.foldline.bench;

import dev.foldline.app.run.DriverOptions;
import dev.foldline.app.run.RunLauncher.Started;
import dev.foldline.app.repository.RunLog;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.run.RunSession;
import dev.foldline.app.repository.Workspace;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Command.Shown;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.InputEvent.GateApproved;
import dev.foldline.core.event.RunEvent.GateOpened;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.state.Gate;
import dev.foldline.core.workflow.GateSpec;
import dev.foldline.core.workflow.GateSpec.OnReject;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Script;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.prompt.Templates;
import dev.foldline.effects.redact.Redaction;
import dev.foldline.effects.store.Inbox;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * How long a living driver takes to hear an approval: a real run that waits at one gate after the
 * other, a real inbox, real commands.
 */
final class GateMeasurements implements Bench.Printed {
    private static final int MEASURED = 200;
    private static final int WARM_UP = 20;
    private static final Path LAUNCHER = Path.of("..", "foldline").toAbsolutePath().normalize();

    /** Who approves what a run shows. */
    @FunctionalInterface
    private interface Person {
        void approve(Path repository, RunDirectory run, Gate shown)
                throws IOException, InterruptedException;
    }

    @Override
    public void print() throws Exception {
        System.out.println(
                "an approval from another process, a driver waiting at " + MEASURED + " gates");
        var inbox = new Stay(GateMeasurements::throughTheInbox);
        inbox.pass();
        System.out.println(line("message written to event on disk", inbox.toEvent));
        System.out.println(line("message written to the next effect", inbox.toNext));
        var terminal = new Stay(GateMeasurements::atATerminal);
        terminal.pass();
        System.out.println(line("foldline approve called to event on disk", terminal.toEvent));
        System.out.println(line("foldline approve called to the next effect", terminal.toNext));
        System.out.println(line("foldline approve called to its end", terminal.toEnd));
    }

    private static String line(String name, List<Long> nanos) {
        var sorted = nanos.subList(WARM_UP, nanos.size()).stream().sorted().toList();
        return String.format(
                Locale.ROOT,
                "  %-44s median %6.2f ms   99th percentile %6.2f ms",
                name,
                sorted.get(sorted.size() / 2) / 1e6,
                sorted.get(sorted.size() * 99 / 100) / 1e6);
    }

    private static void throughTheInbox(Path repository, RunDirectory run, Gate shown)
            throws IOException, InterruptedException {
        var inbox = new Inbox(run.inbox());
        inbox.awaitAnswer(
                inbox.send(Wire.toJson(new Command.Approve(shown.id(), Shown.NOTHING, ""))),
                Duration.ofMinutes(1));
    }

    /** With the start of the launcher and of the Java machine. */
    private static void atATerminal(Path repository, RunDirectory run, Gate shown)
            throws IOException, InterruptedException {
        run(
                repository,
                List.of(LAUNCHER.toString(), "-q", "approve", shown.id(), run.id().text()),
                ProcessBuilder.Redirect.DISCARD);
    }

    private static void run(Path folder, List<String> command, ProcessBuilder.Redirect output)
            throws IOException, InterruptedException {
        if (new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .inheritIO()
                        .redirectOutput(output)
                        .start()
                        .waitFor()
                != 0) throw new IOException(String.join(" ", command));
    }

    private static Workflow gates() {
        var look = Phase.phase("look", Script.clean("plan")).gate(new GateSpec(OnReject.REDO));
        return new Workflow(
                "gates",
                1,
                Vector.of(Script.times("looks", WARM_UP + MEASURED, Script.phases(look))),
                Policy.DEFAULT);
    }

    static Path repository() throws IOException, InterruptedException {
        var folder = Files.createTempDirectory("foldline-bench").toRealPath();
        for (var words :
                List.of(
                        "git init -q",
                        "git -c user.name=a -c user.email=a@example.org commit -q --allow-empty -m"
                                + " first"))
            run(folder, List.of(words.split(" ")), ProcessBuilder.Redirect.INHERIT);
        return folder;
    }

    /**
     * A driver at all gates of a run, and a person who approves them. Notes when each approval was
     * on disk, and when the driver had gone on.
     */
    private static final class Stay implements RunObserver {
        private final Person person;
        private final BlockingQueue<GateOpened> opened = new LinkedBlockingQueue<>();
        private final List<Long> toEvent = new ArrayList<>();
        private final List<Long> toNext = new ArrayList<>();
        private final List<Long> toEnd = new ArrayList<>();
        private volatile long asked;
        private boolean approved;

        Stay(Person person) {
            this.person = person;
        }

        void pass() throws Exception {
            var folder = repository();
            try (var workspace =
                    Workspace.open(
                            folder,
                            Map.of("PATH", System.getenv("PATH"), "HOME", folder.toString()))) {
                var run = workspace.runs().create(RunId.draw(new Random(1)));
                var log =
                        RunLog.create(
                                run,
                                Redaction.OF_SHAPES,
                                new RunStarted(
                                        run.id().text(),
                                        gates(),
                                        workspace.runs().blobs().put("look"),
                                        Pipeline.RULES_VERSION,
                                        Instant.now()));
                var answering = Thread.ofPlatform().start(() -> approveAll(folder, run));
                new RunSession(
                                new AgentRegistry(Map.of()),
                                List.of(),
                                Templates.OURS,
                                new DriverOptions(true),
                                this)
                        .drive(Started.in(workspace, log));
                answering.join();
            }
        }

        private void approveAll(Path folder, RunDirectory run) {
            try {
                for (int gate = 0; gate < WARM_UP + MEASURED; gate++) {
                    var shown = opened.take().gate();
                    // By then the driver waits.
                    Thread.sleep(5);
                    asked = System.nanoTime();
                    person.approve(folder, run, shown);
                    toEnd.add(System.nanoTime() - asked);
                }
            } catch (IOException | InterruptedException ended) {
                throw new IllegalStateException(ended);
            }
        }

        @Override
        public void onEvent(Event event, Option<String> message, PipelineState state) {
            if (approved) toNext.add(System.nanoTime() - asked);
            approved = event instanceof GateApproved;
            if (approved) toEvent.add(System.nanoTime() - asked);
            if (event instanceof GateOpened gate) opened.add(gate);
        }
    }
}
