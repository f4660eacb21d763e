package dev.foldline.app.definition;

import dev.foldline.app.config.source.ConfigurationProblem;
import dev.foldline.app.config.source.Origin;
import dev.foldline.app.config.source.Problems;
import dev.foldline.core.workflow.WorkflowProblem;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;

import java.util.Comparator;
import java.util.List;

/** Places the problems of a workflow value in its file. */
public final class FileProblems {
    private FileProblems() {}

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
                .sorted(Comparator.comparing(FileProblems::file).thenComparing(FileProblems::line))
                .toList();
    }

    private static Origin place(
            WorkflowFile file, String where, LinkedHashMap<String, Origin> places) {
        return places.get(where).getOrElse(() -> new Origin.InFile(file.shown(), 1, 1));
    }

    private static String remedy(String what) {
        if (what.endsWith("has no route")) return "add the label under routes:";
        if (what.startsWith("no step says")) return "delete the route, or add the label";
        if (what.startsWith("no route leads here"))
            return "add a route with go_to, or delete enter:";
        if (what.contains("without cleaning")) return "add clean: before the call, or use ask:";
        if (what.contains("gate")) return "remove the gate, or the route";
        return "correct it";
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
