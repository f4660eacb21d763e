package dev.foldline.effects.table;

import dev.foldline.core.PipelineState;
import dev.foldline.core.projection.runtime.ErrorTerminal;
import dev.foldline.core.state.AgentReference;
import dev.foldline.core.state.Item;
import dev.foldline.core.workflow.builtin.Tasks;

import io.vavr.collection.Vector;

import java.util.Optional;
import java.util.function.Function;

/**
 * The initial rows of a workflow of tasks.
 *
 * @param target the branch its tasks are merged into
 * @param orchestrated whether it may be started
 * @param fixer the error terminal, if there is one
 * @param tasks in order
 */
public record WorkflowRow(
        String id,
        String name,
        Optional<String> target,
        boolean orchestrated,
        Optional<TerminalRow> fixer,
        Vector<TaskRow> tasks) {

    /**
     * A task.
     *
     * @param id unique in the repository: the workflow's and its own
     * @param terminals in order
     */
    public record TaskRow(
            String id,
            String name,
            Optional<String> description,
            Optional<String> branch,
            Vector<TerminalRow> terminals) {}

    /**
     * A terminal.
     *
     * @param id unique in the repository: the task's and its own
     * @param agent the reference of the preferred agent
     */
    public record TerminalRow(String id, String agent, String role, Optional<String> description) {

        String cli() {
            return reference().name();
        }

        Optional<String> model() {
            return reference().model().toJavaOptional();
        }

        Optional<String> baseUrl() {
            return reference().baseUrl().toJavaOptional();
        }

        /** Returns the name of the variable with the key. */
        Optional<String> keyVariable() {
            return reference().keyVariable().toJavaOptional();
        }

        private AgentReference reference() {
            return AgentReference.of(agent);
        }
    }

    /**
     * @param texts resolves an id in the log to its text; empty if it is lost
     */
    static WorkflowRow of(PipelineState workflow, Function<String, Optional<String>> texts) {
        var id = workflow.header().run();
        var name =
                texts.apply(workflow.header().task())
                        .flatMap(text -> text.lines().findFirst())
                        .orElse("");
        return new WorkflowRow(
                id,
                name,
                workflow.policy().branching().base().toJavaOptional(),
                !workflow.ledger().broughtLast(Tasks.ORCHESTRATED).contains("false"),
                fixer(workflow),
                workflow.items()
                        .list(Tasks.TASKS)
                        .map(
                                task ->
                                        new TaskRow(
                                                id(id, task.id()),
                                                task.title(),
                                                description(workflow, task, texts),
                                                task.branch().toJavaOptional(),
                                                Tasks.terminals(workflow, task.id())
                                                        .map(
                                                                terminal ->
                                                                        terminal(
                                                                                workflow,
                                                                                Tasks.terminalId(
                                                                                        task.id(),
                                                                                        terminal),
                                                                                texts)))));
    }

    private static Optional<TerminalRow> fixer(PipelineState workflow) {
        return workflow.policy()
                .chain(ErrorTerminal.ROLE)
                .headOption()
                .map(
                        agent ->
                                new TerminalRow(
                                        ErrorTerminal.ROLE,
                                        agent,
                                        ErrorTerminal.ROLE,
                                        Optional.empty()))
                .toJavaOptional();
    }

    private static TerminalRow terminal(
            PipelineState workflow, String terminal, Function<String, Optional<String>> texts) {
        var item =
                workflow.items()
                        .list(Tasks.TERMINALS)
                        .find(each -> each.id().equals(terminal))
                        .get();
        return new TerminalRow(
                id(workflow.header().run(), terminal),
                item.tags().headOption().getOrElse(""),
                item.title(),
                description(workflow, item, texts));
    }

    private static Optional<String> description(
            PipelineState workflow, Item item, Function<String, Optional<String>> texts) {
        return workflow.ledger()
                .artifacts()
                .get(Tasks.descriptionOf(item.id()))
                .toJavaOptional()
                .flatMap(texts);
    }

    static String id(String workflow, String of) {
        return workflow + "/" + of;
    }
}
