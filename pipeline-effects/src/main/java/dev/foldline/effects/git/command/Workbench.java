package dev.foldline.effects.git.command;

import dev.foldline.effects.git.GitReads.Place;
import dev.foldline.effects.git.GitSettings;

/** Where git commands for one working tree are run, and how. */
public record Workbench(GitSettings settings, Place place) {

    public GitCommand git(String... arguments) {
        return GitCommand.in(settings, place.root(), arguments);
    }
}
