package dev.foldline.effects.environment;

import dev.foldline.core.effect.GitEffect.RebaseBranch;
import dev.foldline.effects.git.Git;

import io.vavr.control.Option;

import java.io.IOException;

/** Where a run's branch starts once it has been rebased. */
final class RebasedStart {
    private RebasedStart() {}

    /**
     * Returns the commit before the first one of the run; none if the rebase did not move it, or it
     * is unknown, since commits were left out.
     *
     * @param base the commit that it was rebased onto
     * @param after the head after the rebase
     */
    static Option<String> after(Git git, RebaseBranch effect, String base, String after)
            throws IOException {
        if (effect.start().isEmpty() || effect.head().isEmpty()) return Option.none();
        var start = effect.start().get();
        var before = effect.head().get();
        if (git.isAncestor(start, base)) return Option.of(base);
        boolean isComplete = count(git, base, before) == count(git, base, after);
        return isComplete
                ? Option.ofOptional(git.resolve(after + "~" + count(git, start, before)))
                : Option.none();
    }

    private static long count(Git git, String from, String to) throws IOException {
        var listed = git.runAsUser("rev-list", "--count", from + ".." + to);
        if (!listed.succeeded()) throw new IOException("git rev-list: " + listed.said());
        return Long.parseLong(listed.out());
    }
}
