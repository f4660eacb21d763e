package dev.foldline.app.definition;

import dev.foldline.app.config.source.ConfigurationProblem;
import dev.foldline.app.config.source.Origin;
import dev.foldline.app.config.source.Problems;
import dev.foldline.core.workflow.WorkflowProblem;

import io.vavr.Tuple;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;

import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/** Places the problems of a workflow value in its file. */
public final class FileProblems {
    private FileProblems() {}

    /** What to do about a problem, by words of its text; the first that matches counts. */
    private static final LinkedHashMap<String, String> REMEDIES =
            LinkedHashMap.ofEntries(
                    Tuple.of("no step says", "delete the route, or add the label to a step"),
                    Tuple.of("no route leads here", "add a route with go_to, or delete enter:"),
                    Tuple.of("without cleaning", "add clean: before the call, or use ask:"),
                    Tuple.of("gate", "remove the gate, or the route"),
                    Tuple.of("has no phases", "add a phase, or delete the stage"),
                    Tuple.of("has no stages", "add a stage"),
                    Tuple.of("of the same name", "rename one of them"),
                    Tuple.of("no agent to continue", "use another route, or set retry: repeats"),
                    Tuple.of("no step produces", "add call: before it, or use ask:"),
                    Tuple.of("has no agents", "name agents under roles: in foldline.yaml"),
                    Tuple.of(
                            "levels must rise",
                            "write restart_from, rewind_from and start_over_from in rising order"),
                    Tuple.of("levels deep", "nest fewer workflows"),
                    Tuple.of("starts itself", "name another workflow"),
                    Tuple.of("not a counted stage", "name a stage without each:"));

    /** Returns all problems, those of the file first in its order. */
    public static List<ConfigurationProblem> of(
            WorkflowFile file,
            Problems found,
            Vector<WorkflowProblem> sound,
            ExpandedFile expanded) {
        var all = new Problems();
        all.addAll(file.problems());
        all.addAll(found.all());
        if (all.all().isEmpty())
            sound.forEach(
                    problem ->
                            all.add(
                                    place(file, problem.where(), expanded.places()),
                                    problem.where() + " " + problem.what(),
                                    remedy(problem.what())));
        return all.all().stream()
                .sorted(
                        Comparator.comparing(FileProblems::file)
                                .thenComparingLong(FileProblems::line))
                .toList();
    }

    private static Origin place(
            WorkflowFile file, String where, LinkedHashMap<String, Origin> places) {
        return places.get(where).getOrElse(() -> new Origin.InFile(file.shown(), 1, 1));
    }

    private static final Pattern NO_ROUTE = Pattern.compile("label (\\S+) has no route");

    private static String remedy(String what) {
        var label = NO_ROUTE.matcher(what);
        if (label.matches())
            return "add under routes: of the phase the line '"
                    + label.group(1)
                    + ": next_step', or another of next_phase, repeat, fail, halt, end, { go_to:"
                    + " PHASE }, { go_back: STAGE, times: 2 }";
        return REMEDIES.find(each -> what.contains(each._1()))
                .map(each -> each._2())
                .getOrElse("change this part of the file");
    }

    private static String file(ConfigurationProblem problem) {
        return problem.origin() instanceof Origin.InFile(var file, _, _) ? file : "";
    }

    private static long line(ConfigurationProblem problem) {
        return problem.origin() instanceof Origin.InFile(_, var line, var column)
                ? line * 100_000L + column
                : 0;
    }
}
