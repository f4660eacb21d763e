package dev.foldline.app.workflow;

import dev.foldline.app.config.AgentSettings;
import dev.foldline.app.config.Configuration;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.PolicyFactory;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.app.workflow.definition.DefinitionReader;
import dev.foldline.app.workflow.definition.DefinitionSource;
import dev.foldline.app.workflow.definition.ExtendedDefinition;
import dev.foldline.app.workflow.definition.WorkflowDefinition;
import dev.foldline.app.workflow.definition.WorkflowDefinition.Orchestration;
import dev.foldline.app.workflow.definition.WorkflowDefinition.TaskPlan;
import dev.foldline.core.PipelineState;
import dev.foldline.core.event.InitialState;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.AddedItems;
import dev.foldline.core.state.Item;
import dev.foldline.core.workflow.GuardedWorkflow;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.core.workflow.builtin.Task;
import dev.foldline.core.workflow.builtin.Tasks;
import dev.foldline.effects.git.BranchOutcome;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/** How a workflow of tasks is made of its definition; nothing of it runs yet. */
public record WorkflowCreator(Workspace here) {
    private static final String BRANCHES = "foldline/";

    /**
     * Makes the workflow that a text defines.
     *
     * @param text what defines it, as it is
     * @throws UserError if the text is wrong, or its target is no branch here
     */
    public RunDirectory create(Configuration configuration, byte[] text, DefinitionSource source)
            throws IOException {
        var settings = configuration.settings();
        var definition =
                DefinitionReader.read(
                        text, source, agent -> hasModel(settings.team().agents().get(agent)));
        refuseSecrets(text, source);
        var target =
                definition.target().isPresent()
                        ? definition.target().get()
                        : here.mainBranch(settings.course().base());
        if (!(here.git().branch(target) instanceof BranchOutcome.State.At(var start, _)))
            throw new UserError(
                    "there is no branch " + target + " to merge the tasks into",
                    source.name(),
                    "name one that is here: target: BRANCH",
                    ExitCode.USAGE);
        var branches = reserved();
        var own = free(BRANCHES + definition.slug(), branches);
        var policy =
                PolicyFactory.policy(
                        settings,
                        PolicyFactory.ownTree(settings, own, start, Option.of(target)),
                        own(definition));
        var items = definition.tasks().map(task -> item(task, own, branches));
        var created =
                Tasks.created(items, definition.tasks().flatMap(WorkflowCreator::terminals))
                        .handing(
                                LinkedHashMap.of(
                                        Tasks.ORCHESTRATED,
                                        String.valueOf(
                                                definition.orchestration()
                                                        == Orchestration.ENABLED)));
        var given =
                new InitialState(
                        texts(definition.tasks(), new String(text, StandardCharsets.UTF_8)),
                        Vector.empty(),
                        Option.of(created));
        var task = here.runs().blobs().put(definition.text());
        try (var log =
                RunLauncher.apart(
                        here,
                        id ->
                                new RunStarted(
                                                id.text(),
                                                GuardedWorkflow.of(
                                                        Tasks.workflow(
                                                                definition.merging().options(),
                                                                policy)),
                                                task,
                                                Pipeline.RULES_VERSION,
                                                Instant.now())
                                        .knowing(Option.of(given)))) {
            return log.directory();
        }
    }

    /**
     * Rejects a definition with a secret: the stored text would be redacted and mean something
     * else.
     */
    private void refuseSecrets(byte[] text, DefinitionSource source) {
        var written = new String(text, StandardCharsets.UTF_8);
        if (!here.runs().redaction().isClean(written))
            throw new UserError(
                    "the definition holds " + here.runs().redaction().suspicion(written),
                    source.name(),
                    "name a variable in its place, such as $NAME",
                    ExitCode.USAGE);
    }

    /** The same of a file of this name. */
    public RunDirectory create(Configuration configuration, byte[] text, String file)
            throws IOException {
        return create(configuration, text, DefinitionSource.file(file));
    }

    /** One that is not configured is one of those that are known. */
    private static boolean hasModel(@Nullable AgentSettings agent) {
        return switch (agent) {
            case AgentSettings.Command _, AgentSettings.Chat _, AgentSettings.Scripted _ -> true;
            case AgentSettings.Known known -> known.model().isPresent();
            case null -> false;
        };
    }

