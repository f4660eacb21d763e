package dev.foldline.house;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * A parsed source file of this project: {@code path} is relative to the top of the repository, with
 * slashes.
 */
record ParsedSource(String path, String text, CompilationUnitTree unit, DocTrees trees) {

    /** Every Java file under the {@code src} folders of the modules, parsed. */
    static List<ParsedSource> ofRepository(Path top) {
        return parse(textsOfRepository(top));
    }

    /** The text of every Java file under the {@code src} folders of the modules, by its path. */
    static Map<String, String> textsOfRepository(Path top) {
        try (Stream<Path> modules = Files.find(top, 2, (folder, _) -> isModule(folder))) {
            var texts = new LinkedHashMap<String, String>();
            modules.map(module -> module.resolve("src"))
                    .sorted()
                    .flatMap(ParsedSource::javaFilesUnder)
                    .forEach(file -> texts.put(slashed(top.relativize(file)), read(file)));
            return texts;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    static ParsedSource parse(String path, String text) {
        return parse(Map.of(path, text)).getFirst();
    }

    /** All by one parser: each has tables of its own, that live as long as a tree it has made. */
    private static List<ParsedSource> parse(Map<String, String> textsByPath) {
        var problems = new DiagnosticCollector<JavaFileObject>();
        var files =
                textsByPath.entrySet().stream()
                        .map(file -> inMemory(file.getKey(), file.getValue()))
                        .toList();
        var task =
                (JavacTask)
                        ToolProvider.getSystemJavaCompiler()
                                .getTask(null, null, problems, List.of("-proc:none"), null, files);
        try {
            var units = task.parse().iterator();
            if (!problems.getDiagnostics().isEmpty())
                throw new AssertionError("these do not parse: " + problems.getDiagnostics());
            var trees = DocTrees.instance(task);
            return textsByPath.entrySet().stream()
                    .map(
                            file ->
                                    new ParsedSource(
                                            file.getKey(), file.getValue(), units.next(), trees))
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    boolean isMain() {
        return path.contains("/src/main/");
    }

    boolean isCore() {
        return path.startsWith("pipeline-core/src/main/");
    }

    /** What runs any workflow: all below the command line but the shipped workflows themselves. */
    boolean isKernel() {
        return (isCore() || path.startsWith("pipeline-effects/") && isMain())
                && !path.contains("/workflow/builtin/");
    }

    boolean isNamed(String fileName) {
        return path.endsWith("/" + fileName);
    }

    String folder() {
        return path.substring(0, path.lastIndexOf('/'));
    }

    int lines() {
        return (int) text.lines().count();
    }

    /** How many lines a tree spans, from its first token to its last. */
    int linesOf(Tree tree) {
        SourcePositions positions = trees.getSourcePositions();
        return lineAt(positions.getEndPosition(unit, tree))
                - lineAt(positions.getStartPosition(unit, tree))
                + 1;
    }

    boolean hasDoc(Tree tree) {
        return trees.getDocComment(TreePath.getPath(unit, tree)) != null;
    }

    private int lineAt(long position) {
        return (int) unit.getLineMap().getLineNumber(position);
    }

    private static boolean isModule(Path folder) {
        return Files.isRegularFile(folder.resolve("pom.xml"))
                && Files.isDirectory(folder.resolve("src"));
    }

    private static Stream<Path> javaFilesUnder(Path folder) {
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

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String slashed(Path path) {
        return path.toString().replace('\\', '/');
    }

    private static JavaFileObject inMemory(String path, String text) {
        var name = URI.create("memory:///" + path.replace(' ', '_').toLowerCase(Locale.ROOT));
        return new SimpleJavaFileObject(name, JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }
        };
    }
}
