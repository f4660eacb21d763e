package dev.foldline.mutant;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * Compiles changed sources against the classes of the core on the class path. Nothing is changed on
 * disk but the output folder.
 */
final class MutantCompiler {
    private MutantCompiler() {}

    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

    /**
     * Returns the messages of the compiler, none if all compile. One call compiles many mutants,
     * each batch at most one of each type.
     */
    static List<String> check(List<Mutant> mutants, Path output) {
        return compileAll(batches(mutants), output);
    }

    /** Compiles a mutant, and returns the messages of the compiler. */
    static List<String> compile(Mutant mutant, Path output) {
        return compileAll(List.of(List.of(mutant)), output);
    }

    private static List<String> compileAll(List<List<Mutant>> batches, Path output) {
        try (var files = COMPILER.getStandardFileManager(null, null, null)) {
            Files.createDirectories(output);
            files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(output));
            var messages = new ArrayList<String>();
            for (var batch : batches) messages.addAll(compile(batch, files));
            return messages;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static List<String> compile(List<Mutant> mutants, JavaFileManager files) {
        var problems = new DiagnosticCollector<JavaFileObject>();
        boolean compiled =
                COMPILER.getTask(
                                null,
                                files,
                                problems,
                                List.of("-proc:none", "-nowarn", "-implicit:none"),
                                null,
                                mutants.stream().map(MutantCompiler::source).toList())
                        .call();
        return compiled
                ? List.of()
                : problems.getDiagnostics().stream()
                        .map(problem -> names(mutants) + ": " + problem)
                        .toList();
    }

    private static Set<String> names(List<Mutant> mutants) {
        return mutants.stream().map(Mutant::id).collect(Collectors.toSet());
    }

    private static List<List<Mutant>> batches(List<Mutant> mutants) {
        Map<Integer, List<Mutant>> batches = new LinkedHashMap<>();
        Map<String, Integer> perType = new LinkedHashMap<>();
        for (var mutant : mutants)
            batches.computeIfAbsent(
                            perType.merge(mutant.type(), 1, Integer::sum), _ -> new ArrayList<>())
                    .add(mutant);
        return List.copyOf(batches.values());
    }

    private static JavaFileObject source(Mutant mutant) {
        var file = Mutants.sourceOf(mutant.type());
        var text = mutant.apply(Mutants.text(file));
        return new SimpleJavaFileObject(
                URI.create("mutant:///" + file.getFileName()), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }
        };
    }
}
