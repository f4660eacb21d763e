package dev.foldline.docs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The tests that name an id of the acceptance catalogue. A test looks from outside if its class
 * starts the command line or the server, in its own process or in the test's, directly or through
 * another class of the tests.
 */
final class AcceptanceTests {
    private AcceptanceTests() {}

    /** What a class contains that starts the application. */
    private static final List<String> ENTRANCES =
            List.of(
                    "Main.run(",
                    "Engines.command(",
                    "Engines.program(",
                    "RepositoryService.start(",
                    "new AgentTrial(",
                    "AgentTrial.in(");

    private static final Pattern METHOD = Pattern.compile("void\\s+(\\w*S\\d_\\d\\d\\w*)\\(");
    private static final Pattern ID = Pattern.compile("S\\d_\\d\\d[a-c]?(?=_|$)");

    /** One test of an id. */
    record NamedTest(String type, String method, boolean fromOutside, boolean byDefault) {
        String name() {
            return type + "." + method;
        }
    }

    private record SourceFile(Path path, String text, Set<String> words) {
        static SourceFile of(Path path) {
            var text = ProjectFiles.read(path);
            return new SourceFile(path, text, Set.copyOf(List.of(text.split("[^\\w.]+"))));
        }

        String type() {
            return String.valueOf(path.getFileName()).replace(".java", "");
        }

        String folder() {
            return String.valueOf(path.getParent()).replaceFirst(".*/java/", "");
        }

        /** Returns the names of types that it may use: imported, or of its package. */
        Set<String> uses() {
            var here = folder().replace('/', '.') + ".";
            var names = new HashSet<String>();
            for (var word : words) {
                if (word.startsWith("dev.foldline.")) {
                    names.add(word);
                    names.add(word.replaceFirst("\\.\\w+$", ""));
                } else names.add(here + word.replaceFirst("\\..*", ""));
            }
            return names;
        }

        String name() {
            return folder().replace('/', '.') + "." + type();
        }
    }

    /** Returns the tests of each id, as in {@code S3-07}; those from outside first. */
    static TreeMap<String, List<NamedTest>> byId() {
        var files =
                ProjectFiles.sources().stream()
                        .filter(file -> file.toString().contains("/src/test/"))
                        .map(SourceFile::of)
                        .toList();
        var outside = fromOutside(files);
        var byId = new TreeMap<String, List<NamedTest>>();
        for (var file : files)
            METHOD.matcher(file.text())
                    .results()
                    .map(method -> method.group(1))
                    .forEach(
                            method ->
                                    ids(method)
                                            .forEach(
                                                    id ->
                                                            byId.computeIfAbsent(
                                                                            id,
                                                                            _ -> new ArrayList<>())
                                                                    .add(
                                                                            new NamedTest(
                                                                                    file.type(),
                                                                                    method,
                                                                                    outside
                                                                                            .contains(
                                                                                                    file
                                                                                                            .name()),
                                                                                    DefaultBuild
                                                                                            .runs(
                                                                                                    file
                                                                                                            .type(),
                                                                                                    file
                                                                                                            .text(),
                                                                                                    method)))));
        byId.values()
                .forEach(
                        tests ->
                                tests.sort(
                                        Comparator.comparing(
                                                        (NamedTest test) -> !test.fromOutside())
                                                .thenComparing(NamedTest::name)));
        return byId;
    }

    private static Stream<String> ids(String method) {
        return ID.matcher(method).results().map(id -> id.group().replace('_', '-')).distinct();
    }

    private static Set<String> fromOutside(List<SourceFile> files) {
        var outside = new HashSet<String>();
        for (var file : files)
            if (ENTRANCES.stream().anyMatch(file.text()::contains)) outside.add(file.name());
        var uses = new HashMap<String, Set<String>>();
        for (var file : files) uses.put(file.name(), file.uses());
        while (outside.addAll(
                uses.entrySet().stream()
                        .filter(each -> !outside.contains(each.getKey()))
                        .filter(each -> each.getValue().stream().anyMatch(outside::contains))
                        .map(Map.Entry::getKey)
                        .toList())) {}
        return outside;
    }
}
