package dev.foldline.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.app.command.operate.AgentScripts;
import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.CliFixture.CommandResult;
import dev.foldline.app.command.operate.Remedy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A run that would go wrong is refused before anything starts, with a remedy that works. */
class StartRefusalTest {
    @TempDir Path folder;

    @Test
    void a_run_in_the_middle_of_a_bisect_is_refused_until_the_bisect_is_reset() throws Exception {
        var place = CliFixture.ready(folder);
        for (var text : new String[] {"1", "2", "3", "4"}) {
            place.write("b.txt", text);
            place.git("add", "-A");
            place.git("commit", "-q", "-m", text);
        }
        place.git("bisect", "start", "-q", "HEAD", "HEAD~3");
        var head = place.git("rev-parse", "HEAD");
        var refused = place.foldline("run", "Add work");
        assertThat(refused.exit()).isEqualTo(1);
        assertThat(refused.err()).contains("a bisect is in progress", "git bisect reset");
        assertThat(place.git("rev-parse", "HEAD")).isEqualTo(head);
        assertThat(place.foldline("doctor").out()).contains("a bisect is in progress");
        place.git("bisect", "reset");
        assertThat(place.foldline("run", "Add work").exit()).isZero();
    }

    @Test
    void an_unfinished_operation_is_ended_as_printed_before_a_run_starts() throws Exception {
        var place = CliFixture.ready(folder);
        place.environment.put("GIT_EDITOR", "true");
        place.git("switch", "-q", "-c", "other");
        place.write("a.txt", "other\n").git("commit", "-q", "-a", "-m", "other");
        place.git("switch", "-q", "main");
        place.write("a.txt", "main\n").git("commit", "-q", "-a", "-m", "second");
        var head = place.git("rev-parse", "HEAD");
        for (var operation : List.of("merge", "rebase", "cherry-pick")) {
            stopped(place, operation);
            Remedy.git(place, refused(place, operation), "git " + operation + " --abort");
            assertThat(place.git("status", "--porcelain", "-uno")).isEmpty();
            stopped(place, operation);
            place.write("a.txt", operation + "\n").git("add", "a.txt");
            Remedy.git(place, refused(place, operation), "git " + operation + " --continue");
            assertThat(place.git("show", "HEAD:a.txt")).isEqualTo(operation);
            place.git("reset", "-q", "--hard", head);
        }
        assertThat(place.foldline("run", "--until", "start", "Add work").exit()).isZero();
    }

    /** The operation has stopped at a conflict in {@code a.txt}. */
    private static void stopped(CliFixture place, String operation) throws Exception {
        assertThatThrownBy(() -> place.git(operation, "other")).hasMessageContaining("CONFLICT");
    }

    private static CommandResult refused(CliFixture place, String operation) {
        var refused = place.foldline("run", "Add work");
        assertThat(refused.exit()).as(refused.all()).isEqualTo(1);
        assertThat(refused.err()).contains("a " + operation + " is in progress");
        return refused;
    }

    @Test
    void a_base_that_is_a_branch_and_a_tag_is_refused_with_both_names() throws Exception {
        var place = CliFixture.ready(folder);
        place.git("tag", "release");
        place.write("b.txt", "b");
        place.git("add", "-A");
        place.git("commit", "-q", "-m", "second");
        place.git("branch", "release");
        var refused = place.foldline("run", "--base", "release", "Add work");
        assertThat(refused.exit()).isEqualTo(2);
        assertThat(refused.err())
                .contains("release is both a branch", "refs/heads/release or refs/tags/release");
        var accepted = place.foldline("run", "--base", "refs/tags/release", "Add work");
        assertThat(accepted.exit()).as(accepted.all()).isZero();
    }

    @Test
    void a_run_whose_repository_was_renamed_continues_after_the_printed_repair() throws Exception {
        var place = CliFixture.ready(folder);
        assertThat(place.foldline("run", "--worktree", "--gate", "planning", "Add work").exit())
                .isEqualTo(3);
        var renamed = CliFixture.empty(folder.resolve("other"));
        Files.delete(renamed.root);
        Files.move(place.root, renamed.root);
        renamed.environment.putAll(place.environment);
        var refused = renamed.foldline("resume", "@");
        assertThat(refused.exit()).isEqualTo(1);
        assertThat(refused.err()).doesNotContain("is gone").contains("was either of them moved?");
        var repair =
                refused.err()
                        .lines()
                        .filter(line -> line.contains("git worktree repair "))
                        .map(
                                line ->
                                        line.replaceFirst(
                                                ".*git worktree repair (\\S+), then.*", "$1"))
                        .findFirst()
                        .orElseThrow();
        renamed.git("worktree", "repair", repair);
        assertThat(renamed.foldline("resume", "@").exit()).isEqualTo(3);
    }

    @Test
    void a_message_is_readable_where_the_repository_wants_another_encoding() throws Exception {
        var place = CliFixture.ready(folder);
        place.git("config", "i18n.commitEncoding", "ISO-8859-1");
        place.agent(
                "[ \"$FOLDLINE_ROLE\" != committer ] || exec sh -c 'echo"
                        + " \"{\\\"subject\\\":\\\"Größe ändern\\\"}\" >"
                        + " .foldline/commit_message.json'\n"
                        + AgentScripts.HELPFUL);
        assertThat(place.foldline("run", "Add work").exit()).isZero();
        assertThat(place.git("log", "-1", "--encoding=UTF-8", "--format=%s"))
                .isEqualTo("Größe ändern");
    }
}
