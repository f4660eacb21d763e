package dev.foldline.effects.environment;

import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.store.StateFolder;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A linked worktree with a tree of a run, for as long as its checks run there. It is beside the
 * worktrees of runs, and everything in it is deleted afterwards.
 */
final class ScratchCheckout implements AutoCloseable {
    private final RunContext there;

    /** What a checkout is for. Those for different purposes do not disturb each other. */
    enum Purpose {
        /** The checks of what would be committed. */
        CHECKS(".checkout"),
        /** The checks of another tree. */
        TRIAL(".trial");

        private final String suffix;

        Purpose(String suffix) {
            this.suffix = suffix;
        }
    }

    private ScratchCheckout(RunContext there) {
        this.there = there;
    }

    /** Checks the tree out, in place of what a dead driver may have left, and copies files. */
    static ScratchCheckout of(RunContext run, Purpose purpose, String tree, Vector<String> copied)
            throws IOException {
        var path = path(run, purpose).orElseThrow(() -> new IOException("HOME is not set"));
        Files.createDirectories(path.resolveSibling("."));
        run.git().checkOut(tree, path);
        var checkout = new ScratchCheckout(run.at(path));
        try {
            new CopiedFiles(checkout.there, copied).copy();
            return checkout;
        } catch (IOException fault) {
            checkout.close();
            throw fault;
        }
    }

    /** Deletes what a dead driver has left. */
    static void sweep(RunContext run) throws IOException {
        for (var purpose : Purpose.values()) {
            var path = path(run, purpose);
            if (path.isPresent() && Files.exists(path.get())) run.git().deleteCheckout(path.get());
        }
    }

    private static Optional<Path> path(RunContext run, Purpose purpose) throws IOException {
        return StateFolder.worktrees(run.environment(), run.git().place().commonFolder())
                .map(trees -> trees.resolve(run.run() + purpose.suffix));
    }

    /** Returns the context of the run in the checkout. */
    RunContext context() {
        return there;
    }

    @Override
    public void close() throws GitFault {
        there.site().close();
        there.site().home().deleteCheckout(there.root());
    }
}
