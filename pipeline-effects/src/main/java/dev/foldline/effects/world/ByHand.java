package dev.foldline.effects.world;

import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.effects.artifact.tdd.TddFiles;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.git.DirtyPath;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.git.Git;
import dev.foldline.effects.git.Git.Target;
import dev.foldline.effects.git.Head;
import io.vavr.control.Option;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Git as a worker would type it: commands of one line, each of which does what it says or is told with git's own words. */
record ByHand(RunContext run) {
    private static final String REMOTE = "origin/";

    /** None if it succeeded, else what git said. */
    Option<String> typed(String... words) {
        return told(words, () -> run.git().typed(words));
    }

    /** The same for what moves the files of this tree. */
    Option<String> moved(Target target, String... words) {
        return told(words, () -> run.git().typedMove(target, words));
    }

    Option<String> checkout(String branch) { return moved(new Target.At("refs/heads/" + branch), "checkout", branch); }

    /** A branch that follows nothing has nothing to pull from. */
    Option<String> pull(String base) {
        if (typed("config", "branch." + base + ".remote").isDefined()) return Option.none();
        return told(new String[] {"pull"}, () -> run.git().configured(joining(base)).typedMove(new Target.Fetched(), "pull"));
    }

    /** What was merged here stays as it was merged: a rebase would make other commits of it, and a merge a row of them. */
    private static Map<String, String> joining(String base) {
        return Map.of("pull.rebase", "false", "branch." + base + ".rebase", "false");
    }

    /** Where a worker stood before what has failed since. What git says to it changes nothing. */
    void goBack(Head from) throws IOException {
        var now = run.git().head();
        if (now.branch().equals(from.branch()) && (from.branch().isPresent() || now.commit().equals(from.commit()))) return;
        if (from.branch().isPresent()) checkout(from.branch().get());
        else moved(new Target.At(from.commit()), "checkout", "--detach", from.commit());
    }

    /** Tracked files with changes that nobody committed, but for what is never committed. */
    List<String> uncommitted() throws IOException {
        return run.git().dirty(Exclusions.engine().and(TddFiles.NAMES)).stream().filter(path -> path.change() != DirtyPath.Change.UNTRACKED).map(DirtyPath::path).toList();
    }

    private static Option<String> told(String[] words, Typing typing) {
        try {
            var said = typing.typed();
            return said.succeeded() ? Option.none() : Option.of("git " + String.join(" ", words) + ": " + said.said());
        } catch (IOException fault) {
            return Option.of("git " + String.join(" ", words) + ": " + fault.getMessage());
        }
    }

    private interface Typing {
        Git.Typed typed() throws IOException;
    }

    /** Of a branch that is only known from elsewhere, the one of the same name here. */
    static String local(String name) { return name.startsWith(REMOTE) ? name.substring(REMOTE.length()) : name; }

    static Event failed(long ticket, Kind kind, String why) { return new EffectFailed(ticket, Fault.of(kind, why)); }
}
