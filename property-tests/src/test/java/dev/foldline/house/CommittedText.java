package dev.foldline.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the text of committed files must not name: some machine's folders, and the hosts libraries
 * come from.
 */
final class CommittedText {
    private static final Pattern MACHINE_PATH =
            Pattern.compile(
                    "(?<![\\w.$}~])/(?:root|home|Users|work|workspace|builds)/[\\w.]|[A-Za-z]:\\\\Users\\\\");
    private static final Pattern REGISTRY_HOST =
            Pattern.compile(
                    "(?:repo1?|central|registry|proxy|index|files|oss|nexus|artifactory)\\.[\\w.]*"
                        + "(?:maven|sonatype|npmjs|pypi|golang|apache|jfrog|docker|yarnpkg)[\\w]*\\.[a-z]{2,}");

    private CommittedText() {}

    static List<RuleViolation> check(Path top) {
        return committedFiles(top).stream()
                .flatMap(file -> check(top.relativize(file).toString(), textOf(file)).stream())
                .toList();
    }

    static List<RuleViolation> check(String path, String text) {
        var findings = new ArrayList<RuleViolation>();
        text.lines()
                .filter(line -> MACHINE_PATH.matcher(line).find())
                .forEach(
                        line ->
                                findings.add(
                                        new RuleViolation(
                                                "no machine's paths in committed text",
                                                path,
                                                line.strip())));
        text.lines()
                .filter(line -> REGISTRY_HOST.matcher(line).find())
                .forEach(
                        line ->
                                findings.add(
                                        new RuleViolation(
                                                "no registry hosts in committed text",
                                                path,
                                                line.strip())));
        return findings;
    }

    /** What git has or would add; every file but build output where there is no git. */
    static List<Path> committedFiles(Path top) {
        try {
            Process git =
                    new ProcessBuilder(
                                    "git",
                                    "ls-files",
                                    "-z",
                                    "--cached",
                                    "--others",
                                    "--exclude-standard")
                            .directory(top.toFile())
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            String names = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (git.waitFor() == 0) {
                return Stream.of(names.split("\0", -1))
                        .filter(name -> !name.isEmpty())
                        .map(top::resolve)
                        .filter(Files::isRegularFile)
                        .toList();
            }
        } catch (IOException noGit) {
            return everyFile(top);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        return everyFile(top);
    }

    private static List<Path> everyFile(Path top) {
        try (Stream<Path> files = Files.walk(top)) {
            return files.filter(Files::isRegularFile)
                    .filter(
                            file ->
                                    Stream.of("target", ".git", ".foldline")
                                            .noneMatch(top.relativize(file).toString()::contains))
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Empty for what is not text. */
    private static String textOf(Path file) {
        try {
            return Files.readString(file);
        } catch (MalformedInputException notText) {
            return "";
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
