package dev.foldline.bench;

import dev.foldline.app.repository.RunLog;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.DriverOptions;
import dev.foldline.app.run.RunLauncher.Started;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.run.RunSession;
import dev.foldline.core.PipelineState;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.InputEvent.GateApproved;
import dev.foldline.core.event.RunEvent.GateOpened;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.workflow.GateSpec;
import dev.foldline.core.workflow.GateSpec.OnReject;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Script;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.prompt.Templates;
import dev.foldline.effects.redact.Redaction;
import dev.foldline.effects.store.RunId;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A process that drives a run with many gates in a repository. Prints the run's id and folder, then
 * for each gate its id when it has opened, and the nanoseconds of {@link System#nanoTime()} when
 * its approval was on disk and when the driver had gone on.
 */
final class GateDriver implements RunObserver {
    private boolean approved;

    private GateDriver() {}

    /** The repository, and how many gates there are. */
    public static void main(String[] words) throws Exception {
        var folder = Path.of(words[0]);
        try (var workspace =
                Workspace.open(
                        folder, Map.of("PATH", System.getenv("PATH"), "HOME", folder.toString()))) {
            var run = workspace.runs().create(RunId.draw(new Random(1)));
            var log =
                    RunLog.create(
                            run,
                            Redaction.OF_SHAPES,
                            new RunStarted(
                                    run.id().text(),
                                    gates(Integer.parseInt(words[1])),
                                    workspace.runs().blobs().put("look"),
                                    Pipeline.RULES_VERSION,
                                    Instant.now()));
            System.out.println(run.id().text());
            System.out.println(run.path());
            new RunSession(
                            new AgentRegistry(Map.of()),
                            List.of(),
                            Templates.OURS,
                            new DriverOptions(true),
                            new GateDriver())
                    .drive(Started.in(workspace, log));
        }
    }

    private static Workflow gates(int count) {
        var look = Phase.phase("look", Script.clean("plan")).gate(new GateSpec(OnReject.REDO));
        return new Workflow(
                "gates",
                1,
                Vector.of(Script.times("looks", count, Script.phases(look))),
                Policy.DEFAULT);
    }

    @Override
    public void onEvent(Event event, Option<String> message, PipelineState state) {
        if (approved) System.out.println(System.nanoTime());
        approved = event instanceof GateApproved;
        if (approved) System.out.println(System.nanoTime());
        if (event instanceof GateOpened gate) System.out.println(gate.gate().id());
    }
}
