package dev.foldline.effects.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.change.TreeFixture.Files;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What a project's checks run is found by reading, without running anything. */
class JudgesTest {
    @TempDir Path folder;
    private TreeFixture trees;

    @BeforeEach
    void openRepository() throws IOException {
        trees = new TreeFixture(folder);
    }

    @AfterEach
    void closeRepository() {
        trees.close();
    }

    private static final Files PROJECT =
            Files.NONE
                    .with("app.py", "print('hello')\n")
                    .with("greet.sh", "#!/bin/sh\necho hello\n")
                    .with(
                            "test.sh",
                            "#!/bin/sh\n"
                                    + ". \"$(dirname \"$0\")/ci/common.sh\"\n"
                                    + "./greet.sh | grep -q hello\n"
                                    + "python3 app.py >out\n")
                    .with("ci/common.sh", "set -e\n")
                    .with(
                            "ci/lint.sh",
                            "cd \"$(dirname \"$0\")/..\"\n"
                                    + "for f in *.py; do sh ci/one.sh \"$f\"; done\n")
                    .with("ci/one.sh", "true\n")
                    .with("ci/jest.json", "{}")
                    .with("tools/validate.py", "pass\n")
                    .with("tests/test_app.py", "def test_it(): pass\n")
                    .with("tests/run.sh", "sh test.sh\n")
                    .with(
                            "Makefile",
                            "PY ?= python3\n"
                                    + "check: lint\n"
                                    + "\t@$(PY) tools/validate.py\n"
                                    + "lint:\n"
                                    + "\t$(MAKE) -C ci all\n"
                                    + "all: app\n"
                                    + "\tsh greet.sh\n")
                    .with("ci/Makefile", "all:\n\tsh lint.sh\n")
                    .with(
                            "package.json",
                            "{\"scripts\":{\"test\":\"npm run unit && node"
                                    + " tools/smoke.js\",\"unit\":\"sh"
                                    + " ci/lint.sh\",\"pretest\":\"./ci/common.sh\"}}")
                    .with("tools/smoke.js", "")
                    .with("web/package.json", "{\"scripts\":{\"check\":\"sh check.sh\"}}")
                    .with("web/check.sh", "")
                    .withLink("quick.sh", "ci/quick/../common.sh")
                    .withLink("scripts", "ci");

    private List<String> namedBy(String check) throws IOException {
        return Judges.in(
                        trees.git,
                        trees.tree(PROJECT),
                        TreeFixture.checks(check),
                        TreeFixture.guard())
                .list()
                .filter(judge -> judge.why().contains("check unit"))
                .map(judge -> judge.pattern().text())
                .sorted()
                .asJava();
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "->",
            quoteCharacter = '^',
            value = {
                "sh test.sh -> ci/common.sh test.sh",
                "FOO=1 timeout 60 bash -eu ./test.sh --all 2>&1 -> ci/common.sh test.sh",
                "sh -c 'cd ci && sh lint.sh' -> ci/lint.sh ci/one.sh",
                "cd ci; ./lint.sh || exit 1 -> ci/lint.sh ci/one.sh",
                "sh tests/run.sh -> ci/common.sh test.sh tests/run.sh",
                "make check -> Makefile ci/Makefile ci/lint.sh ci/one.sh tools/validate.py",
                "make -f ci/Makefile -> ci/Makefile",
                "npm test -> ci/common.sh ci/lint.sh ci/one.sh package.json tools/smoke.js",
                "pnpm --prefix web run check -> web/check.sh web/package.json",
                "python3 tools/validate.py app.py -> tools/validate.py",
                "npx jest --config=ci/jest.json -> ci/jest.json",
                "./greet.sh World | grep -q hello -> ^^",
                "python3 -m pytest tests/test_app.py -> ^^",
                "python3 tests/test_app.py -> ^^",
                "grep -q hello app.py -> ^^",
                "test \"$(sh greet.sh)\" = hello -> ^^",
                "sh quick.sh -> ci/common.sh quick.sh",
                "sh scripts/one.sh -> ci/one.sh scripts",
            })
    void the_files_that_a_check_runs_are_found(String check, String files) throws IOException {
        var expected = files == null || files.isEmpty() ? List.of() : List.of(files.split(" "));
        assertThat(namedBy(check)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "make check, GNUmakefile",
        "make check, makefile",
        "make check, local.mk",
        "make check, rules/one.mk",
        "make -C ci, ci/GNUmakefile",
        "sh env.sh, ci/env.sh",
        "docker compose run test, compose.yaml",
        "docker-compose run test, docker-compose.override.yml",
        "just test, justfile",
        "task test, Taskfile.dist.yaml",
        "rake, rakefile.rb",
        "sh missing.sh, missing.sh",
    })
    void a_file_that_a_check_would_use_judges_before_it_exists(String check, String path)
            throws IOException {
        var project =
                PROJECT.edited("Makefile", "check:", "-include local.mk rules/*.mk\ncheck:")
                        .with("env.sh", "[ -f ci/env.sh ] && . ./ci/env.sh\n");
        var judges =
                Judges.in(
                        trees.git,
                        trees.tree(project),
                        TreeFixture.checks(check),
                        TreeFixture.guard());
        assertThat(judges.of(path).map(Judge::why).getOrElse("nothing")).contains("check unit");
        assertThat(judges.list().map(judge -> judge.pattern().text())).doesNotContain(path);
    }

