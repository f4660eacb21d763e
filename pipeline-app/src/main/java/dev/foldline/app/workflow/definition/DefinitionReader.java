package dev.foldline.app.workflow.definition;

import dev.foldline.app.config.source.ConfigurationProblem;
import dev.foldline.app.config.source.Node;
import dev.foldline.app.config.source.Origin;
import dev.foldline.app.config.source.OriginLocator;
import dev.foldline.app.config.source.TextControls;
import dev.foldline.app.config.source.YamlReader;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.run.TaskText;
import dev.foldline.app.workflow.definition.WorkflowDefinition.Merging;
import dev.foldline.app.workflow.definition.WorkflowDefinition.Orchestration;
import dev.foldline.app.workflow.definition.WorkflowDefinition.TaskPlan;
import dev.foldline.app.workflow.definition.WorkflowDefinition.TerminalPlan;
import dev.foldline.core.state.AgentReference;
import dev.foldline.core.workflow.builtin.Task;
import dev.foldline.core.workflow.builtin.Tasks.OnConflict;
import dev.foldline.core.workflow.builtin.Tasks.Options;
import dev.foldline.core.workflow.builtin.Tasks.Strategy;
import dev.foldline.effects.redact.SecretNames;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads a definition of tasks, and tells all that is wrong with it at once. */
public final class DefinitionReader {
    /** How a variable is named whose value is redacted. */
    public static final String KEY_VARIABLE =
            "name a variable, never a key. Foldline redacts it if its name contains TOKEN, SECRET,"
                    + " PASSWORD or APIKEY, or KEY as a word between underscores: OPENAI_API_KEY";

