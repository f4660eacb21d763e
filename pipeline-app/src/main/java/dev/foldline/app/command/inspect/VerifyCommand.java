package dev.foldline.app.command.inspect;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.JsonOutput;
import dev.foldline.app.command.RunArgument;
import dev.foldline.app.command.setup.WorkflowsCommand;
import dev.foldline.app.history.RunHistory;
import dev.foldline.core.event.Event;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.effects.sim.crash.CrashReport;
import dev.foldline.effects.sim.crash.CrashTestSetup;
import dev.foldline.effects.sim.crash.RecordedRun;
import dev.foldline.effects.sim.crash.Violation;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** Lets the driver of a simulated run die wherever it can, and compares what comes of it. */
@Command(
        name = "verify",
        description =
                "Crash the driver at every possible point in a simulation and compare the results.",
        footer = {
            "  foldline verify --crash-points all @                  crash a replay of the latest"
                    + " run",
            "  foldline verify --crash-points all --workflow ralph   crash a workflow in simulated"
                    + " worlds",
            "  foldline verify --crash-points 500 --seed 7 @         500 points, chosen by the"
                    + " seed",
            "  foldline verify --crash-points in-effect:3 --workflow ralph --world calm",
            "                                                        one point, as printed with a"
                    + " violation",
        })
public final class VerifyCommand implements Callable<Integer> {
    /** The name and version of the JSON document. */
    static final String SCHEMA = "foldline.verify/1";

    private static final int SAMPLED = 300;
    private static final int SHOWN_MAX = 10;
    private static final int TOLD_EVERY = 500;

    private final Console console;
    private final AtomicInteger tried = new AtomicInteger();

    @Parameters(
            arity = "0..1",
            paramLabel = "RUN",
            defaultValue = "@",
            description = "Run to replay from its log (default: latest).")
    private String run = "@";

    @Option(
            names = "--workflow",
            paramLabel = "NAME",
            defaultValue = "",
            description = "Verify a workflow instead of a run.")
    private String workflow = "";

    @Option(
            names = "--crash-points",
            paramLabel = "all|N|POINT",
            defaultValue = "all",
            description =
                    "Crash points: all, a number for each world, or those printed with a"
                            + " violation.")
    private String points = "all";

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Random seed.")
    private long seed = 1;

    @Option(
            names = "--world",
            paramLabel = "NAME",
            defaultValue = "",
            description = "Only this world of the workflow, such as calm.")
    private String world = "";

    private final Worlds worlds;

    /** In which worlds a workflow is tried. */
    @FunctionalInterface
    interface Worlds {
        List<CrashTestSetup> of(Workflow workflow, long seed);
    }

    /** A world, how much of it is tried, and what came of it. */
    private record Tried(String world, String share, CrashReport report) {}

    public VerifyCommand(Console console) {
        this(console, CrashTestSetup::of);
    }

    VerifyCommand(Console console, Worlds worlds) {
        this.console = console;
        this.worlds = worlds;
    }

    @Override
    public Integer call() throws IOException {
        var asked = CrashPointSelection.read(points);
        return workflow.isEmpty() ? recorded(asked) : configured(asked);
    }

    private int configured(CrashPointSelection asked) throws IOException {
        var scenes = worlds.of(WorkflowsCommand.configured(console, workflow), seed);
        var wanted =
                scenes.stream()
                        .filter(scene -> world.isEmpty() || scene.name().equals(world))
                        .toList();
        if (wanted.isEmpty())
            throw new UserError(
                    "unknown world '" + world + "'",
                    "--world " + world,
                    "one of "
                            + scenes.stream()
                                    .map(CrashTestSetup::name)
                                    .collect(Collectors.joining(", ")),
                    ExitCode.USAGE);
        var tried =
                wanted.stream()
                        .map(
                                scene ->
                                        tried(
                                                scene,
                                                asked instanceof CrashPointSelection.All
                                                                && !scene.isCalm()
                                                        ? new CrashPointSelection.Sample(SAMPLED)
                                                        : asked))
                        .toList();
        return print(workflow, tried, "");
    }

    private int recorded(CrashPointSelection asked) throws IOException {
        var events = new ArrayList<Event>();
        var history = RunHistory.open(RunArgument.parse(run).find(console));
        history.walk(moment -> events.add(moment.event()));
        var recorded = RecordedRun.of(events);
        return print(
                history.name(),
                List.of(tried(new CrashTestSetup("recorded", recorded.simulation(), true), asked)),
                "the simulation followed the recording for "
                        + recorded.followed()
                        + " of its "
                        + recorded.deeds()
                        + " effects"
                        + recorded.parting().map(where -> "; then " + where).orElse("")
                        + "\n");
    }

