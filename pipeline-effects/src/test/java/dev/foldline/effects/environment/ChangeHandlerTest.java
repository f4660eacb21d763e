package dev.foldline.effects.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.change.ChangeReport;
import dev.foldline.core.change.GuardedFile;
import dev.foldline.core.effect.ChangeEffect.CompareChange;
import dev.foldline.core.effect.ChangeEffect.RestoreGuarded;
import dev.foldline.core.event.ChangeEvent.ChangeCompared;
import dev.foldline.core.event.ChangeEvent.GuardedRestored;
import dev.foldline.core.state.Ledger.Candidate;
import dev.foldline.core.workflow.CheckForm;
import dev.foldline.core.workflow.CleanCheckout;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.Guard;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.change.TestPatterns;
import dev.foldline.effects.context.Cancellation;
import dev.foldline.effects.context.HandlerFixture;
import dev.foldline.effects.process.ProcessRunner;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/** A change of a real working tree that is compared with its base, and put back. */
class ChangeHandlerTest {
    private static final long TICKET = 5;
    private static final String SCRIPT = "for each in tests/*; do sh \"$each\" || exit 1; done\n";
    private static final Vector<CommandLine> CHECKS =
            Vector.of(
                    new CommandLine.Check(
                            "unit", new CommandLine.Shell("sh test.sh"), CheckForm.PLAIN));
    private static final Guard GUARD =
            new Guard(
                    Vector.of("ci/**"),
                    TestPatterns.DEFAULT,
                    Guard.OnChange.REFUSE,
                    100,
                    2000,
                    Guard.Witness.AUTO,
                    new CleanCheckout(Vector.empty(), Vector.empty()));

    @TempDir Path folder;
    private HandlerFixture at;
    private String base;

    @BeforeEach
    void repository() throws IOException {
        at = HandlerFixture.in(folder);
        at.write("test.sh", SCRIPT).write("tests/one_test.sh", "grep -q one a.txt\n");
        at.write("ci/run.sh", "true\n");
        Files.createSymbolicLink(at.root.resolve("ci/link"), Path.of("run.sh"));
        base = commit("base");
    }

    @AfterEach
    void close() {
        at.close();
    }

    private String commit(String subject) throws IOException {
        at.git("add", "-A", ":!PROMPT.md");
        at.git("commit", "-q", "-m", subject);
        return at.head();
    }

    private ChangeHandler handler() {
        var run = at.context();
        return new ChangeHandler(
                run,
                kept -> run.git().treeState(run.exclusions(kept)),
                new TrialHandler(run, new AgentRegistry(Map.of()), new ProcessRunner(), _ -> {}));
    }

    private ChangeReport compared(Option<String> start, Option<Candidate> merge)
            throws IOException {
        var effect =
                new CompareChange(
                        GitHandlerTest.PLACE, start, merge, GUARD, CHECKS, Vector.empty());
        return ((ChangeCompared) handler().perform(TICKET, effect, new Cancellation())).report();
    }

    private GuardedRestored restored() throws IOException {
        var effect =
                new RestoreGuarded(
                        GitHandlerTest.PLACE, Option.of(base), GUARD, CHECKS, Vector.empty());
        return (GuardedRestored) handler().perform(TICKET, effect, new Cancellation());
    }

    private static Vector<String> paths(ChangeReport report) {
        return report.guarded().map(GuardedFile::path);
    }

    @Test
    void a_change_is_that_since_the_start_of_the_branch_or_what_is_not_committed()
            throws IOException {
        at.write("test.sh", "exit 0\n");
        var head = commit("Pass");
        var report = compared(Option.of(base), Option.none());
        assertThat(report.base()).isEqualTo(base);
        assertThat(paths(report)).containsExactly("test.sh");
        var unknown = compared(Option.none(), Option.none());
        assertThat(unknown.base()).isEqualTo(head);
        assertThat(unknown.files()).isZero();
        at.write("ci/run.sh", "false\n");
        assertThat(paths(compared(Option.none(), Option.none()))).containsExactly("ci/run.sh");
    }

    @Test
    void of_a_prepared_merge_the_merge_is_compared() throws IOException {
        at.write("test.sh", "exit 0\n");
        var head = commit("Pass");
        at.git("reset", "-q", "--hard", base);
        var report =
                compared(
                        Option.of(base),
                        Option.of(
                                new Candidate(
                                        "main",
                                        base,
                                        head,
                                        at.git("rev-parse", head + "^{tree}"))));
        assertThat(paths(report)).containsExactly("test.sh");
    }

    /** The commits are what is pushed. */
    @Test
    void a_committed_judge_that_is_put_back_without_a_commit_is_found() throws IOException {
        at.write("test.sh", "exit 0\n");
        commit("Pass");
        at.git("checkout", "-q", base, "--", "test.sh");
        assertThat(paths(compared(Option.of(base), Option.none()))).containsExactly("test.sh");
    }

