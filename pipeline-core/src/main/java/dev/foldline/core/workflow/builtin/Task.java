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
import static dev.foldline.core.workflow.Script.clean;
import static dev.foldline.core.workflow.Script.collect;
import static dev.foldline.core.workflow.Script.git;
import static dev.foldline.core.workflow.Script.once;
import static dev.foldline.core.workflow.Script.phases;

import dev.foldline.core.workflow.Advice;
import dev.foldline.core.workflow.Phase;
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

    /** The role of the orchestrating model. */
    public static final String ORCHESTRATOR = "orchestrator";

    /** The stage in which the orchestrating model judges the finished work. No terminal has it. */
    public static final String COMPLETION = "completion";

    /** The orchestrating model's answer. */
    public static final String INSTRUCTION = Advice.ARTIFACT;

    /** The orchestrating model's prompt templates, one for each point at which it is asked. */
    public static final Vector<String> INSTRUCTION_TEMPLATES =
            Vector.of("start", "failure", "rejection", "completion").map(Task::template);

    /** The labels of an instruction. */
    public static final String START_TASK = "start_task";

    public static final String SEND_TO_TERMINAL = "send_to_terminal";
    public static final String RETRY_TERMINAL = "retry_terminal";
    public static final String COMPLETE_TASK = "complete_task";
    public static final String ASK_PERSON = "ask_person";
    public static final String FAIL = "fail";

    private static final int ANSWERS_MAX = 3;
    private static final int INSTRUCTIONS_MAX = 3;
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

    /** Who decides at the named points of a task. */
    public enum Orchestration {
        /** The rules alone. */
        BY_RULES,
        /** A model, which the policy names for {@link #ORCHESTRATOR}, within the rules. */
        BY_MODEL
    }

    /** Returns a task that the rules alone orchestrate. */
    public static Workflow workflow(Vector<Terminal> terminals, Policy policy) {
        return workflow(terminals, Orchestration.BY_RULES, policy);
    }

    /**
     * @param terminals in order
     */
    public static Workflow workflow(
            Vector<Terminal> terminals, Orchestration orchestration, Policy policy) {
        var prepare =
                phases(phase("open", git(OPEN_BRANCH))).appendAll(BuiltinWorkflows.setup(policy));
        var by = terminals.isEmpty() ? Orchestration.BY_RULES : orchestration;
        var stages = Vector.range(0, terminals.size()).map(i -> stage(terminals, i, by));
        return new Workflow(
                NAME,
                1,
                switch (by) {
                    case BY_RULES -> stages.prepend(once(PREPARE, prepare));
                    case BY_MODEL ->
                            stages.prepend(once(PREPARE, prepare.append(start())))
                                    .append(completion(terminals));
                },
                repairing(policy));
    }

    /** Returns the ids of the terminals of a task. */
    public static Vector<String> terminals(Workflow task) {
        return task.stages().filter(stage -> stage.phases().exists(Phase::observes)).map(Stage::id);
    }

    private static String template(String point) {
        return INSTRUCTION + "_" + point;
    }

    /**
     * Asks the orchestrating model for one of the labels that are legal at this point. The first
     * one is the rules' own choice.
     */
    private static Phase advised(String point, String... labels) {
        return phase(
                        point,
                        clean(INSTRUCTION)
                                .appendAll(call(ORCHESTRATOR, template(point)))
                                .appendAll(collect(INSTRUCTION, labels)))
                .route(ASK_PERSON, new Route.Halt("the orchestrator asks for you"))
                .route(FAIL, new Route.Halt("the orchestrator gives up the task"))
                .retryPolicy(
                        PhaseRetryPolicy.DEFAULT
                                .withOutputsMax(ANSWERS_MAX)
                                .advised(new Advice.Given(labels[0])));
    }

    private static Phase start() {
        return advised("start", START_TASK, SEND_TO_TERMINAL, ASK_PERSON, FAIL)
                .route(START_TASK, NEXT_PHASE)
                .route(SEND_TO_TERMINAL, NEXT_PHASE);
    }

    private static Stage completion(Vector<Terminal> terminals) {
        var subject = reviewed(terminals).getOrElse("");
        return once(
                COMPLETION,
                phases(
                        advised("completion", COMPLETE_TASK, SEND_TO_TERMINAL, ASK_PERSON, FAIL)
                                .route(COMPLETE_TASK, NEXT_PHASE)
                                .route(
                                        SEND_TO_TERMINAL,
                                        new Route.Back(subject, INSTRUCTIONS_MAX))));
    }

    /** A rejected review: the work is redone, or the user is asked. It never counts as passed. */
    private static Phase rejection(Route again) {
        return advised("rejection", RETRY_TERMINAL, SEND_TO_TERMINAL, ASK_PERSON, FAIL)
                .route(RETRY_TERMINAL, again)
                .route(SEND_TO_TERMINAL, again)
                .whenSent();
    }

    /** A terminal that has failed beyond its recovery. */
    private static Phase failure(String terminal) {
        var again = new Route.Back(terminal, INSTRUCTIONS_MAX);
        return advised("failure", ASK_PERSON, RETRY_TERMINAL, SEND_TO_TERMINAL, FAIL)
                .route(RETRY_TERMINAL, again)
                .route(SEND_TO_TERMINAL, again)
                .whenSent();
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

    private static Stage stage(
            Vector<Terminal> terminals, int number, Orchestration orchestration) {
        var id = terminals.get(number).id();
        var back =
                reviewed(terminals.take(number))
                        .<Route>map(stage -> new Route.Back(stage, REJECTIONS_MAX));
        var rejected =
                back.getOrElse(
                        new Route.Fail("it rejects work, and no terminal was there before it"));
        var limits = PhaseRetryPolicy.DEFAULT.withContinuationsMax(CHECKPOINTS_MAX);
        return once(
                id,
                switch (orchestration) {
                    case BY_RULES -> phases(work(id, rejected, limits));
                    case BY_MODEL ->
                            phases(
                                            work(
                                                    id,
                                                    back.isEmpty()
                                                            ? rejected
                                                            : new Route.To("rejection"),
                                                    limits.advised(new Advice.Sought("failure"))))
                                    .appendAll(back.map(Task::rejection))
                                    .append(failure(id));
                });
    }

    private static Phase work(String id, Route rejected, PhaseRetryPolicy limits) {
        return phase(
                        "work",
                        call(id, TEMPLATE),
                        git(OBSERVE, LABELS.toJavaArray(String[]::new)),
                        git(INSPECT, "changed", "clean"),
                        git(COMMIT))
                .route(COMPLETED, PROCEED)
                .route(REVIEW_PASS, PROCEED)
                .route(CHECKPOINT, MORE)
                .route(REVIEW_REJECT, rejected)
                .route(FAILED, new Route.Fail(id + " says that it failed"))
                .route("changed", PROCEED)
                .route("clean", NEXT_PHASE)
                .retryPolicy(limits);
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