    @Test
    void a_makefile_that_make_does_not_read_judges_nothing() throws IOException {
        var judges =
                Judges.in(
                        trees.git,
                        trees.tree(PROJECT.with("GNUmakefile", "check:\n\ttrue\n")),
                        TreeFixture.checks("make check"),
                        TreeFixture.guard());
        assertThat(judges.of("GNUmakefile")).isNotEmpty();
        assertThat(judges.of("Makefile")).isEmpty();
    }

    @Test
    void the_reasons_end_a_sentence_and_the_most_specific_judges_come_first() throws IOException {
        var judges =
                Judges.in(
                        trees.git,
                        trees.tree(
                                PROJECT.with("AGENTS.md", "")
                                        .with(".github/workflows/ci.yml", "")
                                        .with("tests/fixtures/pom.xml", "")),
                        TreeFixture.checks("npm test"),
                        TreeFixture.guard("docs/**", "ci/*.json"));
        assertThat(judges.list().map(judge -> judge.pattern().text() + " " + judge.why()))
                .startsWith(
                        "package.json defines the script test of the check unit",
                        "ci/common.sh is run by the check unit")
                .contains(
                        "ci/*.json is named by guard.paths",
                        "**/AGENTS.md instructs agents",
                        ".github/workflows/** defines the jobs of CI")
                .doesNotContain(
                        "docs/** is named by guard.paths", "**/pom.xml configures the build");
        assertThat(judges.of("docs/new.md").map(Judge::why)).contains("is named by guard.paths");
        assertThat(judges.of("app.py")).isEmpty();
        assertThat(judges.isTest("tests/test_app.py")).isTrue();
        assertThat(judges.isTest("tests/fixtures/pom.xml")).isTrue();
        assertThat(judges.isTest("tests/conftest.py")).isFalse();
        assertThat(judges.isTest("app.py")).isFalse();
    }

    @Test
    void what_links_of_judges_lead_to_judges() throws IOException {
        var tree =
                trees.tree(
                        Files.NONE
                                .with("shared/claude/settings.json", "")
                                .with("shared/rules.md", "")
                                .with("app.py", "")
                                .withLink("AGENTS.md", "docs/agents.md")
                                .withLink("docs/agents.md", "../shared/rules.md")
                                .withLink("other.md", "app.py")
                                .withLink("CLAUDE.md", "/etc/passwd")
                                .withLink(".claude", "shared/claude"));
        var judges = Judges.in(trees.git, tree, TreeFixture.checks("true"), TreeFixture.guard());
        assertThat(judges.of("docs/agents.md").map(Judge::why))
                .contains("is where the link AGENTS.md leads");
        assertThat(judges.of("shared/rules.md").map(Judge::why))
                .contains("is where the link docs/agents.md leads");
        assertThat(judges.of("shared/claude/settings.json").map(Judge::why))
                .contains("is where the link .claude leads");
        assertThat(judges.of("app.py")).isEmpty();
    }
}
