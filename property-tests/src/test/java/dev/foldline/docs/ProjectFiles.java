package dev.foldline.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The files of this repository, as the tests of the documentation look at them. */
final class ProjectFiles {
    private ProjectFiles() {}

    static final Path TOP = Path.of("..").toAbsolutePath().normalize();
    static final Path DOCS = TOP.resolve("docs");

    private static final List<String> SOURCE_FOLDERS =
            List.of(
                    "pipeline-core/src/main/java",
                    "pipeline-effects/src/main/java",
                    "pipeline-effects/testkit/src/main/java",
                    "pipeline-effects/temporal/src/main/java",
                    "pipeline-app/src/main/java",
                    "property-tests/src/test/java",
                    "pipeline-effects/src/test/java",
                    "pipeline-effects/testkit/src/test/java",
                    "pipeline-effects/temporal/src/test/java",
                    "pipeline-app/src/test/java",
                    "pipeline-core/src/test/java");

    /** The README and every page below {@code docs}; the prompts of an example are no pages. */
    static List<Path> pages() {
        try (Stream<Path> files = Files.walk(DOCS)) {
            return Stream.concat(
                            Stream.of(TOP.resolve("README.md")),
                            files.filter(file -> file.toString().endsWith(".md"))
                                    .filter(file -> !file.startsWith(DOCS.resolve("embedding")))
                                    .filter(file -> !file.toString().contains("/prompts/"))
                                    .sorted())
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Every Java source, main and test. */
    static List<Path> sources() {
        return SOURCE_FOLDERS.stream()
                .map(TOP::resolve)
                .filter(Files::isDirectory)
                .flatMap(ProjectFiles::javaFiles)
                .toList();
    }

    /** The source of a top-level type, by its full name. */
    static Optional<Path> sourceOf(String type) {
        return SOURCE_FOLDERS.stream()
                .map(folder -> TOP.resolve(folder).resolve(type.replace('.', '/') + ".java"))
                .filter(Files::isRegularFile)
                .findFirst();
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    static String relative(Path file) {
        return TOP.relativize(file).toString().replace('\\', '/');
    }

    private static Stream<Path> javaFiles(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files
                    .filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList()
                    .stream();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
