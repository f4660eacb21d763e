package dev.foldline.app.command.operate;

import java.util.List;
import java.util.regex.Pattern;

/** The lines that {@code foldline log} prints about the latest run. */
record RunLines(List<Line> lines) {
    private static final Pattern LINE =
            Pattern.compile(" *(\\d+)  \\S+ \\S+  (\\S+) +(.*?)(?:  \\[(.*)])?");

    /**
     * @param rule the rule that decided; empty for the first event and for commands
     */
    record Line(int seq, String phase, String event, String rule) {}

    static RunLines of(CliFixture place) {
        return new RunLines(
                place.foldline("log")
                        .out()
                        .lines()
                        .map(LINE::matcher)
                        .filter(line -> line.matches())
                        .map(
                                line ->
                                        new Line(
                                                Integer.parseInt(line.group(1)),
                                                line.group(2),
                                                line.group(3),
                                                line.group(4) == null ? "" : line.group(4)))
                        .toList());
    }

    /** Returns the phases in the order in which the run entered them. */
    List<String> phases() {
        return lines.stream()
                .filter(line -> line.event.equals("phase entered"))
                .map(Line::phase)
                .toList();
    }

    /** Returns the called agents and their roles, as in {@code mine as planner}. */
    List<String> calls() {
        return lines.stream()
                .filter(line -> line.event.startsWith("begin: call "))
                .map(line -> line.event.replaceFirst("begin: call ([^,]*).*", "$1"))
                .toList();
    }

    /** Returns the agents that were called in a role. */
    List<String> calls(String role) {
        return calls().stream()
                .filter(call -> call.endsWith(" as " + role))
                .map(call -> call.replaceFirst(" .*", ""))
                .toList();
    }

    /** Returns the rules between two events that start like this, the latter's included. */
    List<String> rules(String from, String to) {
        int first = indexOf(from, 0);
        return lines.subList(first + 1, indexOf(to, first + 1) + 1).stream()
                .map(Line::rule)
                .toList();
    }

    private int indexOf(String start, int from) {
        for (int i = from; i < lines.size(); i++)
            if (lines.get(i).event.startsWith(start)) return i;
        throw new AssertionError("no event '" + start + "' after event " + from);
    }

    /** Returns the number of the first event that starts like this. */
    int seq(String start) {
        return lines.get(indexOf(start, 0)).seq();
    }

    /** Returns the events of the n-th execution of a phase, from 0, without hashes and times. */
    List<String> execution(String phase, int n) {
        var entries =
                lines.stream()
                        .filter(line -> line.event.equals("phase entered"))
                        .filter(line -> line.phase.equals(phase))
                        .toList();
        int first = lines.indexOf(entries.get(n)) + 1;
        int end = first;
        while (end < lines.size() && !lines.get(end).event.equals("phase entered")) end++;
        return lines.subList(first, end).stream()
                .map(line -> line.event.replaceFirst("(: [0-9a-f]{7}| \\([0-9.]+s\\))$", ""))
                .map(event -> event.replaceFirst(" [0-9a-f]{7} ", " "))
                .filter(event -> !event.startsWith("recorded what"))
                .toList();
    }
}
