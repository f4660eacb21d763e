package dev.foldline.effects.sandbox;

import dev.foldline.effects.git.Git;
import dev.foldline.effects.git.GitReads.Place;
import dev.foldline.effects.store.StateFolder;

import org.jspecify.annotations.Nullable;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads where a call runs. */
public final class SandboxSiteReader {
    private static final Pattern SEPARATOR = Pattern.compile(Pattern.quote(File.pathSeparator));
    private static final Path NAME_SERVERS = Path.of("/etc/resolv.conf");

    private SandboxSiteReader() {}

    /** Reads it for a working tree. */
    public static SandboxSite read(Git git, Map<String, String> environment) throws IOException {
        var influences = git.influences();
        return read(git.place(), git.head().branch(), influences.hooks(), environment)
                .starting(influences.programs());
    }

    static SandboxSite read(
            Place place, Optional<String> branch, Path hooks, Map<String, String> environment)
            throws IOException {
        var home = home(environment);
        return new SandboxSite(
                place,
                branch,
                hooks,
                otherTrees(place),
                home,
                settings(environment, home),
                StateFolder.of(environment)
                        .orElse(home.resolve(".local/state/foldline"))
                        .toAbsolutePath()
                        .normalize(),
                programs(environment),
                List.of());
    }

    /** Returns the user's home folder. */
    public static Path home(Map<String, String> environment) {
        return absolute(environment.get("HOME"))
                .orElseGet(() -> Path.of(System.getProperty("user.home", "/")));
    }

    /** As the environment has it, and without symbolic links: it may be in a tree of dotfiles. */
    private static List<Path> settings(Map<String, String> environment, Path home) {
        var named =
                absolute(environment.get("XDG_CONFIG_HOME"))
                        .orElseGet(() -> home.resolve(".config"))
                        .resolve("foldline");
        return Stream.of(named, real(named)).distinct().toList();
    }

    /** What does not exist yet lies in the folder above it. */
    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException none) {
            var parent = path.getParent();
            return parent == null ? path : real(parent).resolve(path.getFileName());
        }
    }

    private static Optional<Path> absolute(@Nullable String text) {
        try {
            return text == null || !text.startsWith("/")
                    ? Optional.empty()
                    : Optional.of(Path.of(text).normalize());
        } catch (InvalidPathException none) {
            return Optional.empty();
        }
    }

    private static List<Path> otherTrees(Place place) throws IOException {
        var trees = new ArrayList<Path>();
        var main = place.commonFolder().getParent();
        if (place.linked() && place.commonFolder().endsWith(".git") && main != null)
            trees.add(main);
        var folder = place.commonFolder().resolve("worktrees");
        if (!Files.isDirectory(folder)) return trees;
        try (var each = Files.newDirectoryStream(folder)) {
            for (Path linked : each) {
                var pointer = linked.resolve("gitdir");
                if (Files.isRegularFile(pointer))
                    absolute(Files.readString(pointer).strip())
                            .map(Path::getParent)
                            .filter(tree -> !tree.equals(place.root()))
                            .ifPresent(trees::add);
            }
        } catch (DirectoryIteratorException failed) {
            throw failed.getCause();
        }
        return trees;
    }

    /** The folders of the {@code PATH}, Java, Foldline, and the names of the network. */
    private static List<Path> programs(Map<String, String> environment) {
        var programs = new LinkedHashSet<Path>();
        words(environment.get("PATH")).map(SandboxSiteReader::installation).forEach(programs::add);
        absolute(System.getProperty("java.home")).ifPresent(programs::add);
        for (var property : List.of("foldline.class.path", "java.class.path"))
            words(System.getProperty(property))
                    .map(SandboxSiteReader::library)
                    .forEach(programs::add);
        absolute(System.getProperty("foldline.archive"))
                .map(SandboxSiteReader::library)
                .ifPresent(programs::add);
        try {
            programs.add(NAME_SERVERS.toRealPath());
        } catch (IOException none) {
            // Then no name is found outside either.
        }
        return List.copyOf(programs);
    }

    private static Stream<Path> words(@Nullable String paths) {
        return SEPARATOR
                .splitAsStream(paths == null ? "" : paths)
                .filter(word -> !word.isEmpty())
                .flatMap(word -> absolute(Path.of(word).toAbsolutePath().toString()).stream());
    }

    /** Libraries are beside one another, and one mount serves them all. */
    private static Path library(Path entry) {
        var folder = entry.getParent();
        return folder != null && folder.getNameCount() > 1 && Files.isRegularFile(entry)
                ? folder
                : entry;
    }

    /** Programs of an own installation need the folder beside {@code bin} too. */
    private static Path installation(Path folder) {
        var parent = folder.getParent();
        boolean isOwn =
                folder.endsWith("bin")
                        && parent != null
                        && parent.getNameCount() > 2
                        && !parent.endsWith(".local");
        return isOwn && parent != null ? parent : folder;
    }
}
