package dev.foldline.app.command.inspect;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.JsonText;
import dev.foldline.app.command.RunArgument;
import dev.foldline.app.command.setup.Workflows;
import dev.foldline.app.history.History;
import dev.foldline.core.event.Event;
import dev.foldline.effects.sim.crash.CrashPoints;
import dev.foldline.effects.sim.crash.CrashReport;
import dev.foldline.effects.sim.crash.Recorded;
import dev.foldline.effects.sim.crash.Scene;
import dev.foldline.effects.sim.crash.Violation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lets the driver of a simulated run die wherever it can, and compares what comes of it. */
@Command(name = "verify", description = "Let the driver die wherever it can, in the simulated world, and compare.",
        footer = {
            "  foldline verify --crash-points all @                  the run, played again from its log",
            "  foldline verify --crash-points all --workflow ralph   the workflow, in a calm world and in troubled ones",
            "  foldline verify --crash-points 500 --seed 7 @         so many points, chosen by the seed",
        })
public final class Verify implements Callable<Integer> {
    /** The name and version of the JSON document. */
    static final String SCHEMA = "foldline.verify/1";

    private static final int SAMPLED = 300;
    private static final int SHOWN_MAX = 10;
    private static final int TOLD_EVERY = 500;

    private final Console console;
    private final AtomicInteger tried = new AtomicInteger();

    @Parameters(arity = "0..1", paramLabel = "RUN", defaultValue = "@", description = "A run, played again from its log.")
    private String run = "@";

    @Option(names = "--workflow", paramLabel = "NAME", defaultValue = "", description = "A workflow instead of a run.")
    private String workflow = "";

    @Option(names = "--crash-points", paramLabel = "all|N", defaultValue = "all", description = "Every crash point, or so many in each world.")
    private String points = "all";

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Where chance comes from.")
    private long seed = 1;

    /** A world, how much of it is tried, and what came of it. */
    private record Tried(String world, String share, CrashReport report) {}

    public Verify(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        var count = count();
        var source = workflow.isEmpty() ? RunArgument.parse(run).run() : workflow;
        var worlds = workflow.isEmpty() ? recorded(count) : scenes(count);
        var report = worlds.stream().map(Tried::report).reduce(CrashReport.NOTHING, CrashReport::plus);
        var exit = report.violations().isEmpty() ? ExitCode.DONE : ExitCode.DIVERGED;
        if (console.isJson()) console.print(document(source, worlds, report, exit));
        else console.print(text(worlds, report));
        return exit.value();
    }

    /** How many to try in each world; 0 for all. */
    private int count() {
        if (points.equals("all")) return 0;
        if (points.matches("[1-9]\\d{0,6}")) return Integer.parseInt(points);
        throw new UserError("'" + points + "' is neither all nor a number of crash points", "--crash-points " + points,
                "foldline verify --crash-points all", ExitCode.USAGE);
    }

    private List<Tried> scenes(int count) throws IOException {
        var worlds = new ArrayList<Tried>();
        for (var scene : Scene.of(Workflows.configured(console, workflow), seed)) {
            int share = count == 0 && !scene.isCalm() ? SAMPLED : count;
            worlds.add(new Tried(scene.name(), share == 0 ? "all" : share + " by seed " + seed,
                    share == 0 ? CrashPoints.all(scene.simulation(), _ -> tell()) : CrashPoints.sample(scene.simulation(), share, seed, _ -> tell())));
        }
        return worlds;
    }

    private List<Tried> recorded(int count) throws IOException {
        var events = new ArrayList<Event>();
        History.open(RunArgument.parse(run).find(console)).walk(moment -> events.add(moment.event()));
        var recorded = Recorded.of(events);
        var world = "the recorded run, followed for " + recorded.followed() + " of its " + recorded.deeds() + " deeds";
        return List.of(new Tried(world, count == 0 ? "all" : count + " by seed " + seed,
                count == 0 ? CrashPoints.all(recorded.simulation(), _ -> tell()) : CrashPoints.sample(recorded.simulation(), count, seed, _ -> tell())));
    }

    private void tell() {
        int now = tried.incrementAndGet();
        if (now % TOLD_EVERY == 0) console.note("%,d crash points tried".formatted(now));
    }

    private static String text(List<Tried> worlds, CrashReport report) {
        var text = new StringBuilder();
        for (var each : worlds) text.append("%-12s %s: %,d once, %,d again during recovery, %,d excused%n".formatted(
                each.world(), each.share(), each.report().once(), each.report().again(), each.report().excused()));
        report.violations().stream().limit(SHOWN_MAX).forEach(violation -> text.append(violation).append('\n'));
        return text.append("%,d crash points tried, %,d violations%n".formatted(report.tried(), report.violations().size())).toString();
    }

    private Map<String, Object> document(String source, List<Tried> worlds, CrashReport report, ExitCode exit) {
        return JsonText.fields("schema", SCHEMA, "ok", exit == ExitCode.DONE, "exit", exit.value(), "source", source, "seed", seed,
                "tried", report.tried(), "worlds", worlds.stream().map(Verify::world).toList(),
                "violations", report.violations().stream().map(Verify::violation).toList());
    }

    private static Map<String, Object> world(Tried each) {
        return JsonText.fields("name", each.world(), "share", each.share(), "once", each.report().once(), "again", each.report().again(),
                "excused", each.report().excused(), "violations", each.report().violations().size());
    }

    private static Map<String, Object> violation(Violation each) {
        return JsonText.fields("promise", each.promise(), "instant", each.instant(), "crashes", each.points(),
                "expected", each.expected(), "actual", each.actual(), "reproduce", each.reproduce());
    }
}
