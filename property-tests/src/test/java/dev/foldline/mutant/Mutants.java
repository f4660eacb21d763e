package dev.foldline.mutant;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads {@code mutants/<type>.txt}: the mutants of one type, separated by blank lines. */
final class Mutants {
    private Mutants() {}

    static final Path FOLDER = Path.of("mutants");
    static final Path CORE = Path.of("..", "pipeline-core", "src", "main", "java");

    static List<Mutant> all() {
        return files(FOLDER, path -> path.toString().endsWith(".txt")).stream()
                .flatMap(file -> read(file).stream())
                .toList();
    }

    static String typeOf(Path file) {
        return String.valueOf(file.getFileName()).replaceFirst("\\.\\w+$", "");
    }

    /** Returns the source of a top-level type of the core, whatever its package. */
    static Path sourceOf(String type) {
        var found = files(CORE, path -> path.endsWith(type + ".java"));
        if (found.size() != 1)
            throw new IllegalStateException(
                    "the core has " + found.size() + " types " + type + ", not one");
        return found.getFirst();
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static List<Path> files(Path folder, Predicate<Path> wanted) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).filter(wanted).sorted().toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static List<Mutant> read(Path file) {
        return Stream.of(text(file).split("\\n\\s*\\n"))
                .filter(block -> !block.isBlank())
                .map(block -> parse(typeOf(file), block.lines().toList()))
                .toList();
    }

    private static Mutant parse(String type, List<String> lines) {
        var known = List.of("mutant: ", "why: ", "in: ", "- ", "+ ", "equivalent: ");
        var unknown = new ArrayList<String>();
        for (String line : lines)
            if (known.stream().noneMatch((line + " ")::startsWith)) unknown.add(line);
        if (!unknown.isEmpty())
            throw new IllegalStateException(type + ".txt: cannot read " + unknown);
        return new Mutant(
                field(lines, "mutant: "),
                type,
                field(lines, "why: "),
                field(lines, "in: "),
                field(lines, "- "),
                field(lines, "+ "),
                Optional.of(field(lines, "equivalent: ")).filter(text -> !text.isEmpty()));
    }

    private static String field(List<String> lines, String start) {
        return lines.stream()
                .filter(line -> (line + " ").startsWith(start))
                .map(line -> line.substring(Math.min(line.length(), start.length())))
                .collect(Collectors.joining("\n"))
                .strip();
    }
}
