package dev.foldline.effects.report;

import dev.foldline.effects.report.ProposedForm.Source;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A test runner in a command: where it reports failures, and what the command lacks for that.
 *
 * @param part the command of the runner, which may be one of several in a check
 * @param changed the part with what it lacks
 */
record TestRunner(Source source, String part, String changed, String reason) {
    private static final String FILE = ProposedForm.REPORT_FILE;
    private static final String START = "^(?:\\w+=\\S*\\s+)*";
    private static final String FOLDERS = "(?:\\S*/)?";

    private static final Pattern MAVEN = pattern(FOLDERS + "(?:mvnw?|mvnd)\\b");
    private static final Pattern GRADLE = pattern(FOLDERS + "gradlew?\\b");
    private static final Pattern PYTEST =
            pattern(
                    "(?:(?:uv|poetry|pipenv|hatch|pdm) run )?(?:\\S*python[\\d.]* -m )?"
                            + FOLDERS
                            + "(?:pytest|py\\.test)\\b");
    private static final String NODE = "(?:npx |pnpm exec |pnpm |yarn |yarn run |bunx )?" + FOLDERS;
    private static final Pattern JEST = pattern(NODE + "jest\\b");
    private static final Pattern VITEST = pattern(NODE + "vitest\\b");
    private static final Pattern GO = pattern(FOLDERS + "go test\\b");
    private static final Pattern GOTESTSUM = pattern(FOLDERS + "gotestsum\\b");
    private static final Pattern CARGO = pattern(FOLDERS + "cargo(?: \\+\\S+)? (?:test|t)\\b");
    private static final Pattern NEXTEST =
            pattern(FOLDERS + "cargo(?: \\+\\S+)? nextest r(?:un)?\\b");

    private static final Pattern PYTEST_FILE = Pattern.compile("--junit-?xml[= ]([^\\s\"',]+)");
    private static final Pattern VITEST_FILE =
            Pattern.compile("--outputFile(?:\\.junit)?[= ](\\S+)");
    private static final Pattern GO_FILE = Pattern.compile("--?junitfile[= ](\\S+)");
    private static final Pattern PROFILE = Pattern.compile("(?:--profile|-P)[= ](\\S+)");
    private static final Pattern GRADLE_TASK =
            Pattern.compile("(?<=\\s)((?:\\S*:)?)(test|check|build)(?=\\s|$)");
    private static final Pattern GRADLE_CLEAN =
            Pattern.compile("\\s(?:\\S*:)?(?:clean\\w*|--rerun-tasks|--rerun)(?=\\s|$)");
    private static final Pattern KEEPS_GOING =
            Pattern.compile(
                    "\\s(?:-fae|-fn|--fail-at-end|--fail-never|--continue|--no-fail-fast)(?=\\s|$)");

    /** Also names packages that do not compile. */
    static final String GO_LINES = "^(?:\\s*--- FAIL: |FAIL\\s+(?=\\S+ \\[))(\\S+)";

    static final String CARGO_LINES = "^---- (.+) stdout ----$";

    static Option<TestRunner> of(ProjectFiles project, String part) {
        return maven(project, part)
                .orElse(() -> gradle(project, part))
                .orElse(() -> pytest(project, part))
                .orElse(() -> jest(project, part))
                .orElse(() -> vitest(part))
                .orElse(() -> go(part))
                .orElse(() -> gotestsum(part))
                .orElse(() -> cargo(part))
                .orElse(() -> nextest(project, part));
    }

    ProposedForm form(String command) {
        var needs =
                changed.equals(part)
                        ? Option.<String>none()
                        : Option.of(command.replace(part, changed));
        return new ProposedForm(source, needs, reason);
    }

    /** Returns the same for the command that runs a script. Only its ends can be changed. */
    Option<TestRunner> within(String command, PackageScript script) {
        int at = changed.indexOf(part);
        if (at < 0)
            return Option.when(
                    !source.equals(new Source.Report(FILE)),
                    () -> new TestRunner(source, command, command, reason));
        var after = changed.substring(at + part.length());
        var arguments = after.isEmpty() ? "" : script.separator() + after;
        return Option.of(
                new TestRunner(
                        source, command, changed.substring(0, at) + command + arguments, reason));
    }

    /** Without tests it succeeds and writes no report. */
    private static Option<TestRunner> maven(ProjectFiles project, String part) {
        if (!MAVEN.matcher(part).find() || !project.hasTests()) return Option.none();
        var isIntegrated =
                project.contains("pom.xml", "maven-failsafe-plugin")
                        && Pattern.compile("\\b(verify|install|deploy)\\b").matcher(part).find();
        var isAlone = !project.contains("pom.xml", "<modules>") || KEEPS_GOING.matcher(part).find();
        return Option.of(
                new TestRunner(
                        new Source.Report(
                                isIntegrated
                                        ? "**/target/*-reports/TEST-*.xml"
                                        : "**/target/surefire-reports/TEST-*.xml"),
                        part,
                        isAlone ? part : part + " -fae",
                        isAlone
                                ? "Maven Surefire writes JUnit XML"
                                : "Maven Surefire writes JUnit XML; with -fae a module's failure"
                                        + " does not hide those of others"));
    }

