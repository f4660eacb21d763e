package dev.foldline.bench;

import dev.foldline.app.Repository;
import dev.foldline.app.repository.Workspace;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.EffectKey;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Deadlines;
import dev.foldline.core.workflow.builtin.Ralph;
import dev.foldline.effects.agent.AgentDefinition;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.context.AgentCallLimiter;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.environment.ChildRunLauncher;
import dev.foldline.effects.environment.EffectPorts;
import dev.foldline.effects.environment.LocalEnvironment;
import dev.foldline.effects.recording.EffectRecorder;
import dev.foldline.effects.recording.RunRecorder;
import dev.foldline.effects.sandbox.SandboxPolicy;
import dev.foldline.effects.store.RunId;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * Measurements of recording: how long a call of an agent takes with a recording and without, in
 * turns, in a repository of few files and of many.
 */
final class RecordingMeasurements {
    private static final Deadlines DEADLINES = new Deadlines(600_000, 600_000, 600_000, 1);

    private RecordingMeasurements() {}

    /**
     * Prints what a recording adds.
     *
     * @param work what the agent does first, as a command for the shell
     */
    static void print(String work, int rounds) throws Exception {
        for (int files : new int[] {100, 10_000})
            try (var plain = new Calls(files, false, work);
                    var recorded = new Calls(files, true, work)) {
                var without = new ArrayList<Long>();
                var with = new ArrayList<Long>();
                for (int round = 0; round < rounds; round++) {
                    without.add(plain.call());
                    with.add(recorded.call());
                }
                print(files, without, with);
            }
    }

    private static void print(int files, List<Long> plain, List<Long> recorded) {
        Collections.sort(plain);
        Collections.sort(recorded);
        System.out.println(
                String.format(
                        Locale.ROOT,
                        "a call in a repository of %d files, in ms, the median and the least of %d:"
                            + " without a recording %d and %d, with one %d and %d; more by %d and"
                            + " %d",
                        files,
                        plain.size(),
                        middle(plain),
                        plain.getFirst(),
                        middle(recorded),
                        recorded.getFirst(),
                        middle(recorded) - middle(plain),
                        recorded.getFirst() - plain.getFirst()));
    }

    private static long middle(List<Long> sorted) {
        return sorted.get(sorted.size() / 2);
    }

    private static AgentRegistry agents(String work) {
        return new AgentRegistry(
                Map.of(
                        "mine",
                        new AgentDefinition.Program(
                                new CommandLine.Shell(work + "; echo line >> work.txt; echo done"),
                                List.of(),
                                Optional.empty())));
    }

    /** Calls of one agent, one after the other, in a repository of its own. */
    static final class Calls implements AutoCloseable {
        private final Workspace workspace;
        private final RunContext context;
        private final EffectRecorder recorder;
        private final LocalEnvironment world;
        private long ticket;

        Calls(int files, boolean isRecorded, String work) throws IOException, InterruptedException {
            this(files, isRecorded, agents(work));
        }

        Calls(int files, SandboxPolicy sandbox) throws IOException, InterruptedException {
            this(files, false, agents("true").with(sandbox));
        }

        private Calls(int files, boolean isRecorded, AgentRegistry agents)
                throws IOException, InterruptedException {
            var folder = repository(files);
            var environment = Map.of("PATH", System.getenv("PATH"), "HOME", folder.toString());
            workspace = Workspace.open(folder, environment);
            var run = workspace.runs().create(RunId.draw(new Random(1)));
            context =
                    new RunContext(
                            run, workspace.runs().blobs(), workspace.git(), environment, List.of());
            recorder =
                    isRecorded
                            ? RunRecorder.begin(
                                    context, agents, state(run.id()), System.err::println)
                            : EffectRecorder.NONE;
            world =
                    new LocalEnvironment(
                            context,
                            agents,
                            ChildRunLauncher.NONE,
                            AgentCallLimiter.OPEN,
                            new LocalEnvironment.Audience(_ -> {}, _ -> {}),
                            EffectPorts.recording(context, recorder));
        }

        /** Returns how long a call takes, in milliseconds. */
        long call() throws IOException, InterruptedException {
            var effect =
                    new InvokeAgent(
                            new EffectKey("iterate", 0, "development", 1, 1, 1),
                            "developer",
                            "mine",
                            context.blobs().put("do it"),
                            Option.none(),
                            Vector.empty(),
                            DEADLINES,
                            Option.none(),
                            Option.none(),
                            Option.none());
            long began = System.nanoTime();
            world.start(++ticket, effect);
            world.next();
            return (System.nanoTime() - began) / 1_000_000;
        }

        @Override
        public void close() {
            world.close();
            recorder.close();
            workspace.close();
        }
    }

    private static Path repository(int files) throws IOException, InterruptedException {
        var folder = Files.createTempDirectory("foldline-recording");
        Repository.withOneCommit(folder);
        for (int n = 0; n < files; n++) {
            var path = folder.resolve("src/" + n / 100 + "/" + n + ".txt");
            Files.createDirectories(path.getParent());
            Files.writeString(path, "file " + n + "\n");
        }
        Repository.git(folder, "add", "-A");
        Repository.git(folder, "commit", "-q", "-m", "many");
        return folder;
    }

    private static PipelineState state(RunId run) {
        return Pipeline.start(
                new RunStarted(
                        run.text(),
                        Ralph.workflow(Ralph.Options.DEFAULT, Policy.DEFAULT),
                        "task",
                        Pipeline.RULES_VERSION,
                        Instant.now()));
    }
}
