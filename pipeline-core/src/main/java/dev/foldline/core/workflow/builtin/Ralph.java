package dev.foldline.core.workflow.builtin;

import static dev.foldline.core.workflow.GitOperation.COMMIT;
import static dev.foldline.core.workflow.GitOperation.LOOK;
import static dev.foldline.core.workflow.GitOperation.OPEN_BRANCH;
import static dev.foldline.core.workflow.GitOperation.REBASE;
import static dev.foldline.core.workflow.Phase.phase;
import static dev.foldline.core.workflow.Route.MORE;
import static dev.foldline.core.workflow.Route.NEXT_PHASE;
import static dev.foldline.core.workflow.Route.PROCEED;
import static dev.foldline.core.workflow.Script.ask;
import static dev.foldline.core.workflow.Script.call;
import static dev.foldline.core.workflow.Script.check;
import static dev.foldline.core.workflow.Script.clean;
import static dev.foldline.core.workflow.Script.git;
import static dev.foldline.core.workflow.Script.gitRelyingOn;
import static dev.foldline.core.workflow.Script.nothing;
import static dev.foldline.core.workflow.Script.once;
import static dev.foldline.core.workflow.Script.phases;
import static dev.foldline.core.workflow.Script.times;

import dev.foldline.core.workflow.Care;
import dev.foldline.core.workflow.GateSpec;
import dev.foldline.core.workflow.GateSpec.OnReject;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Workflow;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * The workflow {@code ralph}: plan, develop, analyse, check and commit, as often as asked; then review, fix and commit, as
 * often as asked; then a last look.
 */
public final class Ralph {
    private Ralph() {}

    public static final String NAME = "ralph";

    /** The roles it calls; each needs a chain of agents. */
    public static final Vector<String> ROLES =
            Vector.of("planner", "developer", "analyst", "reviewer", "fixer", "committer", "recoverer");

    /**
     * What a user chooses.
     *
     * @param gates phases that wait for a person's approval
     */
    public record Options(int iterations, int reviews, Vector<String> gates, Rebasing rebasing, Care care, Care fixCare) {
        public static final Options DEFAULT = new Options(1, 1, Vector.empty(), Rebasing.NEVER, Care.DEFAULT,
                Care.DEFAULT.withContinuationsMax(10).thenProceed());
    }

    /** When the branch is put on top of its base. */
    public enum Rebasing {
        NEVER, BEFORE, AFTER, BEFORE_AND_AFTER;

        boolean before() { return this == BEFORE || this == BEFORE_AND_AFTER; }

        boolean after() { return this == AFTER || this == BEFORE_AND_AFTER; }
    }

    public static Workflow workflow(Options options, Policy policy) {
        var checked = policy.checks().containsKey(Shipped.CHECKS);
        var checks = checked ? check(Shipped.CHECKS) : nothing();
        var commit = commit(checked ? Option.of(Shipped.CHECKS) : Option.none());

        var planning = phase("planning", ask("planner", "plan"));
        var development = phase("development", clean(), call("developer", "development"),
                        ask("analyst", "development_result", "completed", "partial", "failed"), checks)
                .route("completed", PROCEED).route("partial", MORE).route("failed", MORE).care(options.care());
        var review = phase("review", ask("reviewer", "issues", "clean", "issues"))
                .route("clean", NEXT_PHASE).route("issues", new Route.To("fix"));
        var fix = phase("fix", ask("fixer", "fix_result", "completed", "partial", "failed"), checks).whenSent()
                .route("completed", PROCEED).route("partial", MORE).route("failed", MORE).care(options.fixCare());
        var finish = phase("final-validation", options.rebasing().after() ? git(LOOK).appendAll(git(REBASE)) : nothing(), checks);
        var start = phase("start", git(OPEN_BRANCH), options.rebasing().before() ? git(REBASE) : nothing());

        return new Workflow(NAME, 1, Vector.of(
                once("prepare", phases(start).appendAll(Shipped.setup(policy))),
                times("iterate", options.iterations(), gated(options, planning, development, commit)),
                times("polish", options.reviews(), gated(options, review, fix, commit)),
                once("finish", gated(options, commit, finish)),
                once("close", gated(options, commit))), policy);
    }

    /** Nothing changed: nothing to commit, and nobody is asked for a message. */
    private static Phase commit(Option<String> check) {
        return phase("commit", git(LOOK, "changed", "clean"), ask("committer", "commit_message"), gitRelyingOn(check, COMMIT))
                .route("changed", PROCEED).route("clean", NEXT_PHASE);
    }

    private static Vector<Phase> gated(Options options, Phase... phases) {
        return Vector.of(phases).map(phase -> options.gates().contains(phase.id())
                && phase.routes().values().forAll(route -> !(route instanceof Route.To))
                ? phase.gate(new GateSpec(OnReject.REDO)) : phase);
    }

}
