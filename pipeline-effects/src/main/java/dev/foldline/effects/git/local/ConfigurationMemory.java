package dev.foldline.effects.git.local;

import dev.foldline.effects.git.GitOptions;
import dev.foldline.effects.git.GitReads.Influences;
import dev.foldline.effects.git.GitReads.Place;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The last answer about git's settings, with the content of all files from which git read them and
 * of those from which it would have. It is the answer of the next time too if all of them have the
 * same content; times and sizes are not trusted.
 */
final class ConfigurationMemory {
    private static final long FILE_BYTES_MAX = 1 << 20;

    /** Below the root, or where git is installed, if no other place was chosen for that git. */
    private static final String SYSTEM = "etc/gitconfig";

    private final AtomicReference<Known> last =
            new AtomicReference<>(new Known(Set.of(), Optional.empty()));

    /**
     * @param files the files that the last answer named
     * @param answer the answer; empty if it could not be kept
     */
    private record Known(Set<Path> files, Optional<Answer> answer) {}

    private record Answer(Map<Path, Content> contents, Influences influences) {}

    /** What git reads at a path. */
    private sealed interface Content {
        record Bytes(ByteBuffer bytes) implements Content {}

        record Nothing() implements Content {}
    }

    /** The contents before git is asked; none if one of them cannot be compared. */
    record Sight(Optional<Map<Path, Content>> contents) {}

    /** Returns the last answer, if everything is as it was. */
    Optional<Influences> answer() {
        return last.get()
                .answer()
                .filter(answer -> isStill(answer.contents()))
                .map(Answer::influences);
    }

    /** Reads what git is about to read, as far as it is known. */
    Sight sight(Place place, GitOptions settings) {
        try {
            var files = new LinkedHashSet<>(usual(place, settings));
            files.addAll(last.get().files());
            return new Sight(contents(files));
        } catch (InvalidPathException unspeakable) {
            return new Sight(Optional.empty());
        }
    }

    /**
     * Keeps an answer if all files that it follows from were read before, and are the same now.
     *
     * @param named the files that it names; empty if it depends on something else
     */
    void remember(Sight before, Optional<Set<Path>> named, Influences influences) {
        var files = named.orElse(Set.of());
        last.set(
                new Known(
                        files,
                        before.contents()
                                .filter(_ -> named.isPresent())
                                .filter(contents -> contents.keySet().containsAll(files))
                                .filter(ConfigurationMemory::isStill)
                                .map(contents -> new Answer(contents, influences))));
    }

    private static boolean isStill(Map<Path, Content> contents) {
        return contents(contents.keySet()).equals(Optional.of(contents));
    }

    /** The places where git looks for settings whether or not there are any. */
    static Set<Path> usual(Place place, GitOptions settings) {
        var files = new LinkedHashSet<Path>();
        files.add(place.commonFolder().resolve("config"));
        files.add(place.gitFolder().resolve("config.worktree"));
        files.add(place.gitFolder().resolve("commondir"));
        var pointer = place.root().resolve(".git");
        if (place.linked() || !Files.isDirectory(pointer)) files.add(pointer);
        var environment = settings.environment();
        for (var variable : Set.of("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"))
            add(files, place, environment.getOrDefault(variable, ""), "");
        add(files, place, environment.getOrDefault("HOME", ""), ".gitconfig");
        add(files, place, environment.getOrDefault("HOME", ""), ".config/git/config");
        add(files, place, environment.getOrDefault("XDG_CONFIG_HOME", ""), "git/config");
        add(files, place, "/", SYSTEM);
        var installed = Path.of(settings.executable()).resolve("../..").normalize();
        add(files, place, installed.toString(), SYSTEM);
        return files;
    }

    /** Git starts in the root of the working tree. */
    private static void add(Set<Path> files, Place place, String folder, String name) {
        if (!folder.isEmpty()) files.add(place.root().resolve(folder).resolve(name));
    }

    private static Optional<Map<Path, Content>> contents(Set<Path> files) {
        var contents = new TreeMap<Path, Content>();
        try {
            for (var file : files) {
                if (Files.notExists(file)) {
                    contents.put(file, new Content.Nothing());
                    continue;
                }
                if (!Files.isRegularFile(file) || Files.size(file) > FILE_BYTES_MAX)
                    return Optional.empty();
                contents.put(file, new Content.Bytes(ByteBuffer.wrap(Files.readAllBytes(file))));
            }
            return Optional.of(contents);
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }
}