    @Test
    void a_committed_test_that_is_put_back_without_a_commit_is_found() throws IOException {
        at.write("tests/one_test.sh", "true\n").write("a.txt", "broken\n");
        commit("Weaken");
        at.git("checkout", "-q", base, "--", "tests", "a.txt");
        var report = compared(Option.of(base), Option.none());
        assertThat(report.tests().changed()).containsExactly("tests/one_test.sh");
        assertThat(paths(report)).containsExactly("a.txt", "tests/one_test.sh");
        assertThat(report.guarded().head().why()).contains("differs from its last commit");
    }

    @Test
    void work_that_no_commit_has_yet_is_compared_as_it_is() throws IOException {
        at.write("tests/one_test.sh", "true\n").write("a.txt", "broken\n");
        assertThat(paths(compared(Option.of(base), Option.none()))).isEmpty();
    }

    @Test
    void files_that_judge_are_put_back_whatever_they_became() throws IOException {
        at.write("test.sh", "exit 0\n");
        at.write("ci/new.sh", "new\n");
        at.root.resolve("ci/run.sh").toFile().setExecutable(true);
        Files.delete(at.root.resolve("ci/link"));
        Files.createSymbolicLink(at.root.resolve("ci/link"), Path.of("new.sh"));
        at.write("a.txt", "work\n");
        var restored = restored();
        assertThat(restored.restored())
                .containsExactly("test.sh", "ci/link", "ci/new.sh", "ci/run.sh");
        assertThat(at.git("diff", "--name-only", base)).isEqualTo("a.txt");
        assertThat(at.root.resolve("ci/new.sh")).doesNotExist();
        assertThat(Files.readSymbolicLink(at.root.resolve("ci/link"))).hasToString("run.sh");
        var saved = restored.saved().head();
        assertThat(at.git("show", saved + ":test.sh")).isEqualTo("exit 0");
        assertThat(at.git("show", saved + ":ci/new.sh")).isEqualTo("new");
        assertThat(at.git("ls-tree", saved, "ci/run.sh")).startsWith("100755");
        assertThat(at.git("diff", "--name-only", base, saved)).doesNotContain("a.txt");
        assertThat(restored().restored()).isEmpty();
    }

    @Test
    void a_judge_that_the_agent_has_committed_is_put_back_from_the_base() throws IOException {
        at.write("test.sh", "exit 0\n");
        commit("Pass");
        assertThat(restored().restored()).containsExactly("test.sh");
        assertThat(at.read("test.sh")).isEqualTo(SCRIPT);
    }

    @Test
    void a_folder_in_the_place_of_a_judge_is_saved_and_replaced() throws IOException {
        Files.delete(at.root.resolve("test.sh"));
        at.write("test.sh/inner.txt", "kept\n");
        var restored = restored();
        assertThat(restored.restored()).containsExactly("test.sh");
        assertThat(at.read("test.sh")).isEqualTo(SCRIPT);
        assertThat(at.git("show", restored.saved().head() + ":test.sh/inner.txt"))
                .isEqualTo("kept");
    }

    /** It stays, and the user is asked at the end. */
    @ParameterizedTest
    @ValueSource(strings = {"touch test.sh/out.log", "git init -q test.sh/x"})
    void a_folder_that_cannot_be_saved_stays_where_it_is(String script) throws Exception {
        at.write(".gitignore", "*.log\n");
        Files.delete(at.root.resolve("test.sh"));
        at.write("test.sh/inner.txt", "kept\n");
        new ProcessBuilder("sh", "-c", script).directory(at.root.toFile()).start().waitFor();
        assertThat(restored().restored()).isEmpty();
        assertThat(at.read("test.sh/inner.txt")).isEqualTo("kept\n");
        assertThat(at.root.resolve("test.sh").toFile().list()).hasSize(2);
        assertThat(paths(compared(Option.of(base), Option.none()))).containsExactly("test.sh");
    }

    /** It stays, and the user is asked at the end. */
    @Test
    void a_repository_in_the_place_of_a_judge_is_not_touched() throws IOException {
        Files.delete(at.root.resolve("ci/run.sh"));
        at.git("init", "-q", "ci/run.sh");
        at.git("-C", "ci/run.sh", "commit", "-q", "--allow-empty", "-m", "one");
        assertThat(restored().restored()).isEmpty();
        assertThat(at.root.resolve("ci/run.sh/.git")).exists();
    }

    @Test
    void all_of_many_files_are_put_back_and_counted() throws IOException {
        for (int file = 0; file < 120; file++) at.write("ci/%03d.sh".formatted(file), "x\n");
        var report = compared(Option.of(base), Option.none());
        assertThat(report.guarded()).hasSize(100);
        assertThat(report.unlisted().get().count()).isEqualTo(20);
        at.write("ci/119.sh", "y\n");
        assertThat(compared(Option.of(base), Option.none()).unlisted())
                .isNotEqualTo(report.unlisted());
        assertThat(restored().restored()).hasSize(120);
        assertThat(Set.of(at.root.resolve("ci").toFile().list()))
                .containsExactlyInAnyOrder("run.sh", "link");
    }
}
