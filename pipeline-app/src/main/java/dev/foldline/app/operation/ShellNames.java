package dev.foldline.app.operation;

import dev.foldline.core.workflow.builtin.Tdd;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;

/**
 * How a shell spells what an answer calls by the names that tools and their parameters have:
 * answers are the same wherever they are given.
 */
final class ShellNames {
    private static final Map<String, String> COMMANDS =
            LinkedHashMap.of(
                    "get_task",
                    "foldline task get",
                    "submit_work",
                    "foldline task submit",
                    Tdd.REDUCE_SCOPE,
                    "foldline task reduce-scope",
                    Tdd.ESCALATE,
                    "foldline task escalate");

    private static final Map<String, String> OPTIONS =
            LinkedHashMap.of(
                    Tdd.TEST,
                    "--test-command",
                    "expectation",
                    "--expectation",
                    "analysis_decision",
                    "--analysis-decision",
                    Tdd.WITHDRAWAL,
                    "--withdrawal-reason",
                    "commit_hash",
                    "--commit-hash",
                    "markdown_report",
                    "-m, or -f FILE",
                    Tdd.NOTHING_LEFT,
                    "--nothing-left");

    private ShellNames() {}

    /** The commands that an answer tells to use. */
    static Vector<String> commands(String answer) {
        return named(COMMANDS, answer).values().toVector();
    }

    /** A line that translates the names it has; empty if it has none. */
    static String line(String answer) {
        var named =
                named(COMMANDS, answer)
                        .mapValues(command -> "'" + command + "'")
                        .toVector()
                        .appendAll(named(OPTIONS, answer));
        return named.isEmpty()
                ? ""
                : "on the command line: "
                        + named.map(each -> each._1() + " is " + each._2()).mkString("; ");
    }

    private static Map<String, String> named(Map<String, String> names, String answer) {
        return names.filterKeys(name -> answer.contains("'" + name + "'"));
    }
}
