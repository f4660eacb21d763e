package dev.foldline.effects.git.command;

import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitReads.Place;
import dev.foldline.effects.git.GitSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Where git commands for one working tree are run, and how. */
public record Workbench(GitSettings settings, Place place) {

    public GitCommand git(String... arguments) {
        return GitCommand.in(settings, place.root(), arguments);
    }

    /** Waits while another process holds the index; the lock file, if it is still there when our patience ends. */
    public Optional<Path> waitForIndexLock() throws GitFault {
        Path lock = place.gitFolder().resolve("index.lock");
        var patience = new Patience(settings.lockPatience());
        while (Files.exists(lock)) {
            if (!patience.rest()) return Optional.of(lock);
        }
        return Optional.empty();
    }
}
