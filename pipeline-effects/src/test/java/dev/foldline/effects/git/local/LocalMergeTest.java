package dev.foldline.effects.git.local;

import static dev.foldline.effects.git.local.Sandbox.TRAILER;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.git.Git;
import dev.foldline.effects.git.GitOptions;
import dev.foldline.effects.git.MergeOutcome;
import dev.foldline.effects.git.MergeOutcome.Prepared;
import dev.foldline.effects.git.OpenRepositoryResult;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A merge lands on what it was made from, up to the last instant. */
class LocalMergeTest {
    @TempDir Path folder;

    @Test
    void a_target_that_moves_in_the_instant_of_landing_is_left_where_it_is() throws IOException {
        try (var sandbox = Sandbox.repository(folder)) {
            var theirs = sandbox.write("theirs.txt", "theirs\n").commitByHand("theirs");
            sandbox.git("reset", "-q", "--hard", "HEAD^");
            sandbox.git("checkout", "-q", "-b", "foldline/task");
            sandbox.write("ours.txt", "ours\n").committed();
            var prepared =
                    (Prepared)
                            sandbox.open()
                                    .prepareMerge(
                                            new MergeOutcome.Request(
                                                    "main",
                                                    sandbox.open().head(),
                                                    "Merge",
                                                    TRAILER,
                                                    "refs/foldline/merge/r1/1",
                                                    Optional.empty()));
            try (var git = beforeMoving(sandbox, "git update-ref refs/heads/main " + theirs)) {
                assertThat(git.landMerge("main", prepared.onto(), prepared.merge().hash()))
                        .isEqualTo(new MergeOutcome.TargetMoved(Optional.of(theirs)));
            }
            assertThat(sandbox.git("rev-parse", "main")).isEqualTo(theirs);
        }
    }

    /** Git as it is, but for somebody who is quicker whenever it is about to move main. */
    private Git beforeMoving(Sandbox sandbox, String effect) throws IOException {
        var git =
                Files.writeString(
                        folder.resolve("git"),
                        """
                        #!/bin/sh
                        case "$*" in *"update-ref "*" refs/heads/main "*) DEED ;; esac
                        exec git "$@"
                        """
                                .replace("DEED", effect));
        assertThat(git.toFile().setExecutable(true)).isTrue();
        var usual = sandbox.settings;
        var settings =
                new GitOptions(
                        git.toString(),
                        usual.environment(),
                        usual.lockTimeout(),
                        usual.commandTimeout(),
                        usual.hookTimeout());
        return ((OpenRepositoryResult.Opened) new Repositories(settings).open(sandbox.root)).git();
    }
}
