package dev.foldline.effects.agent;

import dev.foldline.effects.git.Ground;
import dev.foldline.effects.git.Head;
import dev.foldline.effects.context.RunContext;
import io.vavr.collection.Vector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What an agent must leave alone, as it was before the call, to be held against what is there afterwards. */
final class Guard {
    private static final String TASK_FILE = "PROMPT.md";

    private final RunContext run;
    private final Vector<String> kept;
    private final Ground ground;
    private final Head head;
    private final String tree;
    private final Optional<byte[]> taskFile;

    private Guard(RunContext run, Vector<String> kept) throws IOException {
        this.run = run;
        this.kept = kept;
        this.ground = run.git().ground();
        this.head = run.git().head();
        this.tree = run.git().workTree(run.exclusions(kept));
        this.taskFile = content(run.root().resolve(TASK_FILE));
    }

    static Guard before(RunContext run, Vector<String> kept) throws IOException { return new Guard(run, kept); }

    /** What it did that it must not do. Its own commits on the run's branch are taken back into the working tree, nothing lost. */
    Optional<String> after() throws IOException {
        restoreTaskFile();
        takeBackCommits();
        var trespasses = new ArrayList<String>();
        for (var moved : ground.movedIn(run.git().ground())) {
            if (isGuarded(moved.what())) trespasses.add("changed " + moved.what() + " of the repository");
        }
        trespasses.addAll(touched());
        return trespasses.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", trespasses));
    }

    /** Whether the tree is as it was and nothing was handed in. */
    boolean nothingDone() throws IOException {
        if (!run.git().workTree(run.exclusions(kept)).equals(tree)) return false;
        try (var files = Files.list(run.exchange().folder())) {
            return files.noneMatch(file -> file.toString().endsWith(".json"));
        }
    }

    /** Tags and remote branches may move for reasons of their own; what decides where work goes may not. */
    private static boolean isGuarded(String what) {
        return what.equals("HEAD") || what.startsWith("refs/heads/") || what.startsWith("refs/foldline/")
                || what.equals("config") || what.startsWith("config") || what.startsWith("hooks");
    }

    private List<String> touched() throws IOException {
        if (kept.isEmpty()) return List.of();
        var saved = run.git().saved(run.keptRef());
        return saved.isEmpty() ? List.of() : run.git().changedSince(saved.get().commit(), kept.asJava()).stream()
                .map(path -> "changed " + path + ", which held uncommitted work of yours (saved as " + run.keptRef() + ")").toList();
    }

    private void takeBackCommits() throws IOException {
        if (head.branch().isEmpty()) return;
        var now = run.git().head();
        if (now.branch().equals(head.branch()) && !now.commit().equals(head.commit())
                && run.git().isAncestor(head.commit(), now.commit())) {
            run.git().restoreRef("refs/heads/" + head.branch().get(), Optional.of(now.commit()), Optional.of(head.commit()));
            run.git().settleIndex(run.exclusions(kept));
        }
    }

    private void restoreTaskFile() throws IOException {
        Path file = run.root().resolve(TASK_FILE);
        if (taskFile.isPresent() && !Files.exists(file)) Files.write(file, taskFile.get());
    }

    private static Optional<byte[]> content(Path file) throws IOException {
        return Files.isRegularFile(file) ? Optional.of(Files.readAllBytes(file)) : Optional.empty();
    }
}
