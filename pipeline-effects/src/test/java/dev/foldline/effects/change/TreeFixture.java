package dev.foldline.effects.change;

import dev.foldline.core.change.ChangeReport;
import dev.foldline.core.workflow.CheckForm;
import dev.foldline.core.workflow.CleanCheckout;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.Guard;
import dev.foldline.core.workflow.Guard.OnChange;
import dev.foldline.core.workflow.Guard.Witness;
import dev.foldline.effects.git.Git;
import dev.foldline.effects.git.local.Sandbox;
import dev.foldline.effects.store.Blobs;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.function.UnaryOperator;

/** Trees in a repository, written without a working tree. */
final class TreeFixture implements AutoCloseable {
    private static final String FILE = "100644";
    private static final String PROGRAM = "100755";
    private static final String LINK = "120000";

    final Git git;
    final Blobs blobs;
    private final Sandbox sandbox;
    private final java.util.Map<Files, String> written = new HashMap<>();

    TreeFixture(Path folder) throws IOException {
        sandbox = Sandbox.repository(folder);
        git = sandbox.openAnother();
        blobs = new Blobs(folder.resolve("blobs"));
    }

    /** The files of a tree: mode, a space and the content, by path. */
    record Files(Map<String, String> entries) {
        static final Files NONE = new Files(LinkedHashMap.empty());

        Files with(String path, String content) {
            return new Files(entries.put(path, FILE + " " + content));
        }

        Files withProgram(String path, String content) {
            return new Files(entries.put(path, PROGRAM + " " + content));
        }

        Files withLink(String path, String target) {
            return new Files(entries.put(path, LINK + " " + target));
        }

        Files without(String path) {
            return new Files(entries.remove(path));
        }

        Files moved(String from, String to) {
            return new Files(entries.remove(from).put(to, entries.get(from).get()));
        }

        Files edited(String path, String old, String replacement) {
            var content = entries.get(path).get();
            if (!content.contains(old)) throw new AssertionError(path + " lacks " + old);
            return new Files(entries.put(path, content.replace(old, replacement)));
        }
    }

    /** Writes all objects of a tree with one process. */
    String tree(Files files) throws IOException {
        var known = written.get(files);
        if (known != null) return known;
        var tree = write(files);
        written.put(files, tree);
        return tree;
    }

    private String write(Files files) throws IOException {
        var index = new StringBuilder("feature done\ncommit refs/heads/made\n");
        index.append("committer A <a@example.org> 1700000000 +0000\ndata 0\ndeleteall\n");
        for (var entry : files.entries()) {
            var content = entry._2().substring(FILE.length() + 1);
            index.append("M ").append(entry._2(), 0, FILE.length()).append(" inline ");
            index.append(entry._1()).append("\ndata ");
            index.append(content.getBytes(StandardCharsets.UTF_8).length);
            index.append('\n').append(content).append('\n');
        }
        index.append("done\n");
        sandbox.importCommit(index.toString());
        return sandbox.git("rev-parse", "refs/heads/made^{tree}");
    }

    static Vector<CommandLine> checks(String... lines) {
        return Vector.of(lines)
                .map(
                        line ->
                                new CommandLine.Check(
                                        "unit", new CommandLine.Shell(line), CheckForm.PLAIN));
    }

    static Guard guard(String... paths) {
        return new Guard(
                Vector.of(paths),
                TestPatterns.DEFAULT,
                OnChange.GATE,
                100,
                2000,
                Witness.AUTO,
                new CleanCheckout(Vector.empty(), Vector.empty()));
    }

    /** Reads the change from one tree to another. */
    ChangeReport change(Files before, Files after, String check) throws IOException {
        return new ChangeReader(git, blobs).read(tree(before), tree(after), checks(check), guard());
    }

    /** Returns what a change of the example is said to do to its judges and tests. */
    List<String> findings(UnaryOperator<Files> edit) throws IOException {
        var report =
                change(
                        ExampleProject.PROJECT,
                        edit.apply(ExampleProject.PROJECT),
                        ExampleProject.CHECK);
        return report.guarded()
                .map(file -> "guarded " + file.path() + " " + file.why())
                .appendAll(report.tests().lost().map(path -> "removed " + path))
                .asJava();
    }

    @Override
    public void close() {
        git.close();
    }
}