    /**
     * Returns the tasks that a text adds to a workflow: none if it has them all already.
     *
     * @throws UserError if the text is wrong
     */
    public AddedItems added(PipelineState workflow, byte[] text, DefinitionSource source)
            throws IOException {
        var blobs = here.runs().blobs();
        var basedOn = workflow.ledger().artifacts().filterKeys(Tasks.DEFINITION::equals);
        var stored = blobs.text(basedOn.values().head());
        var before = DefinitionReader.readStored(stored.getBytes(StandardCharsets.UTF_8));
        var definition = DefinitionReader.extended(before, text, source);
        refuseSecrets(text, source);
        var tasks = definition.tasks().drop(before.tasks().size());
        var branches = reserved();
        workflow.items().list(Tasks.TASKS).flatMap(Item::branch).forEach(branches::add);
        var own =
                workflow.policy().branching() instanceof Branching.OwnTree tree
                        ? tree.name()
                        : BRANCHES + definition.slug();
        var items = tasks.map(task -> item(task, own, branches));
        return new AddedItems(
                LinkedHashMap.of(
                        Tasks.TASKS,
                        items,
                        Tasks.MERGES,
                        items,
                        Tasks.TERMINALS,
                        tasks.flatMap(WorkflowCreator::terminals)),
                texts(
                        tasks,
                        ExtendedDefinition.extended(
                                stored, new String(text, StandardCharsets.UTF_8))),
                basedOn);
    }

    private Item item(TaskPlan task, String own, Set<String> branches) {
        return new Item(
                task.id(),
                task.name(),
                Vector.empty(),
                task.working().isEmpty() ? Item.DONE : Item.TODO,
                Option.of(branch(task, own, branches)));
    }

    /** Checks the agents that fix tasks and resolve conflicts, if configured. */
    private static LinkedHashMap<String, Vector<String>> own(WorkflowDefinition definition) {
        LinkedHashMap<String, Vector<String>> fixer =
                definition
                        .fixer()
                        .map(each -> LinkedHashMap.of(Task.ERROR, each.agents()))
                        .getOrElse(LinkedHashMap.empty());
        var resolvers = definition.merging().agents();
        return resolvers.isEmpty() ? fixer : fixer.put(Tasks.RESOLVER, resolvers);
    }

    private static Vector<Item> terminals(TaskPlan task) {
        return task.working()
                .map(each -> Tasks.terminal(task.id(), each.id(), each.role(), each.agents()));
    }

    private String branch(TaskPlan task, String own, Set<String> taken) {
        try {
            return free(task.branch().orElse(own + "-" + task.id()), taken);
        } catch (IOException refused) {
            throw Workspace.failed(refused, here.root());
        }
    }

    /** The branches that workflows here are to make, or have made. */
    private Set<String> reserved() throws IOException {
        var names = new HashSet<String>();
        for (var entry : here.runs().index().ofWorkflow(Tasks.NAME).toList()) {
            for (var started : WorkflowLookup.stateOf(entry.run())) {
                if (started.policy().branching() instanceof Branching.OwnTree own)
                    names.add(own.name());
                started.items().list(Tasks.TASKS).flatMap(Item::branch).forEach(names::add);
            }
        }
        return names;
    }

    /** A name that is neither a branch here nor one of those that are about to be made. */
    private String free(String wanted, Set<String> taken) throws IOException {
        for (int number = 1; ; number++) {
            var name = here.git().freeBranchName(number == 1 ? wanted : wanted + "-" + number);
            if (taken.add(name)) return name;
        }
    }

    private LinkedHashMap<String, String> texts(Vector<TaskPlan> tasks, String text)
            throws IOException {
        var blobs = here.runs().blobs();
        var texts = LinkedHashMap.of(Tasks.DEFINITION, blobs.put(text));
        for (var task : tasks) {
            texts =
                    described(
                            texts.put(
                                    Tasks.messageOf(task.id()),
                                    blobs.put(
                                            SubmittedCommitMessages.of(
                                                    "Merge " + task.name(), task.description()))),
                            task.id(),
                            task.description());
            for (var terminal : task.terminals())
                texts =
                        described(
                                texts,
                                Tasks.terminalId(task.id(), terminal.id()),
                                terminal.description());
        }
        return texts;
    }

    private LinkedHashMap<String, String> described(
            LinkedHashMap<String, String> texts, String id, String description) throws IOException {
        return description.isBlank()
                ? texts
                : texts.put(Tasks.descriptionOf(id), here.runs().blobs().put(description.strip()));
    }
}
