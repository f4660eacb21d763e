package dev.foldline.docs;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Every name a page may use for a file, a type or a member, as the sources have them. */
final class ProjectNames {
    private static final Pattern TYPE =
            Pattern.compile("\\b(?:class|record|interface|enum)\\s+([A-Z]\\w*)");
    private static final Pattern FILE = Pattern.compile("[\\w.\\-/]+\\.(?:java|md|yaml|json|xml)");
    private static final Pattern TYPE_NAME = Pattern.compile("[A-Z][a-z]\\w*");
    private static final Pattern MEMBER =
            Pattern.compile("([A-Z][a-z]\\w*)\\.([a-zA-Z]\\w*)(?:\\(\\))?");
    private static final Pattern TESTS = Pattern.compile("[A-Z]\\w*(?:Test|Properties)");
    private static final Pattern PACKAGE = Pattern.compile("dev\\.foldline(?:\\.[a-z]+)+");
    private static final List<String> FOLDERS =
            List.of(
                    "pipeline-core/",
                    "pipeline-effects/",
                    "pipeline-app/",
                    "property-tests/",
                    "docs/");

    /** Files in the user's repository or on disk, not in ours. */
    private static final Set<String> ELSEWHERE =
            Set.of(
                    "PROMPT.md",
                    "config.yaml",
                    "users.yaml",
                    "foldline.yaml",
                    "snapshot.json",
                    "status.json",
                    "guard.json",
                    "plan.json",
                    "development_result.json",
                    "issues.json",
                    "fix_result.json",
                    "commit_message.json",
                    "spec.json",
                    "requirements.json",
                    "research.json",
                    "feature_plan.json",
                    "merge_message.json",
                    "feature.yaml",
                    "spec.yaml",
                    "ACTIVE_PR.json",
                    "ORCHESTRATION_STATE.json",
                    "active_pr.json",
                    "submission.json",
                    "review.json",
                    "package.json",
                    "prompt.md",
                    "script.json",
                    "NAME.json");

    private final Map<String, String> texts = new LinkedHashMap<>();
    private final Set<String> types = new HashSet<>();
    private final Set<String> packages = new HashSet<>();

    private ProjectNames() {}

    static ProjectNames ofSources() {
        var names = new ProjectNames();
        for (Path source : ProjectFiles.sources()) {
            var text = ProjectFiles.read(source);
            var type = String.valueOf(source.getFileName()).replace(".java", "");
            names.texts.merge(type, text, (one, other) -> one + other);
            TYPE.matcher(text).results().map(found -> found.group(1)).forEach(names.types::add);
            names.packages.add(packageOf(source));
        }
        return names;
    }

    /** What is wrong with a name in backticks; empty if it exists, or is no name of ours. */
    Optional<String> wrong(String span) {
        if (FILE.matcher(span).matches()) return file(span);
        if (TYPE_NAME.matcher(span).matches())
            return types.contains(span) ? Optional.empty() : Optional.of("no type " + span);
        if (PACKAGE.matcher(span).matches())
            return packages.contains(span) ? Optional.empty() : Optional.of("no package " + span);
        Matcher member = MEMBER.matcher(span);
        return member.matches() ? member(member.group(1), member.group(2)) : Optional.empty();
    }

    /** Whether a span names a test that every build runs: one test, or a class of them. */
    boolean isEveryBuilds(String span) {
        if (TESTS.matcher(span).matches())
            return DefaultBuild.runs(span, texts.getOrDefault(span, ""));
        Matcher member = MEMBER.matcher(span);
        return member.matches()
                && DefaultBuild.runs(
                        member.group(1), texts.getOrDefault(member.group(1), ""), member.group(2));
    }

    private Optional<String> file(String path) {
        if (ELSEWHERE.contains(path.substring(path.lastIndexOf('/') + 1))
                && FOLDERS.stream().noneMatch(path::startsWith)) return Optional.empty();
        if (FOLDERS.stream().anyMatch(path::startsWith) || !path.contains("/"))
            return isThere(path) ? Optional.empty() : Optional.of("no file " + path);
        return Optional.empty();
    }

    private boolean isThere(String path) {
        if (ProjectFiles.TOP.resolve(path).toFile().isFile()) return true;
        if (path.contains("/")) return false;
        return path.endsWith(".java")
                ? texts.containsKey(path.replace(".java", ""))
                : ProjectFiles.pages().stream().anyMatch(page -> page.endsWith(path))
                        || isResource(path);
    }

    private static boolean isResource(String name) {
        return List.of("dev/foldline/prompts/", "dev/foldline/schemas/").stream()
                .anyMatch(
                        folder ->
                                ProjectFiles.TOP
                                        .resolve(
                                                "pipeline-effects/src/main/resources/"
                                                        + folder
                                                        + name)
                                        .toFile()
                                        .isFile());
    }

    private Optional<String> member(String type, String member) {
        var text = texts.get(type);
        if (text == null)
            return types.contains(type) ? Optional.empty() : Optional.of("no type " + type);
        return Pattern.compile("\\b" + member + "\\b").matcher(text).find()
                ? Optional.empty()
                : Optional.of("nothing called " + member + " in " + type);
    }

    private static String packageOf(Path source) {
        return ProjectFiles.read(source)
                .lines()
                .filter(line -> line.startsWith("package "))
                .limit(1)
                .map(line -> line.substring("package ".length(), line.length() - 1))
                .collect(Collectors.joining());
    }
}
