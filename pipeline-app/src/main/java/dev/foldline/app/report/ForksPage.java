package dev.foldline.app.report;

import dev.foldline.app.history.ForkTree;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.TextStyle;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Map;

/**
 * The tree of forks around a run.
 *
 * @param run the run that was asked for
 */
public record ForksPage(String run, ForkTree tree) {
    /** The name and version of the JSON document. */
    public static final String SCHEMA = "foldline.forks/1";

    /** For programs. */
    public Map<String, Object> document() throws IOException {
        return JsonOutput.fields("schema", SCHEMA, "run", run, "tree", document(tree));
    }

    private static Map<String, Object> document(ForkTree tree) throws IOException {
        var forks = new ArrayList<Map<String, Object>>();
        for (var fork : tree.forks()) forks.add(document(fork));
        return JsonOutput.fields(
                "run",
                tree.run().id().text(),
                "seq",
                tree.seq(),
                "reason",
                tree.summary().map(summary -> summary.reason()),
                "forks",
                forks);
    }

    /** Returns whether there is any fork. */
    public boolean isTree() {
        return !tree.forks().isEmpty();
    }

    /** A line for each run, the forks below the run that they start from. */
    public String text(TextStyle paint) throws IOException {
        var text = new StringBuilder();
        line(text, tree, "", paint);
        return text.toString();
    }

    private void line(StringBuilder text, ForkTree tree, String indent, TextStyle paint)
            throws IOException {
        var id = tree.run().id().text();
        text.append(indent)
                .append(id.equals(run) ? paint.strong(id) : id)
                .append(tree.seq().map(seq -> "  from event " + seq).getOrElse(""))
                .append("  ")
                .append(tree.summary().map(summary -> summary.sentence()).getOrElse("unreadable"))
                .append('\n');
        for (var fork : tree.forks())
            line(text, fork, indent.replace('+', ' ').replace('-', ' ') + "+- ", paint);
    }
}
