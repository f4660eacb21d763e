package dev.foldline.app.workflow;

import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.app.run.RunLauncher.Started;
import dev.foldline.app.workflow.definition.DefinitionReader;
import dev.foldline.app.workflow.definition.WorkflowDefinition;
import dev.foldline.app.workflow.definition.WorkflowDefinition.TaskPlan;
import dev.foldline.app.workflow.definition.WorkflowDefinition.TerminalPlan;
import dev.foldline.core.PipelineBug;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.event.InitialState;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Items;
import dev.foldline.core.state.ParentRun;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.Task;
import dev.foldline.core.workflow.builtin.Tasks;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.Tuple;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * How the run of a task begins: under its parent's policy, on its own branch, from the commit its
 * parent began on.
 */
record TaskRunFactory(Workspace here, Workflow workflow, TaskPlan task, ParentRun parent) {
    private static final String MESSAGE = "commit_message";

    /**
     * @param workflow the state of the parent
     */
    static TaskRunFactory of(
            Workspace here, PipelineState workflow, ParentRun parent, SpawnChild effect)
            throws IOException {
        var definition =
                DefinitionReader.readStored(
                        here.runs()
                                .blobs()
                                .text(effect.artifacts().get(Tasks.DEFINITION).get())
                                .getBytes(StandardCharsets.UTF_8));
        var task = definition.task(parent.item());
        var branch = branch(workflow.items(), parent, effect.item());
        return new TaskRunFactory(
                here,
                workflow(
                        definition,
                        task,
                        policy(
                                workflow.policy()
                                        .withBudget(effect.budget().or(workflow.policy().budget())),
                                branch,
                                workflow.ledger().repository().base())),
                task,
                parent);
    }

    static Workflow workflow(WorkflowDefinition definition, TaskPlan task, Policy policy) {
        var roles =
                LinkedHashMap.ofEntries(
                        task.working().map(each -> Tuple.of(each.id(), each.agents())));
        var fixer = definition.fixer(task).map(TerminalPlan::agents);
        var model = definition.orchestrator().map(plan -> Vector.of(plan.entry()));
        return Task.workflow(
                task.working().map(each -> new Task.Terminal(each.id(), each.role())),
                model.isEmpty() ? Task.Orchestration.BY_RULES : Task.Orchestration.BY_MODEL,
                policy.withRoles(
                        roles.merge(chain(Task.ERROR, fixer))
                                .merge(chain(Task.ORCHESTRATOR, model))));
    }

    private static LinkedHashMap<String, Vector<String>> chain(
            String role, Option<Vector<String>> agents) {
        return agents.map(each -> LinkedHashMap.of(role, each)).getOrElse(LinkedHashMap.empty());
    }

    /** What the children before it left on their branches stays there. */
    private static String branch(Items items, ParentRun parent, Item item) {
        int before =
                items.children()
                        .count(
                                child ->
                                        child.item().equals(item.id())
                                                && child.spawnTicket() != parent.spawnTicket());
        return items.branch(item, before + 1)
                .getOrElseThrow(() -> new PipelineBug("the task " + item.id() + " has no branch"));
    }

    private static Policy policy(Policy of, String branch, Option<String> base) {
        var start =
                base.getOrElseThrow(
                        () ->
                                new PipelineBug(
                                        "a task begins before its workflow has a working tree"));
        return of.withBranching(
                of.branching() instanceof Branching.OwnTree own
                        ? own.named(branch, start)
                        : new Branching.OwnTree(branch, start, of.branching().base()));
    }

    Started begin(RunDirectory child) throws IOException {
        var blobs = here.runs().blobs();
        var given =
                new InitialState(
                        LinkedHashMap.of(
                                MESSAGE,
                                blobs.put(
                                        SubmittedCommitMessages.of(
                                                task.name(), task.description()))),
                        Vector.empty());
        return RunLauncher.child(
                here,
                child,
                new RunStarted(
                                child.id().text(),
                                workflow,
                                blobs.put(task.text()),
                                Pipeline.RULES_VERSION,
                                Instant.now())
                        .knowing(Option.of(given))
                        .childOf(parent));
    }
}
