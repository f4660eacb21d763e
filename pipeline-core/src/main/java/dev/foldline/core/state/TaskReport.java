package dev.foldline.core.state;

import io.vavr.collection.Map;
import io.vavr.control.Option;

/**
 * The status of a task and its terminals.
 *
 * @param terminals by their ids in the task, in order
 * @param why the failure, until the user or the error terminal has fixed it
 * @param tokens tokens used so far, as far as they are known
 * @param instruction what the orchestrating model decided last; none, as in older logs, without one
 */
public record TaskReport(
        TaskStatus task,
        Map<String, TerminalStatus> terminals,
        Option<String> why,
        long tokens,
        Option<Instruction> instruction) {

    /** The report of a task without an orchestrating model. */
    public TaskReport(
            TaskStatus task,
            Map<String, TerminalStatus> terminals,
            Option<String> why,
            long tokens) {
        this(task, terminals, why, tokens, Option.none());
    }

    /**
     * Returns whether the reports differ at most in tokens, which are reported with the next
     * change.
     */
    public boolean standsAs(TaskReport other) {
        return task == other.task
                && terminals.equals(other.terminals)
                && why.equals(other.why)
                && instruction.equals(other.instruction);
    }
}