    private static Option<TestRunner> gradle(ProjectFiles project, String part) {
        if (!GRADLE.matcher(part).find() || !project.hasTests()) return Option.none();
        var cleaned =
                GRADLE_CLEAN.matcher(part).find()
                        ? part
                        : GRADLE_TASK.matcher(part).replaceFirst("$1cleanTest $1$2");
        var hasMore =
                project.contains("settings.gradle", "include")
                        || project.contains("settings.gradle.kts", "include");
        var isLast = !hasMore || KEEPS_GOING.matcher(part).find();
        return Option.of(
                new TestRunner(
                        new Source.Report("**/build/test-results/**/TEST-*.xml"),
                        part,
                        isLast ? cleaned : cleaned + " --continue",
                        "Gradle writes JUnit XML, but none for tests that are up to date"));
    }

    private static Option<TestRunner> pytest(ProjectFiles project, String part) {
        if (!PYTEST.matcher(part).find()) return Option.none();
        var configured =
                Vector.of("pytest.ini", ".pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg")
                        .map(project::text)
                        .prepend(part)
                        .flatMap(text -> first(PYTEST_FILE, text));
        return Option.of(
                configured
                        .headOption()
                        .map(file -> written(file, part, "pytest writes JUnit XML"))
                        .getOrElse(
                                () ->
                                        added(
                                                part,
                                                part + " --junitxml=" + FILE,
                                                "pytest writes JUnit XML with --junitxml")));
    }

    /** Without the file's name, tests of the same title in two files have the same name. */
    private static Option<TestRunner> jest(ProjectFiles project, String part) {
        if (!JEST.matcher(part).find() || !project.contains("package.json", "\"jest-junit\""))
            return Option.none();
        return Option.of(
                added(
                        part,
                        "JEST_JUNIT_OUTPUT_FILE="
                                + FILE
                                + " JEST_JUNIT_CLASSNAME='{filepath}'"
                                + " JEST_JUNIT_REPORT_TEST_SUITE_ERRORS=true "
                                + part
                                + " --reporters=default --reporters=jest-junit",
                        "jest-junit writes JUnit XML"));
    }

    private static Option<TestRunner> vitest(String part) {
        if (!VITEST.matcher(part).find()) return Option.none();
        return Option.of(
                first(VITEST_FILE, part)
                        .filter(_ -> part.contains("junit"))
                        .map(file -> written(file, part, "Vitest writes JUnit XML"))
                        .getOrElse(
                                () ->
                                        added(
                                                part,
                                                part
                                                        + " --reporter=default --reporter=junit"
                                                        + " --outputFile="
                                                        + FILE,
                                                "Vitest writes JUnit XML with --reporter=junit")));
    }

    private static Option<TestRunner> go(String part) {
        return Option.when(
                GO.matcher(part).find() && !part.contains("-json"),
                () ->
                        new TestRunner(
                                new Source.Lines(GO_LINES),
                                part,
                                part,
                                "go test prints a line for each failed test, without its package;"
                                        + " gotestsum --junitfile reports both"));
    }

    private static Option<TestRunner> gotestsum(String part) {
        var runner = GOTESTSUM.matcher(part);
        if (!runner.find()) return Option.none();
        return Option.of(
                first(GO_FILE, part)
                        .map(file -> written(file, part, "gotestsum writes JUnit XML"))
                        .getOrElse(
                                () ->
                                        added(
                                                part,
                                                inserted(part, runner, " --junitfile " + FILE),
                                                "gotestsum writes JUnit XML with --junitfile")));
    }

    private static Option<TestRunner> cargo(String part) {
        var runner = CARGO.matcher(part);
        if (!runner.find()) return Option.none();
        var isAll = KEEPS_GOING.matcher(part).find();
        return Option.of(
                new TestRunner(
                        new Source.Lines(CARGO_LINES),
                        part,
                        isAll ? part : inserted(part, runner, " --no-fail-fast"),
                        "cargo test prints a line before the output of each failed test"));
    }

    private static Option<TestRunner> nextest(ProjectFiles project, String part) {
        if (!NEXTEST.matcher(part).find()) return Option.none();
        var profile = first(PROFILE, part).getOrElse("default");
        var section =
                Pattern.compile(
                        "\\[profile\\."
                                + Pattern.quote(profile)
                                + "\\.junit]\\s+path\\s*=\\s*\"([^\"]+)\"");
        return first(section, project.text(".config/nextest.toml"))
                .map(
                        file ->
                                written(
                                        "target/nextest/" + profile + "/" + file,
                                        part,
                                        "cargo-nextest writes JUnit XML"));
    }

    private static TestRunner written(String file, String part, String reason) {
        return new TestRunner(new Source.Report(file), part, part, reason);
    }

    private static TestRunner added(String part, String changed, String reason) {
        return new TestRunner(new Source.Report(FILE), part, changed, reason);
    }

    private static String inserted(String part, Matcher runner, String words) {
        return part.substring(0, runner.end()) + words + part.substring(runner.end());
    }

    private static Option<String> first(Pattern pattern, String text) {
        var found = pattern.matcher(text);
        return Option.when(found.find(), () -> found.group(1));
    }

    private static Pattern pattern(String program) {
        return Pattern.compile(START + program.replace(" ", "\\s+"));
    }
}