    private static final int TASKS_MAX = 200;
    private static final Pattern ADDRESS =
            Pattern.compile("https?://[^\\s/?#@\\\\]+(?:/[^\\s?#@\\\\]*)?");
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,127}");
    private static final Pattern ID = Pattern.compile("[a-z0-9][a-z0-9._-]{0,63}");

    private final List<ConfigurationProblem> problems = new ArrayList<>();

    private final Predicate<String> hasModel;
    private Set<String> reserved = Set.of(Task.PREPARE);

    private DefinitionReader(Predicate<String> hasModel) {
        this.hasModel = hasModel;
    }

    /**
     * @param hasModel whether an agent needs no model to be named: it has one, or knows none
     * @throws UserError with every problem and its line
     */
    public static WorkflowDefinition read(
            byte[] text, DefinitionSource source, Predicate<String> hasModel) {
        var document = YamlReader.read(text, OriginLocator.file(source.name()));
        var reader = new DefinitionReader(hasModel);
        reader.problems.addAll(document.problems());
        if (!source.equals(DefinitionSource.KEPT))
            reader.problems.addAll(TextControls.problems(document.root()));
        var definition = reader.definition(new FieldGroup(document.root(), reader.problems));
        if (!source.equals(DefinitionSource.KEPT)) reader.refuseWithoutTasks(document.root());
        if (reader.problems.isEmpty()) return definition;
        throw reader.refusal(source);
    }

    /** What a workflow was made of: it was found to be right then. */
    public static WorkflowDefinition readStored(byte[] text) {
        return ExtendedDefinition.read(text);
    }

    /**
     * Reads tasks that are added to a definition: a list {@code tasks}, and nothing else. A task
     * that the definition has already is not added again.
     *
     * @throws UserError with every problem and its line
     */
    public static WorkflowDefinition extended(
            WorkflowDefinition definition, byte[] text, DefinitionSource source) {
        var document = YamlReader.read(text, OriginLocator.file(source.name()));
        var reader = new DefinitionReader(_ -> true);
        reader.reserve(definition.orchestrator());
        reader.problems.addAll(document.problems());
        if (!source.equals(DefinitionSource.KEPT))
            reader.problems.addAll(TextControls.problems(document.root()));
        var group = new FieldGroup(document.root(), reader.problems);
        var taken = new HashSet<String>();
        var read = group.groups("tasks").map(each -> reader.task(each, taken));
        group.refuseOthers();
        if (reader.problems.isEmpty() && read.isEmpty()) reader.refuseWithoutTasks(document.root());
        var added = read.reject(definition.tasks()::contains);
        added.filter(task -> definition.tasks().exists(each -> each.id().equals(task.id())))
                .forEach(
                        task ->
                                reader.problem(
                                        group.origin(),
                                        "another task " + task.id() + " exists already",
                                        "give the new one an id of its own"));
        if (definition.tasks().size() + added.size() > TASKS_MAX)
            reader.problem(
                    group.origin(),
                    definition.tasks().size() + added.size() + " tasks",
                    "at most " + TASKS_MAX + " can be run as one workflow");
        if (definition.fixer().isEmpty()
                && added.flatMap(TaskPlan::terminals).exists(TerminalPlan::mends))
            reader.problem(
                    group.origin(),
                    "a terminal with the role error, and error terminals are not enabled",
                    "enable them in the definition of the workflow");
        if (reader.problems.isEmpty()) return definition.with(added);
        throw reader.refusal(source);
    }

    private UserError refusal(DefinitionSource source) {
        return new UserError(
                problems.stream()
                        .map(ConfigurationProblem::describe)
                        .collect(Collectors.joining("\n")),
                problems.getFirst().origin().describe(),
                source.again(),
                ExitCode.USAGE);
    }

    private WorkflowDefinition definition(FieldGroup group) {
        var orchestrator = orchestrator(group);
        var tasks = group.groups("tasks");
        if (tasks.size() > TASKS_MAX)
            problem(
                    group.origin(),
                    tasks.size() + " tasks",
                    "at most " + TASKS_MAX + " can be run as one workflow");
        var taken = new HashSet<String>();
        var definition =
                new WorkflowDefinition(
                        group.text("name").orElse("tasks"),
                        group.text("description").orElse(""),
                        group.text("target"),
                        group.group("merge").map(this::merging).orElse(Merging.DEFAULT),
                        orchestration(group),
                        orchestrator,
                        fixer(group),
                        tasks.map(each -> task(each, taken)));
        definition
                .tasks()
                .flatMap(TaskPlan::terminals)
                .find(each -> each.role().equals(Task.ERROR) && definition.fixer().isEmpty())
                .forEach(
                        _ ->
                                problem(
                                        group.origin(),
                                        "a terminal with the role error, and error terminals are"
                                                + " not enabled",
                                        "write error_terminal_enabled: true"));
        group.refuseOthers();
        return definition;
    }

    /** No tasks are no mistake, if it says so. */
    private void refuseWithoutTasks(Node root) {
        if (root instanceof Node.Fields(var fields, var origin)
                && fields.stream()
                        .noneMatch(
                                field ->
                                        field.name().text().equals("tasks")
                                                && !(field.value() instanceof Node.Nothing)))
            problem(
                    origin,
                    "tasks is missing",
                    "write it: tasks: and a list, each entry behind a dash; or tasks: [] if there"
                            + " are none");
    }

    private Orchestration orchestration(FieldGroup group) {
        return isOn(group, "orchestrator_enabled", "true")
                ? Orchestration.ENABLED
                : Orchestration.DISABLED;
    }

    /** The model that advises its tasks; the terminals may not have the names of its parts. */
    private Option<OrchestratorPlan> orchestrator(FieldGroup group) {
        var plan =
                Option.ofOptional(group.group("orchestrator"))
                        .flatMap(
                                each -> OrchestratorPlan.read(each, isOn(each, "enabled", "true")));
        reserve(plan);
        return plan;
    }

    private void reserve(Option<OrchestratorPlan> orchestrator) {
        if (orchestrator.isDefined())
            reserved = Set.of(Task.PREPARE, Task.COMPLETION, Task.ORCHESTRATOR);
    }

    private boolean isOn(FieldGroup group, String key, String usual) {
        var said = group.text(key).orElse(usual);
        if (!said.equals("true") && !said.equals("false"))
            problem(group.origin(), key + " is " + said, "write true or false");
        return said.equals("true");
    }

    /** Whom error terminals are, once they are enabled. */
    private Option<TerminalPlan> fixer(FieldGroup group) {
        var cli = group.text("error_terminal_cli_id").filter(each -> !each.isBlank());
        var model = group.text("error_terminal_model_id").filter(each -> !each.isBlank());
        if (!isOn(group, "error_terminal_enabled", "false")) return Option.none();
        if (cli.isEmpty())
            problem(
                    group.origin(),
                    "Error terminal CLI type not configured",
                    "name an agent: error_terminal_cli_id: claude");
        if (model.isEmpty() && !cli.filter(hasModel).isPresent())
            problem(
                    group.origin(),
                    "Error terminal model not configured",
                    "name its model: error_terminal_model_id: MODEL");
        return Option.of(
                new TerminalPlan(
                        Task.ERROR,
                        Task.ERROR,
                        "",
                        Vector.of(cli.orElse("") + model.map(each -> ":" + each).orElse(""))));
    }

    private Merging merging(FieldGroup group) {
        var onConflict = group.choice("on_conflict", OnConflict.PARK);
        var merging =
                new Merging(
                        new Options(group.choice("strategy", Strategy.SQUASH), onConflict),
                        group.texts("agent"));
        if (onConflict != OnConflict.PARK && merging.agents().isEmpty())
            problem(group.origin(), "no agent for conflicts", "name one: agent: claude");
        if (onConflict == OnConflict.PARK && merging.agents().nonEmpty())
            problem(
                    group.origin(),
                    "an agent for conflicts that wait for the user",
                    "write on_conflict: agent, or ask");
        group.refuseOthers();
        return merging;
    }

    private TaskPlan task(FieldGroup group, Set<String> taken) {
        var name = group.needed("name");
        var id = id(group, name, taken);
        var terminals = new HashSet<>(reserved);
        var task =
                new TaskPlan(
                        id,
                        name,
                        group.text("description").orElse(""),
                        group.text("branch"),
                        group.groups("terminals").map(each -> terminal(each, terminals)));
        group.refuseOthers();
        return task;
    }

    private TerminalPlan terminal(FieldGroup group, Set<String> taken) {
        var role = group.needed("role");
        var id = id(group, role, taken);
        var agents = group.texts("agent");
        if (id.equals(Task.ERROR) != role.equals(Task.ERROR))
            problem(
                    group.origin(),
                    "the id " + id + " for the role " + role,
                    "error is the id of the error terminal, and no other's");
        if (agents.isEmpty())
            problem(group.origin(), "a terminal without an agent", "name one: agent: claude");
        var endpoint = endpoint(group);
        var terminal =
                new TerminalPlan(
                        id,
                        role,
                        group.text("description").orElse(""),
                        agents.map(agent -> endpoint.apply(AgentReference.of(agent)).text()));
        group.refuseOthers();
        return terminal;
    }

    /** Reads the endpoint of a terminal, and the name of the variable with its key. */
    private UnaryOperator<AgentReference> endpoint(FieldGroup group) {
        var url = group.text("base_url");
        var key = group.text("api_key_env");
        if (url.isPresent() && !isAddress(url.get()))
            problem(
                    group.origin(),
                    "base_url is no http or https address without user, query and fragment",
                    "write one, such as https://llm.example.com/v1");
        if (key.isPresent() && !isKeyVariable(key.get()))
            problem(group.origin(), "api_key_env is no name of a variable for a key", KEY_VARIABLE);
        return url.isEmpty() && key.isEmpty()
                ? agent -> agent
                : agent -> agent.with(Option.ofOptional(url), Option.ofOptional(key));
    }

    /** Returns whether the text is an http or https address without user, query and fragment. */
    public static boolean isAddress(String text) {
        return ADDRESS.matcher(text).matches();
    }

    /** Returns whether the text is the name of a variable whose value is redacted. */
    public static boolean isKeyVariable(String text) {
        return VARIABLE.matcher(text).matches() && SecretNames.looksSecret(text, "");
    }

    /** As it says itself, else made of its name; a second one of the same name gets a number. */
    private String id(FieldGroup group, String name, Set<String> taken) {
        var said = group.text("id");
        if (said.isEmpty()) return free(TaskText.slug(name), taken);
        if (!ID.matcher(said.get()).matches())
            problem(
                    group.origin(),
                    "the id " + said.get(),
                    "write lower-case letters, digits, dots and dashes");
        if (!taken.add(said.get()))
            problem(group.origin(), "a second " + said.get(), "give it an id of its own");
        return said.get();
    }

    private static String free(String wanted, Set<String> taken) {
        for (int number = 1; ; number++) {
            var id = number == 1 ? wanted : wanted + "-" + number;
            if (taken.add(id)) return id;
        }
    }

    private void problem(Origin at, String what, String remedy) {
        problems.add(new ConfigurationProblem(at, what, remedy));
    }
}
