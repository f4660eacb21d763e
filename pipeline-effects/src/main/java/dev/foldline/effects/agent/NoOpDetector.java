package dev.foldline.effects.agent;

import dev.foldline.effects.artifact.ExchangeFolder;
import dev.foldline.effects.artifact.QuestionReader;
import dev.foldline.effects.context.RunContext;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

/**
 * Detects whether an agent did anything, by comparing the tree, the commit and the submitted files
 * with those before the call.
 */
record NoOpDetector(
        RunContext run,
        Vector<String> kept,
        String head,
        Option<String> tree,
        Set<String> handedIn) {
    private static final String QUESTION = QuestionReader.ARTIFACT + ".json ";

    static NoOpDetector before(RunContext run, Vector<String> kept, Option<String> tree)
            throws IOException {
        return new NoOpDetector(run, kept, run.git().head().commit(), tree, handedIn(run));
    }

    /**
     * Returns whether the tree is unchanged, and nothing new was committed or submitted. A tree
     * that could not be read counts as changed.
     */
    boolean nothingDone() throws IOException {
        return handedIn.containsAll(handedIn(run)) && isUnchanged();
    }

    /** Returns whether the call did nothing, or only asked. */
    boolean isEmpty() throws IOException {
        return handedIn(run).stream()
                        .allMatch(file -> file.startsWith(QUESTION) || handedIn.contains(file))
                && isUnchanged();
    }

    private boolean isUnchanged() throws IOException {
        return tree.isDefined()
                && run.git().head().commit().equals(head)
                && run.git().workTree(run.exclusions(kept)).equals(tree.get());
    }

    /** Files of an earlier call do not count, so each file is listed with its modification time. */
    private static Set<String> handedIn(RunContext run) throws IOException {
        var found = new TreeSet<String>();
        var folder = run.exchange().folder();
        if (!folder.exists()) return found;
        try (var files = Files.newDirectoryStream(folder.path(), ExchangeFolder.FILES)) {
            for (Path file : files)
                found.add(
                        file.getFileName()
                                + " "
                                + Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS));
        }
        return found;
    }
}
