package dev.foldline.bench;

import dev.foldline.app.repository.Workspace;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.EffectKey;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.workflow.Policy.Deadlines;
import dev.foldline.effects.agent.AgentDefinition;
import dev.foldline.effects.agent.AgentHandler;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.agent.cli.Adapters;
import dev.foldline.effects.context.Cancellation;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.process.ProcessRunner;
import dev.foldline.effects.store.RunId;
import dev.foldline.testkit.agent.FakeAgents;
import dev.foldline.testkit.agent.InjectedFault;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Measurements of stalls: how long it takes from an agent's last new word until its call is over,
 * all its processes ended. The deadline is part of it; what lies beyond is ours.
 */
final class StallMeasurements {
    private static final Duration DEADLINE = Duration.ofSeconds(3);
    private static final Deadlines DEADLINES =
            new Deadlines(600_000, DEADLINE.toMillis(), DEADLINE.toMillis(), 1);
    private static final int ROUNDS = 3;
    private static final List<InjectedFault> STALLS =
            List.of(
                    InjectedFault.SILENT,
                    InjectedFault.SILENT_AFTER_TOOL,
                    InjectedFault.HEARTBEAT,
                    InjectedFault.SLOW_DRIP,
                    InjectedFault.SAME_TOOL_AGAIN,
                    InjectedFault.RETRY_STORM,
                    InjectedFault.CLOSES_STDOUT,
                    InjectedFault.IGNORES_TERM);

    private StallMeasurements() {}

    static void print() throws Exception {
        System.out.println(
                String.format(
                        Locale.ROOT,
                        "stalls, in seconds from the last new word to the end, with deadlines of"
                                + " %.1f; of %d rounds the median",
                        seconds(DEADLINE.toNanos()),
                        ROUNDS));
        for (var stall : STALLS) {
            var took = new ArrayList<Long>();
            String why = "";
            for (int round = 0; round < ROUNDS; round++) {
                var ended = ended(stall);
                took.add(ended.nanos());
                why = ended.kind();
            }
            Collections.sort(took);
            System.out.println(
                    String.format(
                            Locale.ROOT,
                            "  %-18s %6.2f (%.2f to %.2f)  %s",
                            stall.word(),
                            seconds(took.get(ROUNDS / 2)),
                            seconds(took.getFirst()),
                            seconds(took.getLast()),
                            why));
        }
    }

    /** What a stall was taken for, and after what time. */
    private record DetectedStall(long nanos, String kind) {}

    private static DetectedStall ended(InjectedFault stall) throws Exception {
        Path folder = GateMeasurements.repository();
        // What is written below the working tree is work, so their home is elsewhere.
        Path home = folder.resolveSibling(folder.getFileName() + "-agents");
        var fakes =
                new FakeAgents(home)
                        .plays(
                                "claude",
                                "{\"turns\":[{\"role\":\"developer\",\"quirk\":\""
                                        + stall.word()
                                        + "\"}]}");
        var environment =
                Map.of("PATH", fakes.before(System.getenv("PATH")), "HOME", home.toString());
        try (var workspace = Workspace.open(folder, environment)) {
            var run = workspace.runs().create(RunId.draw(new Random(1)));
            var context =
                    new RunContext(
                            run, workspace.runs().blobs(), workspace.git(), environment, List.of());
            var book =
                    new AgentRegistry(
                            Map.of(
                                    "claude",
                                    AgentDefinition.Known.of(Adapters.of("claude").orElseThrow())));
            var effect =
                    new InvokeAgent(
                            new EffectKey("iterate", 0, "development", 1, 1, 1),
                            "developer",
                            "claude",
                            context.blobs().put("do it"),
                            Option.none(),
                            Vector.empty(),
                            DEADLINES,
                            Option.none(),
                            Option.none(),
                            Option.none());
            // All that is new comes with the first frames; one that says none is silent from its
            // start.
            var since = new AtomicLong(System.nanoTime());
            var event =
                    new AgentHandler(
                                    context,
                                    book,
                                    new ProcessRunner(),
                                    line -> {},
                                    started -> since.set(System.nanoTime()))
                            .call(1, effect, new Cancellation());
            return new DetectedStall(
                    System.nanoTime() - since.get(),
                    event instanceof AgentFailed failed
                            ? failed.fault().kind() + ": " + failed.fault().message()
                            : "not noticed");
        }
    }

    private static double seconds(long nanos) {
        return nanos / 1e9;
    }
}
