package dev.foldline.app.workflow.definition;

import dev.foldline.app.run.TaskText;
import dev.foldline.core.PipelineBug;
import dev.foldline.core.workflow.builtin.Task;
import dev.foldline.core.workflow.builtin.Tasks.Options;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.Optional;

/**
 * The definition of a workflow of tasks, as read from its file.
 *
 * @param target the branch that the tasks are merged into; the repository's base branch if none
 * @param merging how the work of the tasks comes into it
 * @param orchestration whether it may be started; without it, it can only be viewed
 * @param orchestrator the model that advises its tasks; none if the rules decide alone
 * @param fixer the default error terminal of its tasks; none unless error terminals are enabled
 * @param tasks in the order in which they are merged
 */
public record WorkflowDefinition(
        String name,
        String description,
        Optional<String> target,
        Merging merging,
        Orchestration orchestration,
        Option<OrchestratorPlan> orchestrator,
        Option<TerminalPlan> fixer,
        Vector<TaskPlan> tasks) {

    /** Whether it may be started. */
    public enum Orchestration {
        ENABLED,
        DISABLED
    }

    /**
     * How tasks are merged.
     *
     * @param agents who resolve conflicts, the preferred one first; none unless agents do
     */
    public record Merging(Options options, Vector<String> agents) {
        public static final Merging DEFAULT = new Merging(Options.DEFAULT, Vector.empty());
    }

    /**
     * One task.
     *
     * @param id what it is called in logs and answers; no other task of the file has it
     * @param branch the branch it works on; one named after it if none
     * @param terminals in the order in which they work
     */
    public record TaskPlan(
            String id,
            String name,
            String description,
            Optional<String> branch,
            Vector<TerminalPlan> terminals) {

        /** Returns the terminals that work in order: all but the error terminal. */
        public Vector<TerminalPlan> working() {
            return terminals.reject(TerminalPlan::mends);
        }

        /** Returns the text for its agents. */
        public String text() {
            var order =
                    working()
                            .map(
                                    each ->
                                            "- `"
                                                    + each.id()
                                                    + "`, "
                                                    + each.role()
                                                    + (each.description().isBlank()
                                                            ? ""
                                                            : ": " + each.description().strip()));
            return (name
                            + "\n\n"
                            + description.strip()
                            + "\n\n"
                            + (order.isEmpty()
                                    ? ""
                                    : "The terminals, in their order:\n\n" + order.mkString("\n")))
                    .strip();
        }
    }

    /**
     * One agent's part in a task.
     *
     * @param id no other terminal of the task has it
     * @param agents who may do it, the preferred one first; each with a model behind a colon, if it
     *     is to have one
     */
    public record TerminalPlan(String id, String role, String description, Vector<String> agents) {

        /** Whether it works only when another has failed. */
        public boolean mends() {
            return role.equals(Task.ERROR);
        }
    }

    /** Returns the error terminal of a task: its own, or the workflow's; none if there is none. */
    public Option<TerminalPlan> fixer(TaskPlan task) {
        return fixer.flatMap(
                common -> task.terminals().find(TerminalPlan::mends).orElse(Option.of(common)));
    }

    /** Returns the same with these tasks after its own. */
    public WorkflowDefinition with(Vector<TaskPlan> more) {
        return new WorkflowDefinition(
                name,
                description,
                target,
                merging,
                orchestration,
                orchestrator,
                fixer,
                tasks.appendAll(more));
    }

    /** Returns the workflow's subject for display. */
    public String text() {
        return (name + "\n\n" + description.strip()).strip();
    }

    /** Its name, as a part of a branch's name. */
    public String slug() {
        return TaskText.slug(name);
    }

    public TaskPlan task(String id) {
        return tasks.find(each -> each.id().equals(id))
                .getOrElseThrow(
                        () -> new PipelineBug("the definition of " + name + " has no task " + id));
    }
}
