package dev.foldline.app.definition;

import dev.foldline.app.config.source.ConfigurationProblem;
import dev.foldline.app.config.source.Origin;
import dev.foldline.app.config.source.Problems;
import dev.foldline.core.workflow.WorkflowProblem;
import dev.foldline.core.workflow.WorkflowProblem.Kind;

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
                                    remedy(problem.cause())));
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

    private static String remedy(WorkflowProblem.Cause cause) {
        return switch (cause) {
            case WorkflowProblem.UnroutedLabel(var label) ->
                    "add under routes: of the phase the line '"
                            + label
                            + ": next_step', or another of next_phase, repeat, fail, halt, end,"
                            + " { go_to: PHASE }, { go_back: STAGE, times: 2 }";
            case Kind.NO_STAGES -> "add a stage";
            case Kind.NO_PHASES -> "add a phase, or delete the stage";
            case Kind.SAME_NAME -> "rename one of them";
            case Kind.UNREACHABLE -> "add a route with go_to, or delete enter:";
            case Kind.UNUSED_ROUTE -> "delete the route, or add the label to a step";
            case Kind.GATE_BYPASSED -> "remove the gate, or the route";
            case Kind.NOT_CLEANED -> "add clean: before the call, or use ask:";
            case Kind.NOT_PRODUCED -> "add call: before it, or use ask:";
            case Kind.NO_AGENTS -> "name agents under roles: in foldline.yaml";
            case Kind.NOT_CONTINUED -> "use another route, or set retry: repeats";
            case Kind.RECOVERY_LEVELS ->
                    "write restart_from, rewind_from and start_over_from in rising order";
            case Kind.UNCOUNTED_STAGE -> "name a stage without each:";
            case Kind.TOO_DEEP -> "nest fewer workflows";
            case Kind.RECURSIVE -> "name another workflow";
            case Kind.OTHER -> "change this part of the file";
        };
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
