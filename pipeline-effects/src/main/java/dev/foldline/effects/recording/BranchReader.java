package dev.foldline.effects.recording;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.GitEffect.CountCommits;
import dev.foldline.core.effect.GitEffect.LandMerge;
import dev.foldline.core.effect.GitEffect.MergeBranch;
import dev.foldline.core.effect.GitEffect.OpenBranch;
import dev.foldline.core.effect.GitEffect.PrepareMerge;
import dev.foldline.core.effect.GitEffect.RebaseBranch;
import dev.foldline.core.workflow.Attempts;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.effects.context.RunContext;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;

/** Reads the branches that a run's effects depend on, and the run's own refs. */
record BranchReader(RunContext run) {
    private static final String REMOTE = "origin/";
    private static final String MAIN = "main";

    Option<RecordedBranch> base(Option<String> configured) throws IOException {
        return Option.ofOptional(run.site().home().baseBranch(configured.toJavaOptional()))
                .map(base -> new RecordedBranch(base.name(), base.commit()));
    }

    /** Returns whether what an effect does depends on branches other than the run's own. */
    static boolean isRead(ExternalEffect effect) {
        return switch (effect) {
            case RebaseBranch _,
                    PrepareMerge _,
                    LandMerge _,
                    MergeBranch _,
                    CountCommits _,
                    OpenBranch _ ->
                    true;
            case InvokeAgent call -> isComparison(call);
            default -> false;
        };
    }

    /** Returns whether an agent of Foldline reads the branches of child runs. */
    private static boolean isComparison(InvokeAgent call) {
        return call.agent().startsWith(Attempts.AGENT + ":");
    }

    /**
     * Returns the branches on which an effect depends, as far as they exist.
     *
     * @param children the branches of child runs
     */
    Vector<RecordedBranch> before(ExternalEffect effect, Iterable<String> children)
            throws IOException {
        return switch (effect) {
            case RebaseBranch e -> base(e.base()).toVector();
            case PrepareMerge e -> named(target(e).appendAll(e.squashed()));
            case LandMerge e -> named(e.candidate().map(merge -> merge.target()).toVector());
            case MergeBranch e ->
                    named(e.branch().toVector().prepend(local(e.base().getOrElse(MAIN))));
            case CountCommits e -> named(Vector.of(local(e.base().getOrElse(MAIN))));
            case OpenBranch e -> named(start(e.branching()));
            case InvokeAgent call when isComparison(call) -> named(Vector.ofAll(children));
            default -> Vector.empty();
        };
    }

    private Vector<String> target(PrepareMerge effect) throws IOException {
        return effect.target().isDefined()
                ? effect.target().map(BranchReader::local).toVector()
                : base(Option.none())
                        .toVector()
                        .flatMap(base -> Vector.of(base.name(), local(base.name())))
                        .distinct();
    }

    private static Vector<String> start(Branching branching) {
        return switch (branching) {
            case Branching.NewBranch(_, var base) -> base.toVector();
            case Branching.Titled titled -> Vector.of(local(titled.baseBranch()));
            case Branching.OwnTree own -> Vector.of(own.start());
            case Branching.Stay _ -> Vector.empty();
        };
    }

    private static String local(String name) {
        return name.startsWith(REMOTE) ? name.substring(REMOTE.length()) : name;
    }

    private Vector<RecordedBranch> named(Vector<String> names) throws IOException {
        var found = Vector.<RecordedBranch>empty();
        for (var name : names)
            for (var commit : Option.ofOptional(run.site().home().resolve(name)))
                found = found.append(new RecordedBranch(name, commit));
        return found;
    }

    /** Returns the refs of this run, with their full names, without that of its recording. */
    Vector<RecordedBranch> refs() throws IOException {
        var own = "/" + run.run();
        return Vector.ofAll(run.site().home().ground().facts().entrySet())
                .filter(
                        ref ->
                                ref.getKey().startsWith("refs/foldline/")
                                        && !ref.getKey().startsWith(RunContext.RECORDINGS)
                                        && !ref.getKey().startsWith(RunContext.SHARED)
                                        && (ref.getKey() + "/").contains(own + "/"))
                .map(ref -> new RecordedBranch(ref.getKey(), ref.getValue()))
                .sortBy(RecordedBranch::name);
    }
}
