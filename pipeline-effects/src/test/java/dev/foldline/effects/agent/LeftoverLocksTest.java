package dev.foldline.effects.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.context.HandlerFixture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Lock files of git that are there when an agent has ended. */
class LeftoverLocksTest {
    private static final List<String> LOCKS =
            List.of(
                    ".git/HEAD.lock",
                    ".git/config.lock",
                    ".git/index.lock",
                    ".git/packed-refs.lock",
                    ".git/refs/heads/main.lock",
                    ".git/refs/tags/v1.lock");

    @TempDir Path folder;
    private HandlerFixture at;
    private AgentCalls calls;

    @BeforeEach
    void open() throws IOException {
        at = HandlerFixture.in(folder);
        calls = new AgentCalls(at);
        at.git("checkout", "-q", "-b", "foldline/run");
    }

    @AfterEach
    void close() {
        at.close();
    }

    @Test
    void locks_without_a_live_process_are_named_and_removed_and_commits_are_still_reset()
            throws IOException {
        var before = at.head();
        var event =
                calls.finished(
                        "echo two >>a.txt; git -c user.name=x -c user.email=x@x commit -qam own;"
                                + " touch "
                                + String.join(" ", LOCKS)
                                + "; echo");
        assertThat(event.notes())
                .allMatch(note -> note.contains("which no live process holds (it is removed)"));
        assertThat(event.notes().mkString()).contains(LOCKS);
        assertThat(at.git.lockFiles()).isEmpty();
        assertThat(event.reverted()).isNotEmpty();
        assertThat(at.head()).isEqualTo(before);
        assertThat(calls.finished("echo").notes()).as("it is told once").isEmpty();
    }

    @Test
    void a_lock_that_existed_before_the_call_is_not_the_agents() throws IOException {
        at.write(".git/config.lock", "");
        assertThat(calls.finished("echo").notes()).isEmpty();
        assertThat(at.root.resolve(".git/config.lock")).exists();
    }

    @Test
    void a_lock_of_a_live_git_process_stays() throws Exception {
        var editing = at.outside.resolve("editing");
        var done = at.outside.resolve("done");
        var commit =
                new ProcessBuilder(
                                "git",
                                "-c",
                                "core.editor=touch "
                                        + editing
                                        + "; until [ -e "
                                        + done
                                        + " ]; do sleep 0.02; done; false",
                                "commit",
                                "-a")
                        .directory(at.root.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(Redirect.DISCARD);
        commit.environment().putAll(at.context().environment());
        at.append("a.txt", "a person's\n");
        calls.withListener(
                line -> {
                    try {
                        if (line.contains("at work")) commit.start();
                    } catch (IOException broken) {
                        throw new IllegalStateException(broken);
                    }
                });
        var event =
                calls.finished(
                        "echo at work; until [ -e '"
                                + editing
                                + "' ]; do sleep 0.02; done; touch .git/config.lock; echo");
        assertThat(at.root.resolve(".git/index.lock")).exists();
        assertThat(event.notes()).as("whether it is that git's is not known").isEmpty();
        Files.createFile(done);
    }
}
