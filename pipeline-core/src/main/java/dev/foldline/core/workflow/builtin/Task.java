package dev.foldline.core.workflow.builtin;

import static dev.foldline.core.workflow.GitOperation.COMMIT;
import static dev.foldline.core.workflow.GitOperation.LOOK;
import static dev.foldline.core.workflow.GitOperation.OPEN_BRANCH;
import static dev.foldline.core.workflow.Phase.phase;
import static dev.foldline.core.workflow.Route.NEXT_PHASE;
import static dev.foldline.core.workflow.Route.PROCEED;
import static dev.foldline.core.workflow.Script.call;
import static dev.foldline.core.workflow.Script.git;
import static dev.foldline.core.workflow.Script.once;
import static dev.foldline.core.workflow.Script.phases;

import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Workflow;
import io.vavr.collection.Vector;

/**
 * One task of {@link Tasks}, a run of its own: its terminals work one after the other on the task's branch, and what each of them
 * leaves is committed before the next one begins.
 */
public final class Task {
    private Task() {}

    public static final String NAME = "task";

    /** The prompt of every terminal. */
    public static final String TEMPLATE = "terminal";

    /** The stage before the first terminal. No terminal may have this name. */
    public static final String PREPARE = "prepare";

    /** @param terminals in their order; each is a stage, and a role whose agents the policy names */
    public static Workflow workflow(Vector<String> terminals, Policy policy) {
        return new Workflow(NAME, 1, Vector.of(once(PREPARE, phases(phase("open", git(OPEN_BRANCH))).appendAll(Shipped.setup(policy)))).appendAll(terminals.map(Task::stage)),
                Tasks.halting(policy));
    }

    private static Stage stage(String terminal) {
        return once(terminal, phases(
                phase("work", call(terminal, TEMPLATE)),
                phase("commit", git(LOOK, "changed", "clean"), git(COMMIT)).route("changed", PROCEED).route("clean", NEXT_PHASE)));
    }
}
