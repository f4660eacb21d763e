package dev.foldline.effects.sandbox;

import dev.foldline.effects.git.GitReads.Place;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Where a call runs.
 *
 * @param branch the branch that is checked out, for example {@code foldline/login}
 * @param hooks the folder of git's hooks
 * @param otherTrees the other working trees of the repository
 * @param home the user's home folder
 * @param settings the folder of the user's own configuration, under each of its names
 * @param state where Foldline keeps the working trees of all runs
 * @param programs files and folders of programs that every call needs: the {@code PATH}, Java and
 *     Foldline
 */
public record SandboxSite(
        Place place,
        Optional<String> branch,
        Path hooks,
        List<Path> otherTrees,
        Path home,
        List<Path> settings,
        Path state,
        List<Path> programs) {
    public SandboxSite {
        settings = List.copyOf(settings);
        otherTrees = List.copyOf(otherTrees);
        programs = List.copyOf(programs);
    }

    public Path root() {
        return place.root();
    }
}
