package dev.foldline.effects.guard;

import dev.foldline.effects.git.Git;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitReads.BaseBranch;
import dev.foldline.effects.git.Head;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * The branches a run relies on.
 *
 * @param branch the branch that was checked out; none on a detached head
 * @param commit the commit of HEAD
 * @param base full name of the local branch that its work is rebased onto or merged into
 */
public record RunRefs(Option<String> branch, String commit, Vector<String> base) {
    private static final String BRANCHES = "refs/heads/";
    private static final String ORIGIN = "origin/";

    /**
     * @param configured the run's configured base; without one, the repository's own
     */
    static RunRefs look(Git git, Option<String> configured) throws GitFault {
        var head = git.head();
        var base =
                Option.ofOptional(git.baseBranch(configured.toJavaOptional()))
                        .map(BaseBranch::name)
                        .orElse(configured);
        return new RunRefs(
                Option.ofOptional(head.branch()),
                head.commit(),
                base.toVector()
                        .map(
                                name ->
                                        BRANCHES
                                                + (name.startsWith(ORIGIN)
                                                        ? name.substring(ORIGIN.length())
                                                        : name)));
    }

    /** Returns the ref that a commit on the run's branch moves. */
    String own() {
        return branch.map(name -> BRANCHES + name).getOrElse("HEAD");
    }

    boolean isRelied(String ref) {
        return ref.equals(own()) || isBase(ref);
    }

    boolean isBase(String ref) {
        return base.contains(ref);
    }

    /** Returns the original head with this commit. */
    Head at(String now) {
        return new Head(branch.toJavaOptional(), now);
    }
}
