package dev.foldline.core.workflow.builtin;

import static dev.foldline.core.event.GitEvent.WorkObserved.CHECKPOINT;
import static dev.foldline.core.event.GitEvent.WorkObserved.COMPLETED;
import static dev.foldline.core.event.GitEvent.WorkObserved.FAILED;
import static dev.foldline.core.event.GitEvent.WorkObserved.LABELS;
import static dev.foldline.core.event.GitEvent.WorkObserved.REVIEW_PASS;
import static dev.foldline.core.event.GitEvent.WorkObserved.REVIEW_REJECT;
import static dev.foldline.core.workflow.GitOperation.COMMIT;
import static dev.foldline.core.workflow.GitOperation.INSPECT;
import static dev.foldline.core.workflow.GitOperation.OBSERVE;
import static dev.foldline.core.workflow.GitOperation.OPEN_BRANCH;
import static dev.foldline.core.workflow.Phase.phase;
import static dev.foldline.core.workflow.Route.MORE;
import static dev.foldline.core.workflow.Route.NEXT_PHASE;
import static dev.foldline.core.workflow.Route.PROCEED;
import static dev.foldline.core.workflow.Script.call;
import static dev.foldline.core.workflow.Script.git;
import static dev.foldline.core.workflow.Script.once;
import static dev.foldline.core.workflow.Script.phases;

import dev.foldline.core.workflow.PhaseRetryPolicy;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Workflow;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.regex.Pattern;

/**
 * One task of {@link Tasks}, as a run of its own. Its terminals work one after the other on the
 * task's branch. Each may commit there and report its status in its commits. Uncommitted work is
 * committed before the next terminal starts.
 */
public final class Task {
    private Task() {}

    public static final String NAME = "task";

    /** The prompt template of every terminal. */
    public static final String TEMPLATE = "terminal";

    /** The prompt template of the error terminal. */
    public static final String ERROR_TEMPLATE = "error_terminal";

    /** The stage before the first terminal. No terminal may have this name. */
    public static final String PREPARE = "prepare";

    /**
     * The role that fixes failures, which is also the error terminal's name. Without an agent for
     * it in the policy, the task has no error terminal.
     */
    public static final String ERROR = "error";

    private static final int CHECKPOINTS_MAX = 10;
    private static final int REJECTIONS_MAX = 5;
    private static final int ERRORS_MAX = 3;

    /**
     * A terminal.
     *
     * @param id its stage, and the role whose agents the policy names
     * @param role its role in the task, in the words of the plan's author
     */
    public record Terminal(String id, String role) {

        private static final Pattern REVIEWING =
                Pattern.compile("\\breview(s|er|ers|ing)?\\b", Pattern.CASE_INSENSITIVE);

        /** Returns whether it reviews the work of others. */
        boolean reviews() {
            return REVIEWING.matcher(role).find();
        }
    }

    /**
     * @param terminals in order
     */
    public static Workflow workflow(Vector<Terminal> terminals, Policy policy) {
        var prepare =
                once(
                        PREPARE,
                        phases(phase("open", git(OPEN_BRANCH)))
                                .appendAll(BuiltinWorkflows.setup(policy)));
        return new Workflow(
                NAME,
                1,
                Vector.range(0, terminals.size()).map(i -> stage(terminals, i)).prepend(prepare),
                repairing(policy));
    }

    /**
     * Returns the default subject of a review: the last preceding terminal that is not a reviewer
     * itself.
     */
    private static Option<String> reviewed(Vector<Terminal> before) {
        return before.findLast(each -> !each.reviews())
                .orElse(before::lastOption)
                .map(Terminal::id);
    }

    private static Stage stage(Vector<Terminal> terminals, int number) {
        var id = terminals.get(number).id();
        var rejected =
                reviewed(terminals.take(number))
                        .<Route>map(stage -> new Route.Back(stage, REJECTIONS_MAX))
                        .getOrElse(
                                new Route.Fail(
                                        "it rejects work, and no terminal was there before it"));
        var work =
                phase(
                        "work",
                        call(id, TEMPLATE),
                        git(OBSERVE, LABELS.toJavaArray(String[]::new)),
                        git(INSPECT, "changed", "clean"),
                        git(COMMIT));
        return once(
                id,
                phases(
                        work.route(COMPLETED, PROCEED)
                                .route(REVIEW_PASS, PROCEED)
                                .route(CHECKPOINT, MORE)
                                .route(REVIEW_REJECT, rejected)
                                .route(FAILED, new Route.Fail(id + " says that it failed"))
                                .route("changed", PROCEED)
                                .route("clean", NEXT_PHASE)
                                .retryPolicy(
                                        PhaseRetryPolicy.DEFAULT.withContinuationsMax(
                                                CHECKPOINTS_MAX))));
    }

    /**
     * The error terminal gets a few attempts at one failure. Without one, or when they are used up,
     * the task waits for the user.
     */
    private static Policy repairing(Policy policy) {
        var halting = Tasks.halting(policy);
        return policy.chain(ERROR).isEmpty()
                ? halting
                : halting.withRecovery(
                        halting.recovery().withFixer(Option.of(ERROR)).withAttemptsMax(ERRORS_MAX));
    }
}
