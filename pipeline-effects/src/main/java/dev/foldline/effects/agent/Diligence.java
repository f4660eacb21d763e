package dev.foldline.effects.agent;

import dev.foldline.effects.context.RunContext;
import io.vavr.collection.Vector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

/** Whether an agent that said nothing did anything: the tree, the commit and what was handed in, as they were before the call. */
record Diligence(RunContext run, Vector<String> kept, String head, String tree, Set<String> handedIn) {

    static Diligence before(RunContext run, Vector<String> kept) throws IOException {
        return new Diligence(run, kept, run.git().head().commit(), run.git().workTree(run.exclusions(kept)), handedIn(run));
    }

    /** The tree is as it was, and nothing new was committed or handed in. */
    boolean nothingDone() throws IOException {
        return handedIn.containsAll(handedIn(run)) && run.git().head().commit().equals(head) && run.git().workTree(run.exclusions(kept)).equals(tree);
    }

    /** What an earlier call left there does not count, so each file is told with when it was written. */
    private static Set<String> handedIn(RunContext run) throws IOException {
        var found = new TreeSet<String>();
        var folder = run.exchange().folder();
        if (!folder.exists()) return found;
        try (var files = Files.newDirectoryStream(folder.path(), "*.json")) {
            for (Path file : files) found.add(file.getFileName() + " " + Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS));
        }
        return found;
    }
}
