package dev.foldline.effects.environment;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.core.workflow.Policy.Limits;
import dev.foldline.core.workflow.Policy.RecoveryPolicy;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;
import dev.foldline.core.workflow.builtin.Ralph;
import dev.foldline.effects.agent.AgentDefinition;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.context.HandlerFixture;
import dev.foldline.effects.driver.Driver;
import dev.foldline.effects.driver.DriverExit;
import dev.foldline.effects.driver.Journal;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A run over a real repository, driven as in earnest; its agents are one shell script, its journal
 * is in memory.
 */
final class ScriptedRepositoryRun implements AutoCloseable {
    final HandlerFixture at;
    final List<Event> journal = new ArrayList<>();
    private final java.util.Map<String, String> roles = new HashMap<>();
    private final Path script;
    private Optional<Path> tree = Optional.empty();

    ScriptedRepositoryRun(Path folder) throws IOException {
        this.at = HandlerFixture.in(folder);
        this.script = at.outside.resolve("agent.sh");
        at.with("OUT", at.outside.toString()).listing("OUT");
        role("planner", hand("plan", "{\"summary\":\"s\",\"steps\":[{\"title\":\"t\"}]}"));
        role("developer", "echo work >>work.txt");
        role("analyst", hand("development_result", "{\"status\":\"completed\",\"summary\":\"s\"}"));
        role("reviewer", hand("issues", "{\"issues\":[]}"));
        role(
                "fixer",
                "echo fixed >>work.txt; "
                        + hand("fix_result", "{\"status\":\"completed\",\"summary\":\"s\"}"));
        role("committer", hand("commit_message", "{\"subject\":\"Add work\"}"));
        role("recoverer", "echo recovering");
    }

    static String hand(String artifact, String json) {
        return "echo '" + json + "' >.foldline/" + artifact + ".json";
    }

    /** Something an agent does only the first time it comes by. */
    static String once(String what, String otherwise) {
        return "if mkdir \"$OUT/once\" 2>/dev/null; then " + what + "; else " + otherwise + "; fi";
    }

    /**
     * What a role does when it is called. It also leaves a line in the file {@code calls} outside
     * the tree.
     */
    ScriptedRepositoryRun role(String role, String script) {
        roles.put(role, script);
        return this;
    }

    static Policy policy(String... checks) {
        Map<String, Vector<String>> chains =
                Ralph.ROLES.toMap(role -> role, role -> Vector.of("mine"));
        Map<String, Vector<CommandLine>> commands =
                checks.length == 0
                        ? LinkedHashMap.empty()
                        : LinkedHashMap.of(
                                BuiltinWorkflows.CHECKS,
                                Vector.of(checks).map(CommandLine.Shell::new));
        return new Policy(
                chains,
                commands,
                new Branching.NewBranch("foldline/run"),
                new Limits(2, 1, 1, 1, 1, 100, 100, 10),
                new RecoveryPolicy(
                        Option.of("recoverer"),
                        2,
                        3,
                        4,
                        2,
                        Option.of("iterate"),
                        RecoveryPolicy.OnExhausted.HALT),
                Policy.DEFAULT.deadlines(),
                Policy.DEFAULT.budget(),
                Policy.DEFAULT.phases(),
                Policy.DEFAULT.prices(),
                Policy.DEFAULT.checksWrite(),
                Policy.DEFAULT.checksOnCommit(),
                Policy.DEFAULT.guard(),
                Policy.DEFAULT.questions());
    }

    static Workflow ralph(int iterations, int reviews, Policy policy) {
        var usual = Ralph.Options.DEFAULT;
        return Ralph.workflow(
                new Ralph.Options(
                        iterations,
                        reviews,
                        false,
                        Vector.empty(),
                        Ralph.Rebasing.NEVER,
                        usual.care(),
                        usual.fixCare(),
                        false),
                policy);
    }

    /** It works in a tree of its own, which it makes there. */
    ScriptedRepositoryRun in(Path ownTree) {
        tree = Optional.of(ownTree);
        return this;
    }

    /** Begins the run, and carries it until it ends or a person is needed. */
    DriverExit run(Workflow workflow) throws IOException, InterruptedException {
        begin(workflow);
        return drive(event -> event, event -> {});
    }

    void begin(Workflow workflow) throws IOException {
        var text =
                new StringBuilder(
                        "echo \"$FOLDLINE_ROLE\" >>\"$OUT/calls\"\ncase $FOLDLINE_ROLE in\n");
        roles.forEach((role, body) -> text.append(role).append(") ").append(body).append(" ;;\n"));
        Files.writeString(script, text.append("esac\necho done\n"));
        journal.add(
                new RunStarted(
                        at.directory.id().text(),
                        workflow,
                        at.blob("Do it."),
                        Pipeline.RULES_VERSION,
                        Instant.now()));
    }

    PipelineState state() {
        var state = Pipeline.start((RunStarted) journal.getFirst());
        for (Event event : journal.subList(1, journal.size()))
            state = Pipeline.reduce(state, event);
        return state;
    }

    /** What a journal does with an event after it is kept. */
    @FunctionalInterface
    interface EventListener {
        void kept(Event event);
    }

    /** Takes the run up as a new driver would: from the journal alone. */
    DriverExit drive(UnaryOperator<Event> before, EventListener after)
            throws IOException, InterruptedException {
        Journal writing =
                (event, _, _) -> {
                    journal.add(before.apply(event));
                    after.kept(event);
                    return event;
                };
        var agent =
                new AgentDefinition.Program(
                        new CommandLine.Shell("sh '" + script + "'"), List.of(), Optional.empty());
        var context = tree.isPresent() ? at.contextOwning(tree.get()) : at.contextAnew();
        try (var git = context.site().home();
                var site = context.site();
                var world =
                        new LocalEnvironment(
                                context,
                                new AgentRegistry(java.util.Map.of("mine", agent)),
                                line -> {})) {
            return new Driver(
                            world,
                            writing,
                            wait -> wait.awaited().forAll(WaitCondition.Timer.class::isInstance),
                            (decision, event, state) -> {})
                    .run(state());
        }
    }

    <E extends Event> Vector<E> events(Class<E> type) {
        return Vector.ofAll(journal).filter(type::isInstance).map(type::cast);
    }

    List<String> calls() throws IOException {
        return Files.readAllLines(at.outside.resolve("calls"));
    }

    /** Subjects on the run's branch, the newest first. */
    List<String> subjects() throws IOException {
        return at.git("log", "--format=%s", "foldline/run").lines().toList();
    }

    @Override
    public void close() {
        at.close();
    }
}