    private Tried tried(CrashTestSetup scene, CrashPointSelection asked) {
        var report = asked.tried(scene.simulation(), seed, _ -> tell(scene.name()));
        if (report.tried() == 0)
            throw new UserError(
                    "no such crash point in this run",
                    "--crash-points " + points,
                    "",
                    ExitCode.USAGE);
        return new Tried(scene.name(), asked.share(seed), report);
    }

    private void tell(String name) {
        int now = tried.incrementAndGet();
        if (now % TOLD_EVERY == 0) console.note("%s: %,d crash points tried".formatted(name, now));
    }

    private int print(String source, List<Tried> worlds, String remark) {
        var report =
                worlds.stream().map(Tried::report).reduce(CrashReport.NOTHING, CrashReport::plus);
        var exit = report.violations().isEmpty() ? ExitCode.DONE : ExitCode.DIVERGED;
        if (console.isJson()) console.print(document(source, worlds, report, exit, remark));
        else console.print(text(source, worlds, report, remark));
        return exit.value();
    }

    private String text(String source, List<Tried> worlds, CrashReport report, String remark) {
        var text = new StringBuilder(remark);
        for (var each : worlds)
            text.append(
                    "%-12s %s: %,d once, %,d again during recovery, %s%n"
                            .formatted(
                                    each.world(),
                                    each.share(),
                                    each.report().once(),
                                    each.report().again(),
                                    excused(each.report())));
        worlds.stream()
                .flatMap(
                        each ->
                                each.report().violations().stream()
                                        .map(
                                                violation ->
                                                        violation
                                                                + "\n  again     "
                                                                + again(source, each, violation)
                                                                + "\n"))
                .limit(SHOWN_MAX)
                .forEach(text::append);
        return text.append(
                        "%,d crash points tried, %,d violations%n"
                                .formatted(report.tried(), report.violations().size()))
                .toString();
    }

    private static String excused(CrashReport report) {
        var reasons =
                report.excuses().entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(each -> "%s: %,d".formatted(each.getKey().words(), each.getValue()))
                        .collect(Collectors.joining(", "));
        return "%,d allowed".formatted(report.excused())
                + (reasons.isEmpty() ? "" : " (" + reasons + ")");
    }

    /** What to type to see it again. */
    private String again(String source, Tried world, Violation violation) {
        var command = console.called() + " verify --crash-points " + violation.points();
        return workflow.isEmpty()
                ? command + " " + source
                : command
                        + " --workflow "
                        + workflow
                        + " --seed "
                        + seed
                        + " --world "
                        + world.world();
    }

    private Map<String, Object> document(
            String source, List<Tried> worlds, CrashReport report, ExitCode exit, String remark) {
        return JsonOutput.fields(
                "schema",
                SCHEMA,
                "ok",
                exit == ExitCode.DONE,
                "exit",
                exit.value(),
                "source",
                source,
                "seed",
                seed,
                "remark",
                remark.strip(),
                "tried",
                report.tried(),
                "worlds",
                worlds.stream().map(VerifyCommand::world).toList(),
                "violations",
                worlds.stream()
                        .flatMap(
                                each ->
                                        each.report().violations().stream()
                                                .map(
                                                        violation ->
                                                                violation(source, each, violation)))
                        .toList());
    }

    private static Map<String, Object> world(Tried each) {
        return JsonOutput.fields(
                "name",
                each.world(),
                "share",
                each.share(),
                "once",
                each.report().once(),
                "again",
                each.report().again(),
                "excused",
                each.report().excused(),
                "excuses",
                excuses(each.report()),
                "violations",
                each.report().violations().size());
    }

    private static List<Map<String, Object>> excuses(CrashReport report) {
        return report.excuses().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(each -> JsonOutput.fields("why", each.getKey(), "count", each.getValue()))
                .toList();
    }

    private Map<String, Object> violation(String source, Tried world, Violation each) {
        return JsonOutput.fields(
                "promise",
                each.promise(),
                "world",
                world.world(),
                "instant",
                each.instant(),
                "crashes",
                each.points(),
                "expected",
                each.expected(),
                "actual",
                each.actual(),
                "reproduce",
                each.reproduce(),
                "again",
                again(source, world, each));
    }
}
