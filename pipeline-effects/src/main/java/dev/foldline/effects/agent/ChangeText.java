package dev.foldline.effects.agent;

import dev.foldline.core.event.GitEvent.BranchOpened;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.ReadResult;
import dev.foldline.effects.prompt.Template;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;

/**
 * The run's changes as text, for an agent that reads no files: what is uncommitted, and what the
 * run has committed.
 *
 * @param tree the tree that a commit would have now
 */
record ChangeText(RunContext run, String tree) {
    private static final int BYTES_MAX = 100_000;

    String text() throws IOException {
        var head = run.git().head().commit();
        var base = base();
        return section("Uncommitted changes", head, tree)
                + (base.isEmpty() ? "" : section("Commits of this run", base.get(), head));
    }

    private String section(String title, String from, String to) throws IOException {
        if (run.git().changedPaths(from, to).isEmpty()) return "";
        var diff = run.git().diff(from, to, BYTES_MAX);
        return "\n# "
                + title
                + (diff.cut() ? " (the start of the difference)" : "")
                + "\n"
                + Template.fenced("diff", diff.text());
    }

    /** Returns the commit at which the run's branch was opened, if it was. */
    private Optional<String> base() throws IOException {
        if (!Files.exists(run.directory().events())) return Optional.empty();
        try (var reader = LogReader.open(run.directory().events())) {
            while (reader.next() instanceof ReadResult.Line(var line)) {
                var event =
                        line.event(
                                (bytes, offset, length) ->
                                        Wire.event(line.version(), bytes, offset, length));
                if (event instanceof BranchOpened opened) return Optional.of(opened.base());
            }
        }
        return Optional.empty();
    }
}
