package dev.foldline.effects.git.local;

import dev.foldline.effects.git.Git.Target;
import dev.foldline.effects.git.Git.Typed;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.command.FileMove;
import dev.foldline.effects.git.command.PathNames;
import dev.foldline.effects.git.command.Ran;
import dev.foldline.effects.git.command.Unfinished;
import dev.foldline.effects.git.command.Workbench;
import java.util.List;
import java.util.Optional;

/**
 * Commands that are typed as a person would, and move the files of a working tree. Git writes file by file, and a merge it cannot end it
 * leaves standing: a ref of ours says that one is under way, so that whoever finds it can take it back and knows whose it was.
 */
record TypedMoves(Workbench bench, Reads reads, Work work) {
    /** The commit that is joined in; HEAD itself for what is fetched only then. Each working tree has its own. */
    private static final String MARK = "refs/worktree/foldline/joining";
    private static final String PARKED = Work.OUR_REFS + "parked/merge/";

    Typed type(Target target, String... words) throws GitFault {
        takeBack();
        Optional<String> unfinished = Unfinished.in(bench.place());
        if (unfinished.isPresent()) return new Typed(1, "", "a " + unfinished.get() + " is half done in this working tree; finish it or give it up");
        return switch (target) {
            case Target.At(var revision)   -> there(revision, words);
            case Target.Joined(var commit) -> joined(commit, words);
            case Target.Fetched _          -> joined(reads.head().commit(), words);
        };
    }

    private Typed there(String revision, String... words) throws GitFault {
        String from = reads.head().commit();
        var move = new FileMove(bench.settings(), bench.place().root(), from, reads.resolve(revision).orElse(from));
        return said(move.by(bench.git(words).runningHooks()), List.of());
    }

    private Typed joined(String commit, String... words) throws GitFault {
        bench.git("update-ref", MARK, commit).succeed();
        Ran ran = bench.git(words).runningHooks().patiently();
        List<String> conflicts = ran.succeeded() ? List.of() : conflicts();
        if (!ran.succeeded()) giveUp(commit);
        end();
        return said(ran, conflicts);
    }

    private static Typed said(Ran ran, List<String> conflicts) { return new Typed(ran.exit(), ran.text(), ran.said(), conflicts); }

    /** Takes back what one that was ended has left. What somebody made of it since is kept first. */
    void takeBack() throws GitFault {
        Optional<String> mark = named(MARK);
        if (mark.isEmpty()) return;
        if (isJoining(mark.get())) work.save(PARKED + new Trees(bench, reads).treeOf(_ -> true), "A merge as it was given up", _ -> true);
        giveUp(mark.get());
        end();
    }

    private void giveUp(String commit) throws GitFault {
        if (isJoining(commit)) {
            bench.git("merge", "--abort").patiently();
            return;
        }
        String head = reads.head().commit();
        Optional<String> other = other(commit);
        if (other.isEmpty() || Unfinished.in(bench.place()).isPresent()) return;
        Ran both = bench.git("merge-tree", "--write-tree", "--no-messages", "--name-only", head, other.get()).run();
        Optional<String> tree = both.text().lines().findFirst();
        if (both.exit() <= 1 && tree.isPresent()) new FileMove(bench.settings(), bench.place().root(), head, head).undo(tree.get());
    }

    /** Whether it is that merge which is unfinished here, and nobody else's. */
    private boolean isJoining(String commit) throws GitFault {
        Optional<String> merging = Unfinished.in(bench.place()).filter("merge"::equals).isPresent() ? named("MERGE_HEAD") : Optional.empty();
        return merging.isPresent() && merging.equals(other(commit));
    }

    private Optional<String> other(String commit) throws GitFault {
        return reads.head().commit().equals(commit) ? named("FETCH_HEAD") : Optional.of(commit);
    }

    private void end() throws GitFault { bench.git("update-ref", "-d", MARK).run(); }

    private Optional<String> named(String ref) throws GitFault {
        Ran ran = bench.git("rev-parse", "--verify", "--quiet", ref + "^{commit}").run();
        return ran.succeeded() ? Optional.of(ran.text()) : Optional.empty();
    }

    private List<String> conflicts() throws GitFault {
        return PathNames.splitAtZeros(bench.git("diff", "--name-only", "--diff-filter=U", "-z").run().out()).stream().map(PathNames::decode).distinct().toList();
    }
}
