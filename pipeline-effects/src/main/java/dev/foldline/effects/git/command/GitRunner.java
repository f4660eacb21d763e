package dev.foldline.effects.git.command;

import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitOptions;
import dev.foldline.effects.git.GitReads.Place;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Runs git commands in one working tree. */
public record GitRunner(GitOptions settings, Place place) {

    public GitCommand git(String... arguments) {
        return GitCommand.in(settings, place.root(), arguments);
    }

    /**
     * Returns whether this working tree may have marks of Foldline's. They are refs of one working
     * tree, which git never packs.
     */
    public boolean mayHaveMarks() {
        return Files.exists(place.gitFolder().resolve("refs/worktree/foldline"))
                || Files.exists(place.commonFolder().resolve("reftable"));
    }

    /**
     * Waits while another process holds the index lock. Returns the lock file if it still exists
     * after the timeout.
     */
    public Optional<Path> waitForIndexLock() throws GitFault {
        Path lock = place.gitFolder().resolve("index.lock");
        boolean isHeld = GitCommand.awaitLock(settings, () -> Files.exists(lock), held -> !held);
        return isHeld ? Optional.of(lock) : Optional.empty();
    }
}
