package dev.foldline.effects.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.EffectKey;
import dev.foldline.core.event.CheckEvent.CheckFailed;
import dev.foldline.core.event.CheckEvent.CheckPassed;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectCancelled;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.workflow.CleanCheckout;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.Step.Expectation;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.context.Cancellation;
import dev.foldline.effects.context.HandlerFixture;
import dev.foldline.effects.process.ProcessRunner;
import dev.foldline.effects.store.StateFolder;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Checks that passed in the working tree also pass where only a commit's files are. */
class ScratchCheckoutTest {
    private static final EffectKey PLACE = new EffectKey("iterate", 0, "development", 6, 1, 1);
    private static final CleanCheckout BARE = new CleanCheckout(Vector.empty(), Vector.empty());
    private static final String NEEDS_IGNORED = "test -f vendored/util.py";

    @TempDir Path folder;
    private HandlerFixture at;
    private final Cancellation stop = new Cancellation();

    @BeforeEach
    void ignored_files() throws IOException {
        at = HandlerFixture.in(folder);
        at.write(".gitignore", "vendored/\n.env\n").write("vendored/util.py", "1\n");
    }

    @AfterEach
    void nothing_is_left() throws IOException {
        assertThat(checkout()).doesNotExist();
        assertThat(at.git("worktree", "list").lines()).hasSize(1);
        at.close();
    }

    private Path checkout() throws IOException {
        var run = at.context();
        return StateFolder.worktrees(run.environment(), run.git().place().commonFolder())
                .orElseThrow()
                .resolve(at.directory.id().text() + ".checkout");
    }

    private RunCheck effect(CleanCheckout checkout, String... lines) {
        return new RunCheck(
                PLACE,
                "checks",
                commands(lines),
                Expectation.PASS,
                Vector.of("PROMPT.md"),
                240_000,
                Option.none(),
                Option.of(checkout),
                Option.none());
    }

    private static Vector<CommandLine> commands(String... lines) {
        return Vector.of(lines).map(CommandLine.Shell::new);
    }

    private Event run(CleanCheckout checkout, String... lines) throws IOException {
        return new CheckHandler(
                        at.context(),
                        new ProcessRunner(),
                        line -> {
                            if (line.equals("stop")) stop.cancel();
                        })
                .run(4, effect(checkout, lines), stop);
    }

    @Test
    void a_check_that_passes_thanks_to_an_ignored_file_fails_and_names_it() throws IOException {
        var failed = (CheckFailed) run(BARE, NEEDS_IGNORED);
        assertThat(failed.summary())
                .contains("clean checkout", NEEDS_IGNORED, "vendored/", "worktree.setup");
        assertThat(failed.fingerprint())
                .isEqualTo(((CheckFailed) run(BARE, NEEDS_IGNORED)).fingerprint());
    }

    @Test
    void uncommitted_work_is_there_and_the_users_own_is_not() throws IOException {
        at.write("new.txt", "work\n");
        assertThat(run(BARE, "test -f new.txt")).isInstanceOf(CheckPassed.class);
        assertThat(run(BARE, "test -f PROMPT.md")).isInstanceOf(CheckFailed.class);
    }

    @Test
    void copied_files_and_the_setup_are_there_before_the_checks() throws IOException {
        at.write(".env", "KEY=1\n");
        var checkout =
                new CleanCheckout(
                        Vector.of(".env"), commands("mkdir vendored && cp .env vendored/util.py"));
        var passed = (CheckPassed) run(checkout, NEEDS_IGNORED, "test -f .env");
        assertThat(passed.before()).isEqualTo(passed.after());
        assertThat(at.read("vendored/util.py")).isEqualTo("1\n");
    }

    @Test
    void a_setup_that_fails_there_fails_the_check() throws IOException {
        var checkout = new CleanCheckout(Vector.empty(), commands("exit 3"));
        assertThat(((CheckFailed) run(checkout, "true")).summary()).contains("'exit 3'");
    }

    @Test
    void what_a_check_writes_there_is_deleted_with_it() throws IOException {
        at.write(".gitignore", "vendored/\nbuild/\n");
        assertThat(run(BARE, "mkdir -p build && date > build/log && git add -A"))
                .isInstanceOf(CheckPassed.class);
    }

    @Test
    void a_cancelled_check_leaves_no_checkout() throws IOException {
        assertThat(run(BARE, "test -f vendored/util.py || { echo stop; exec sleep 60; }"))
                .isInstanceOf(EffectCancelled.class);
    }

    @Test
    void a_checkout_of_a_dead_driver_is_replaced_and_swept() throws IOException {
        at.git("worktree", "add", "-q", "--detach", checkout().toString(), "HEAD");
        Files.writeString(checkout().resolve("vendored"), "left\n");
        assertThat(run(BARE, "test ! -f vendored")).isInstanceOf(CheckPassed.class);

        at.git("worktree", "add", "-q", "--detach", checkout().toString(), "HEAD");
        assertThat(
                        new Reconciler(at.context(), new AgentRegistry(Map.of()))
                                .look(4, effect(BARE, "true")))
                .isInstanceOf(EffectFailed.class);
    }
}
