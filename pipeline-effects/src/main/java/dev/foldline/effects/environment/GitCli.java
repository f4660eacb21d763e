package dev.foldline.effects.environment;

import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.git.DirtyPath;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.git.Git;
import dev.foldline.effects.git.Git.Target;
import dev.foldline.effects.git.Head;
import dev.foldline.effects.workflow.builtin.WorkflowSupports;

import io.vavr.control.Option;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Runs git commands as the user would type them. Each succeeds, or its failure is reported with
 * git's own output.
 */
record GitCli(RunContext run) {
    private static final String REMOTE = "origin/";

    /** Returns none on success, and otherwise git's output. */
    Option<String> typed(String... words) {
        return run(words, () -> run.git().runAsUser(words));
    }

    /** Runs a command that moves the files of this tree. */
    Option<String> moved(Target target, String... words) {
        return run(words, () -> run.git().typedMove(target, words));
    }

    Option<String> checkout(String branch) {
        return moved(new Target.At("refs/heads/" + branch), "checkout", branch);
    }

    /** A branch without an upstream has nothing to pull from. */
    Option<String> pull(String base) {
        if (typed("config", "branch." + base + ".remote").isDefined()) return Option.none();
        return run(
                new String[] {"pull"},
                () -> run.git().configured(joining(base)).typedMove(new Target.Fetched(), "pull"));
    }

    /**
     * Keeps local merges unchanged: a rebase would create other commits, and a merge pull one merge
     * commit after another.
     */
    private static Map<String, String> joining(String base) {
        return Map.of("pull.rebase", "false", "branch." + base + ".rebase", "false");
    }

    /** Returns to the HEAD before a failure. Git's output is ignored. */
    void goBack(Head from) throws IOException {
        var now = run.git().head();
        if (now.branch().equals(from.branch())
                && (from.branch().isPresent() || now.commit().equals(from.commit()))) return;
        if (from.branch().isPresent()) checkout(from.branch().get());
        else moved(new Target.At(from.commit()), "checkout", "--detach", from.commit());
    }

    /** Returns tracked files with uncommitted changes, except those that are never committed. */
    List<String> uncommitted() throws IOException {
        return run
                .git()
                .dirty(Exclusions.engine().and(WorkflowSupports.exchangedFiles().asJava()))
                .stream()
                .filter(path -> path.change() != DirtyPath.Change.UNTRACKED)
                .map(DirtyPath::path)
                .toList();
    }

    private static Option<String> run(String[] words, GitCall typing) {
        try {
            var said = typing.typed();
            return said.succeeded()
                    ? Option.none()
                    : Option.of("git " + String.join(" ", words) + ": " + said.said());
        } catch (IOException fault) {
            return Option.of("git " + String.join(" ", words) + ": " + fault.getMessage());
        }
    }

    private interface GitCall {
        Git.Typed typed() throws IOException;
    }

    /** Returns the local name of a remote branch. */
    static String local(String name) {
        return name.startsWith(REMOTE) ? name.substring(REMOTE.length()) : name;
    }

    static Event failed(long ticket, Kind kind, String why) {
        return new EffectFailed(ticket, Fault.of(kind, why));
    }
}
