package dev.foldline.app.command.setup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.Cli;
import dev.foldline.app.Repository;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;

class InitCommandTest {
    @TempDir Path folder;

    @BeforeEach
    void aRepository() throws Exception {
        folder = Repository.withOneCommit(folder.toRealPath());
    }

    @Test
    void init_writes_two_files_and_commits_nothing() throws Exception {
        var answer = Cli.in(Files.createDirectories(folder.resolve("src"))).run("init");
        assertThat(answer.exit()).isZero();
        assertThat(answer.out()).startsWith("wrote foldline.yaml\nwrote PROMPT.md\n");
        assertThat(Repository.git(folder, "status", "--porcelain"))
                .isEqualTo("?? PROMPT.md\n?? foldline.yaml");
        assertThat(Repository.git(folder, "rev-list", "--count", "HEAD")).isEqualTo("1");
    }

    @Test
    void the_written_configuration_is_valid_and_not_yet_a_task() {
        Cli.in(folder).run("init");
        assertThat(Cli.in(folder).run("config", "show").exit()).isZero();
        var plan = Cli.in(folder).run("plan");
        assertThat(plan.exit()).isEqualTo(2);
        assertThat(plan.err())
                .startsWith(
                        "error: the task is still the starter text\n  at: "
                                + folder.resolve("PROMPT.md"));
    }

    @Test
    void agents_and_the_check_found_here_are_written_and_the_file_runs_as_it_is() throws Exception {
        var programs = Files.createDirectories(folder.resolve("programs"));
        for (var each : List.of("codex", "claude")) {
            var program = programs.resolve(each);
            Files.writeString(program, "#!/bin/sh\necho '" + each + " 1.0'\n");
            Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        Files.writeString(folder.resolve("Makefile"), "all:\n\ttrue\ntest:\n\ttrue\n");
        var answer =
                Cli.in(folder).variable("PATH", programs + ":" + System.getenv("PATH")).run("init");
        assertThat(answer.exit()).as(answer.err()).isZero();
        assertThat(answer.out())
                .contains("found the agents ", "found Makefile: the check is make test\n")
                .doesNotContain("name an agent");
        assertThat(Files.readString(folder.resolve("foldline.yaml")))
                .contains("\nchecks:\n  - make test\n", "\nroles:\n  developer: [c");
        var shown = Cli.in(folder).run("config", "show");
        assertThat(shown.exit()).as(shown.err()).isZero();
        assertThat(shown.out()).contains("make test", "claude", "codex");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "pom.xml | <project/> | { run: mvn -q verify, report:"
                        + " '**/target/surefire-reports/TEST-*.xml' }",
                "go.mod | module a | { run: go test ./..., failures: '^(?:\\s*--- FAIL: |FAIL\\s+",
                "Cargo.toml | [package] | { run: cargo test --no-fail-fast, failures: '^---- (.+)",
                "pyproject.toml | pytest | { run: python3 -m pytest --junitxml=.foldline/tests.xml,"
                        + " report: '.foldline/tests.xml' }",
                "gradlew | x | { run: ./gradlew cleanTest check, report:",
                "package.json | {\"scripts\": {\"test\": \"vitest run\"}} | { run: npm test"
            })
    void the_check_is_written_with_the_form_in_which_its_failures_have_names(
            String file, String content, String entry) throws IOException {
        Files.writeString(folder.resolve(file), content + "\n");
        Files.createDirectories(folder.resolve("src/test"));
        var answer = Cli.in(folder).run("init");
        assertThat(answer.out()).contains("failures have names: ");
        assertThat(Files.readString(folder.resolve("foldline.yaml")))
                .contains("\nchecks:\n  - " + entry);
        assertThat(Cli.in(folder).run("config", "show").exit()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pom.xml | <project/> | mvn -q verify",
                "Cargo.toml | [package] | cargo test",
                "package.json | {\"scripts\": {\"test\": \"x\"}} | npm test",
                "package.json | {\"scripts\": {}} | ",
                "Makefile | all: | ",
                "notes.txt | pom.xml | "
            })
    void the_build_file_tells_the_check(String file, String content, String check)
            throws IOException {
        Files.writeString(folder.resolve(file), content + "\n");
        assertThat(ProjectCheck.of(folder).map(ProjectCheck::command))
                .isEqualTo(Optional.ofNullable(check));
    }

    @ParameterizedTest
    @CsvSource({
        "package.json, pnpm-lock.yaml, pnpm test",
        "package.json, yarn.lock, yarn test",
        "package.json, bun.lock, bun run test",
        "package.json, package-lock.json, npm test",
        "pyproject.toml, uv.lock, uv run pytest",
        "pyproject.toml, poetry.lock, poetry run pytest",
        "pyproject.toml, requirements.txt, python3 -m pytest"
    })
    void the_lock_file_tells_the_tool(String file, String lock, String check) throws IOException {
        Files.writeString(folder.resolve(file), "{\"test\": \"pytest\"}\n");
        Files.writeString(folder.resolve(lock), "");
        assertThat(ProjectCheck.of(folder).map(ProjectCheck::command)).contains(check);
    }

    @Test
    void existing_files_stay_and_only_missing_ones_are_written() throws IOException {
        Files.writeString(folder.resolve("foldline.yaml"), "mine");
        var answer = Cli.in(folder).run("init");
        assertThat(answer.exit()).isZero();
        assertThat(answer.out())
                .isEqualTo(
                        "wrote PROMPT.md\n"
                            + "kept foldline.yaml\n"
                            + "  next: edit PROMPT.md: describe the task, delete its first line\n"
                            + "  next: foldline plan\n");
        assertThat(folder.resolve("foldline.yaml")).hasContent("mine");
        Files.delete(folder.resolve("foldline.yaml"));
        assertThat(Cli.in(folder).run("init", "--json").out())
                .contains("/foldline.yaml\"", "\"left\"", "\"edit foldline.yaml: name an agent\"")
                .doesNotContain("edit PROMPT.md");
    }

    @Test
    void init_overwrites_nothing() throws IOException {
        Files.writeString(folder.resolve("PROMPT.md"), "mine");
        Files.writeString(folder.resolve("foldline.yaml"), "also mine");
        var answer = Cli.in(folder).run("init");
        assertThat(answer.exit()).isEqualTo(1);
        assertThat(answer.err())
                .startsWith(
                        "error: foldline.yaml and PROMPT.md already exist; nothing was written");
        assertThat(folder.resolve("PROMPT.md")).hasContent("mine");
        assertThat(folder.resolve("foldline.yaml")).hasContent("also mine");
    }

    @Test
    void a_repository_without_a_commit_is_sufficient() throws Exception {
        var young = Repository.empty(folder.resolve("young"));
        assertThat(Cli.in(young).run("init", "--json").out())
                .contains("\"schema\": \"foldline.init/1\"");
        assertThat(young.resolve("foldline.yaml")).exists();
    }

    @Test
    void init_outside_a_repository_writes_nothing() throws IOException {
        var outside = Files.createTempDirectory("outside");
        var answer = Cli.in(outside).run("init");
        assertThat(answer.exit()).isEqualTo(2);
        assertThat(answer.err()).startsWith("error: not a git repository");
        assertThat(outside).isEmptyDirectory();
        Files.delete(outside);
    }
}
