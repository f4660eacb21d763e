package dev.foldline.app.command.inspect;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.JsonOutput;
import dev.foldline.app.command.RunArgument;
import dev.foldline.app.history.Point;
import dev.foldline.app.history.RunHistory;
import dev.foldline.app.history.StateDifference;
import dev.foldline.app.view.Printable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** What changed between two states. */
@Command(
        name = "diff",
        description = "Show how the state differs between two points in the log.",
        footer = {
            "  foldline diff @:100 @:120          what events 101 to 120 changed",
            "  foldline diff @~1 @                two runs in their current state",
        })
public final class DiffCommand implements Callable<Integer> {
    /** The name and version of the JSON document. */
    public static final String SCHEMA = "foldline.diff/1";

    private final Console console;

    @Parameters(
            index = "0",
            paramLabel = "RUN:A",
            description = "Run, or point in its log (default: latest).")
    private String from = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "RUN:B",
            defaultValue = "@",
            description = "Second point (default: now).")
    private String to = "@";

    public DiffCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        if (from.isEmpty())
            throw new UserError("nothing to compare", "", "foldline diff @:1 @", ExitCode.USAGE);
        var before = point(from);
        var after = point(to);
        if (console.isJson()) {
            console.print(document(before, after));
        } else {
            console.print(text(changes(before, after)));
        }
        return ExitCode.DONE.value();
    }

    private Point point(String text) throws IOException {
        var argument = RunArgument.parse(text);
        return argument.point(RunHistory.open(argument.find(console)));
    }

    private static List<StateDifference> changes(Point before, Point after) {
        return StateDifference.between("", before.state(), after.state());
    }

    /** For programs. */
    public static Map<String, Object> document(Point before, Point after) {
        return JsonOutput.fields(
                "schema",
                SCHEMA,
                "from",
                name(before),
                "to",
                name(after),
                "changes",
                changes(before, after).stream()
                        .map(
                                each ->
                                        JsonOutput.fields(
                                                "slice",
                                                each.slice(),
                                                "path",
                                                each.path(),
                                                "before",
                                                each.before(),
                                                "after",
                                                each.after()))
                        .toList());
    }

    private static Object name(Point point) {
        return JsonOutput.fields("run", point.state().header().run(), "seq", point.seq());
    }

    private String text(List<StateDifference> changes) {
        var paint = console.paint();
        var text = new StringBuilder();
        var slice = "";
        for (var each : changes) {
            if (!each.slice().equals(slice)) text.append(paint.strong(each.slice())).append('\n');
            slice = each.slice();
            var path =
                    each.path().length() > slice.length() + 1
                            ? each.path().substring(slice.length() + 1)
                            : each.path();
            text.append("  ")
                    .append(Printable.line(path))
                    .append(": ")
                    .append(paint.bad(each.before().orElse("-")))
                    .append(" -> ")
                    .append(paint.good(each.after().orElse("-")))
                    .append('\n');
        }
        return text.toString();
    }
}
