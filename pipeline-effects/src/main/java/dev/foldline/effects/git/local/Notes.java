package dev.foldline.effects.git.local;

import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.command.GitCommand;
import dev.foldline.effects.git.command.GitRunner;

import java.util.Optional;

/** Notes of commits. */
record Notes(GitRunner bench) {
    private static final int NOTE_BYTES_MAX = 1 << 20;

    Optional<String> read(String ref, String commit) throws GitFault {
        var shown = bench.git("notes", "--ref=" + ref, "show", commit).atMost(NOTE_BYTES_MAX).run();
        return shown.succeeded() ? Optional.of(shown.text()) : Optional.empty();
    }

    void write(String ref, String commit, String text) throws GitFault {
        bench.git("notes", "--ref=" + ref, "add", "--force", "--file=-", commit)
                .fed(GitCommand.utf8(text))
                .succeed();
    }
}
