package dev.foldline.app.command.inspect;

import dev.foldline.app.command.Console;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.core.event.Event;
import dev.foldline.testkit.crash.CrashReport;
import dev.foldline.testkit.crash.CrashTestSetup;
import dev.foldline.testkit.crash.RecordedRun;
import dev.foldline.testkit.crash.Violation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** Crashes the drivers of simulations at the selected points, and prints a report. */
final class CrashVerification {
    /** The name and version of the JSON document. */
    private static final String SCHEMA = "foldline.verify/1";

    private static final int SAMPLED = 300;
    private static final int SHOWN_MAX = 10;
    private static final int TOLD_EVERY = 500;

    private final Console console;
    private final String points;
    private final CrashPointSelection selection;
    private final long seed;
    private final AtomicInteger tried = new AtomicInteger();

    /** What is verified: a workflow or a recorded run. */
    private record Source(String name, boolean isWorkflow) {}

    /** A simulation, the share of its crash points that were tried, and the result. */
    private record EnvironmentReport(String world, String share, CrashReport report) {}

    /**
     * @param points the selection of crash points, as typed
     * @throws UserError if it is not valid
     */
    CrashVerification(Console console, String points, long seed) {
        this.console = console;
        this.points = points;
        this.selection = CrashPointSelection.read(points);
        this.seed = seed;
    }

    /**
     * Verifies a workflow in these simulations.
     *
     * @param world the only one to use; all if empty
     */
    int verifyWorkflow(String workflow, List<CrashTestSetup> scenes, String world) {
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
                                                selection instanceof CrashPointSelection.All
                                                                && !scene.isCalm()
                                                        ? new CrashPointSelection.Sample(SAMPLED)
                                                        : selection))
                        .toList();
        return print(new Source(workflow, true), tried, "");
    }

    /** Verifies a recorded run in a simulation that replays it. */
    int verifyRun(RunHistory history) throws IOException {
        var events = new ArrayList<Event>();
        history.walk(moment -> events.add(moment.event()));
        var recorded = RecordedRun.of(events);
        return print(
                new Source(history.name(), false),
                List.of(
                        tried(
                                new CrashTestSetup("recorded", recorded.simulation(), true),
                                selection)),
                "the simulation followed the recording for "
                        + recorded.followed()
                        + " of its "
                        + recorded.effects()
                        + " effects"
                        + recorded.parting().map(where -> "; then " + where).orElse("")
                        + "\n");
    }

    private EnvironmentReport tried(CrashTestSetup scene, CrashPointSelection asked) {
        var report = asked.run(scene.simulation(), seed, _ -> countTried(scene.name()));
        if (report.tried() == 0)
            throw new UserError(
                    "no such crash point in this run",
                    "--crash-points " + points,
                    "",
                    ExitCode.USAGE);
        return new EnvironmentReport(scene.name(), asked.share(seed), report);
    }

    private void countTried(String name) {
        int now = tried.incrementAndGet();
        if (now % TOLD_EVERY == 0) console.note("%s: %,d crash points tried".formatted(name, now));
    }

    private int print(Source source, List<EnvironmentReport> worlds, String remark) {
        var report =
                worlds.stream()
                        .map(EnvironmentReport::report)
                        .reduce(CrashReport.NOTHING, CrashReport::plus);
        var exit = report.violations().isEmpty() ? ExitCode.DONE : ExitCode.DIVERGED;
        if (console.isJson()) console.print(document(source, worlds, report, exit, remark));
        else console.print(text(source, worlds, report, remark));
        return exit.value();
    }

    private String text(
            Source source, List<EnvironmentReport> worlds, CrashReport report, String remark) {
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
    private String again(Source source, EnvironmentReport world, Violation violation) {
        var command = console.called() + " verify --crash-points " + violation.points();
        return source.isWorkflow()
                ? command
                        + " --workflow "
                        + source.name()
                        + " --seed "
                        + seed
                        + " --world "
                        + world.world()
                : command + " " + source.name();
    }

    private Map<String, Object> document(
            Source source,
            List<EnvironmentReport> worlds,
            CrashReport report,
            ExitCode exit,
            String remark) {
        return JsonOutput.fields(
                "schema",
                SCHEMA,
                "ok",
                exit == ExitCode.DONE,
                "exit",
                exit.value(),
                "source",
                source.name(),
                "seed",
                seed,
                "remark",
                remark.strip(),
                "tried",
                report.tried(),
                "worlds",
                worlds.stream().map(CrashVerification::world).toList(),
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

    private static Map<String, Object> world(EnvironmentReport each) {
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

    private Map<String, Object> violation(Source source, EnvironmentReport world, Violation each) {
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
