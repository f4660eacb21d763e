package dev.foldline.app.workflow;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.LostLog;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.app.run.RunLauncher.Started;
import dev.foldline.app.run.StoredDefinition;
import dev.foldline.app.run.TaskText;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.event.InitialState;
import dev.foldline.core.event.RunEvent.NotDone;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.ParentRun;
import dev.foldline.core.workflow.Attempts;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.time.Instant;
import java.util.List;

/**
 * Creates the run of a child: the workflow that its parent's step defines, on a branch and in a
 * worktree of its own, from the parent's latest commit. Where the step defines none, the parent's
 * workflow makes one for each item.
 */
final class ChildRunFactory {
    private ChildRunFactory() {}

    /** Creates the run with its first event; does not drive it. */
    static Started begin(
            Workspace here,
            RunDirectory child,
            PipelineState parent,
            ParentRun of,
            SpawnChild effect)
            throws IOException {
        var definition = definition(parent.workflow(), effect);
        return definition.isDefined()
                ? begin(here, child, parent, of, effect, definition.get())
                : TaskRunFactory.of(here, parent, of, effect).begin(child);
    }

    private static Started begin(
            Workspace here,
            RunDirectory child,
            PipelineState parent,
            ParentRun of,
            SpawnChild effect,
            Workflow definition)
            throws IOException {
        var start = start(here, parent);
        var budget = effect.budget().or(definition.policy().budget());
        var workflow =
                definition.with(
                        inTurn(definition.policy(), effect)
                                .withBudget(budget)
                                .withBranching(
                                        branching(
                                                parent.policy(),
                                                branch(effect.item(), child),
                                                start)));
        return RunLauncher.child(
                here,
                child,
                new RunStarted(
                                child.id().text(),
                                workflow,
                                isAttempt(effect)
                                        ? parent.header().task()
                                        : here.runs().blobs().put(effect.item().title()),
                                Pipeline.RULES_VERSION,
                                Instant.now())
                        .knowing(
                                Option.when(
                                        !effect.artifacts().isEmpty(),
                                        () -> new InitialState(effect.artifacts(), Vector.empty())))
                        .defining(
                                StoredDefinition.ofChild(
                                        here.runs().directory(new RunId(parent.header().run())),
                                        here.runs().blobs(),
                                        definition.name()))
                        .childOf(of));
    }

    private static boolean isAttempt(SpawnChild effect) {
        return effect.item().tags().contains(Attempts.ATTEMPT);
    }

    /** Each of several attempts calls another agent of a role first. */
    private static Policy inTurn(Policy policy, SpawnChild effect) {
        return isAttempt(effect)
                ? policy.withRoles(
                        policy.roles()
                                .mapValues(
                                        agents ->
                                                agents.rotateLeft(
                                                        effect.index()
                                                                % Math.max(1, agents.size()))))
                : policy;
    }

    /** Returns the branch of a child whose workflow is defined in the parent's step. */
    static Option<String> branch(PipelineState parent, SpawnChild effect, RunDirectory child) {
        return definition(parent.workflow(), effect).map(_ -> branch(effect.item(), child));
    }

    private static Option<Workflow> definition(Workflow parent, SpawnChild effect) {
        return parent.children()
                .filter(step -> step.workflow().equals(effect.workflow()))
                .flatMap(step -> step.definition())
                .headOption();
    }

    /** Returns whether the workflow of every child run is defined in its step. */
    static boolean definesChildren(Workflow parent) {
        return parent.children().forAll(step -> step.definition().isDefined());
    }

    /** The name is unique, because each start of a child has its own run id. */
    private static String branch(Item item, RunDirectory child) {
        return "foldline/" + TaskText.slug(item.id()) + "-" + child.id();
    }

    private static String start(Workspace here, PipelineState parent) throws IOException {
        var repository = parent.ledger().repository();
        var known = repository.head().orElse(repository.base());
        return known.isDefined() ? known.get() : here.git().head().commit();
    }

    private static Branching branching(Policy parent, String branch, String start) {
        return parent.branching() instanceof Branching.OwnTree own
                ? own.named(branch, start)
                : new Branching.OwnTree(branch, start, parent.branching().base());
    }

    /**
     * Returns that a child was not started. What an interrupted start left is removed, because the
     * next one makes a run of another id.
     */
    static NotDone notStarted(long ticket, PipelineState parent, RunDirectory child)
            throws IOException {
        if (lost(parent, child).isEmpty()) child.remove();
        return new NotDone(ticket);
    }

    /**
     * Describes a started child run whose log is lost. Starting it again would repeat its work and
     * overwrite its worktree.
     */
    static Option<UserError> lost(PipelineState parent, RunDirectory child) throws IOException {
        if (child.hasStarted()) return Option.none();
        var isHeardOf =
                parent.items().children().exists(each -> each.run().equals(child.id().text()));
        return Option.when(
                isHeardOf || LostLog.of(child, List.of()).isPresent(),
                () ->
                        new UserError(
                                "the log of its run " + child.id() + " is lost",
                                child.events().toString(),
                                "restore it from a backup (foldline doctor shows what remains), or "
                                        + (definesChildren(parent.workflow())
                                                ? "cancel the run: foldline cancel "
                                                        + parent.header().run()
                                                : restart(parent)),
                                ExitCode.FAILED));
    }

    private static String restart(PipelineState parent) {
        return "restart the task: foldline workflow resume "
                + parent.header().run()
                + " --reopen"
                + (parent.header().rules() == Pipeline.RULES_VERSION ? "" : " --accept-rules");
    }
}
