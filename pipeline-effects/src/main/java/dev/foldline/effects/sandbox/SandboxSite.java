package dev.foldline.effects.sandbox;

import dev.foldline.effects.git.ConfiguredProgram;
import dev.foldline.effects.git.GitReads.Place;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

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
 * @param started files of the working tree that the driver or its git commands start, outside every
 *     sandbox
 */
public record SandboxSite(
        Place place,
        Optional<String> branch,
        Path hooks,
        List<Path> otherTrees,
        Path home,
        List<Path> settings,
        Path state,
        List<Path> programs,
        List<Path> started) {
    public SandboxSite {
        settings = List.copyOf(settings);
        otherTrees = List.copyOf(otherTrees);
        programs = List.copyOf(programs);
        started = List.copyOf(started);
    }

    /** Returns the same with further programs that the driver starts. */
    SandboxSite starting(List<ConfiguredProgram> more) {
        return new SandboxSite(
                place,
                branch,
                hooks,
                otherTrees,
                home,
                settings,
                state,
                programs,
                Stream.concat(
                                started.stream(),
                                more.stream().flatMap(each -> each.filesIn(root()).stream()))
                        .distinct()
                        .toList());
    }

    public Path root() {
        return place.root();
    }
}
