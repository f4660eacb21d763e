package dev.foldline.effects.git.local;

import dev.foldline.effects.git.GitReads.Place;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The refs of a repository, read from their files: loose ones, and those in {@code packed-refs}. No
 * git command runs.
 *
 * @param place the working tree whose HEAD is meant
 */
record RefFiles(Place place) {
    static final String SYMBOLIC = "ref: ";
    private static final String REFS = "refs/";
    private static final String OF_ONE_TREE = "refs/worktree/";
    private static final int LINKS_MAX = 5;

    /** Returns the value of a ref: a hash, or {@code ref: NAME}. */
    Optional<String> value(String name) throws IOException {
        Path file = folderOf(name).resolve(name);
        if (Files.isRegularFile(file))
            return Optional.of(Files.readString(file, StandardCharsets.UTF_8).strip())
                    .filter(text -> !text.isEmpty());
        return Optional.ofNullable(packed().get(name));
    }

    /** Returns the object that a ref names, also through symbolic refs. */
    Optional<String> object(String name) throws IOException {
        var at = value(name);
        for (int links = 0; links < LINKS_MAX && at.isPresent(); links++) {
            if (!at.get().startsWith(SYMBOLIC)) return at;
            at = value(at.get().substring(SYMBOLIC.length()));
        }
        return Optional.empty();
    }

    /** Returns the ref that a symbolic ref names. */
    Optional<String> target(String name) throws IOException {
        return value(name)
                .filter(text -> text.startsWith(SYMBOLIC))
                .map(text -> text.substring(SYMBOLIC.length()));
    }

    /** Returns the values of the refs below a prefix that ends with a slash. */
    SortedMap<String, String> below(String prefix) throws IOException {
        var refs = new TreeMap<String, String>();
        packed().forEach(
                        (name, hash) -> {
                            if (name.startsWith(prefix)) refs.put(name, hash);
                        });
        Path top = folderOf(prefix);
        Path folder = top.resolve(prefix);
        if (!Files.isDirectory(folder)) return refs;
        try (var files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                var name = top.relativize(file).toString();
                if (!name.endsWith(".lock")) value(name).ifPresent(value -> refs.put(name, value));
            }
        }
        return refs;
    }

    private Path folderOf(String name) {
        return name.startsWith(REFS) && !name.startsWith(OF_ONE_TREE)
                ? place.commonFolder()
                : place.gitFolder();
    }

    /** Each line is a hash and a name; others are comments, and what an annotated tag leads to. */
    private SortedMap<String, String> packed() throws IOException {
        var refs = new TreeMap<String, String>();
        Path file = place.commonFolder().resolve("packed-refs");
        if (!Files.isRegularFile(file)) return refs;
        for (var line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
            int space = line.indexOf(' ');
            if (space > 0 && !line.startsWith("#") && !line.startsWith("^"))
                refs.put(line.substring(space + 1), line.substring(0, space));
        }
        return refs;
    }
}
