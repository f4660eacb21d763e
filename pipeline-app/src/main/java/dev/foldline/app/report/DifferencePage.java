package dev.foldline.app.report;

import dev.foldline.app.history.StateDifference;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.Printable;
import dev.foldline.app.output.TextStyle;
import dev.foldline.app.repository.Point;

import java.util.List;
import java.util.Map;

/** How the state differs between two points. */
public record DifferencePage(Point before, Point after) {
    /** The name and version of the JSON document. */
    public static final String SCHEMA = "foldline.diff/1";

    private static List<StateDifference> changes(Point before, Point after) {
        return StateDifference.between("", before.state(), after.state());
    }

    /** For programs. */
    public Map<String, Object> document() {
        return JsonOutput.fields(
                "schema",
                SCHEMA,
                "from",
                name(before),
                "to",
                name(after),
                "changes",
                changes(before, after).stream().map(DifferencePage::document).toList());
    }

    /** A change, for programs. */
    static Map<String, Object> document(StateDifference change) {
        return JsonOutput.fields(
                "slice",
                change.slice(),
                "path",
                change.path(),
                "before",
                change.before(),
                "after",
                change.after());
    }

    private static Object name(Point point) {
        return JsonOutput.fields("run", point.state().header().run(), "seq", point.seq());
    }

    /** For users: each change, by slice. */
    public String text(TextStyle paint) {
        var changes = changes(before, after);
        var text = new StringBuilder();
        var slice = "";
        for (var each : changes) {
            if (!each.slice().equals(slice)) text.append(paint.strong(each.slice())).append('\n');
            slice = each.slice();
            var path =
                    each.path().length() > slice.length() + 1
                            ? each.path().substring(slice.length() + 1)
                            : each.path();
            text.append(line(path, each, paint));
        }
        return text.toString();
    }

    /** A change, for users: its path, or the part of it that is not known from a heading. */
    static String line(String path, StateDifference change, TextStyle paint) {
        return "  "
                + Printable.line(path)
                + ": "
                + paint.bad(change.before().orElse("-"))
                + " -> "
                + paint.good(change.after().orElse("-"))
                + "\n";
    }
}
