package dev.foldline.app.command.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foldline.app.demo.Demo;
import dev.foldline.app.repository.Workspace;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.EffectKey;
import dev.foldline.core.event.AgentEvent;
import dev.foldline.core.event.Event;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Spend;
import dev.foldline.core.workflow.Policy.Deadlines;
import dev.foldline.effects.agent.AgentDefinition;
import dev.foldline.effects.agent.AgentHandler;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.agent.cli.Adapter;
import dev.foldline.effects.agent.cli.Adapter.Metering;
import dev.foldline.effects.context.Cancellation;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.files.ProtectedFolder;
import dev.foldline.effects.process.ProcessRunner;
import dev.foldline.effects.store.RunId;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Small pieces of work by which it shows whether an agent does what a run expects of it, in a
 * throw-away repository.
 */
final class Conformance {
    private static final String FILE = "conformance.txt";
    private static final String ANSWER = "{\"word\":\"foldline\"}";
    private static final String ROLE = "developer";
    private static final Deadlines PATIENCE = new Deadlines(600_000, 120_000, 180_000, 1);
    private static final EffectKey PLACE = new EffectKey("agents", 0, "test", 0, 1, 1);
    private static final String NOBODYS = "0f0e0d0c-0b0a-4999-8777-666655554444";

    private final String agent;
    private final AgentRegistry agents;
    private final Map<String, String> environment;
    private final List<Finding> findings = new ArrayList<>();
    private long ticket;

    Conformance(String agent, AgentRegistry agents, Map<String, String> environment) {
        this.agent = agent;
        this.agents = agents;
        this.environment = environment;
    }

    /** One thing that is expected. */
    record Finding(String what, boolean ok, String detail) {}

    /**
     * All that was expected.
     *
     * @param repository where to look for what went wrong; gone if nothing did
     */
    record Report(List<Finding> findings, Optional<Path> repository) {
        boolean ok() {
            return repository.isEmpty();
        }
    }

    Report report() throws IOException, InterruptedException {
        Path folder = Demo.repository(environment);
        try (var workspace = Workspace.open(folder, environment)) {
            var run = workspace.runs().create(RunId.draw(new SecureRandom()));
            look(
                    new RunContext(
                            run,
                            workspace.runs().blobs(),
                            workspace.git(),
                            workspace.environment(),
                            List.of()));
        }
        var ok = findings.stream().allMatch(Finding::ok);
        if (ok) new ProtectedFolder(folder).remove();
        return new Report(List.copyOf(findings), ok ? Optional.empty() : Optional.of(folder));
    }

    private void look(RunContext context) throws IOException {
        var definition = agents.find(agent).map(AgentRegistry.Listing::definition);
        if (definition.isPresent() && definition.get() instanceof AgentDefinition.Chat chat)
            ask(context, chat);
        else work(context);
    }

    /** An agent that edits no files and keeps no session. */
    private void ask(RunContext context, AgentDefinition.Chat chat) throws IOException {
        var event =
                call(
                        context,
                        "Write `answer.json`, a JSON object with one field, \"word\", whose value"
                                + " is \"foldline\".",
                        Option.none());
        expect("finishes", event instanceof AgentEvent.AgentFinished, why(event));
        if (!(event instanceof AgentEvent.AgentFinished)) return;
        var answer = context.exchange().readAnswer().map(bytes -> new String(bytes, UTF_8));
        expect(
                "answers with the JSON that it is asked for",
                answer.filter(text -> text.replaceAll("\\s", "").equals(ANSWER)).isPresent(),
                answer.orElse("no answer"));
        expect("reports its tokens", spend(event).tokens().isDefined(), "");
        if (chat.endpoint().prices().isPresent())
            expect("reports its cost", spend(event).microUsd().isDefined(), "");
    }

    private void work(RunContext context) throws IOException {
        var file = context.root().resolve(FILE);
        var first =
                call(
                        context,
                        "Create the file "
                                + FILE
                                + " in the current folder. It contains one line, the word foldline."
                                + " Do nothing else.",
                        Option.none());
        expect("finishes", first instanceof AgentEvent.AgentFinished, why(first));
        expect(
                "edits files in its working directory",
                Files.isRegularFile(file) && Files.readString(file).contains("foldline"),
                Files.exists(file) ? "" : FILE + " does not exist");
        if (first instanceof AgentEvent.AgentFinished)
            adapter().ifPresent(known -> reportEvent(known, first));
        var session = session(first);
        if (session.isEmpty()) return;
        var second =
                call(
                        context,
                        "Add a second line to " + FILE + ": the same word again. Do nothing else.",
                        session);
        expect(
                "resumes its session",
                second instanceof AgentEvent.AgentFinished && session(second).equals(session),
                why(second) + (session(second).equals(session) ? "" : " another session"));
        var third = call(context, "Do nothing.", Option.of(NOBODYS));
        expect(
                "reports an unknown session",
                third instanceof AgentEvent.AgentFailed failed
                        && failed.fault().kind() == Fault.Kind.SESSION_UNKNOWN,
                third instanceof AgentEvent.AgentFinished
                        ? "it continued as if the session existed"
                        : why(third));
    }

    /** What a command line that we know says of itself. */
    private void reportEvent(Adapter known, Event first) {
        expect("reports its session", session(first).isDefined(), "");
        if (known.metering() != Metering.NOTHING)
            expect("reports its tokens", spend(first).tokens().isDefined(), "");
        if (known.metering() == Metering.MONEY_AND_TOKENS)
            expect("reports its cost", spend(first).microUsd().isDefined(), "");
    }

    private Event call(RunContext context, String prompt, Option<String> resumes)
            throws IOException {
        ticket++;
        var effect =
                new InvokeAgent(
                        PLACE,
                        ROLE,
                        agent,
                        context.blobs().put(prompt),
                        resumes,
                        Vector.empty(),
                        PATIENCE,
                        Option.none(),
                        Option.none(),
                        Option.none());
        return new AgentHandler(
                        context,
                        agents,
                        new ProcessRunner(context.redaction()),
                        line -> {},
                        started -> {})
                .call(ticket, effect, new Cancellation());
    }

    private Optional<Adapter> adapter() {
        return agents.find(agent)
                .map(AgentRegistry.Listing::definition)
                .flatMap(
                        definition ->
                                definition instanceof AgentDefinition.Known known
                                        ? Optional.of(known.adapter())
                                        : Optional.empty());
    }

    private void expect(String what, boolean ok, String detail) {
        findings.add(new Finding(what, ok, ok ? "" : detail.strip()));
    }

    private static Option<String> session(Event event) {
        if (event instanceof AgentEvent.AgentFinished finished) return finished.session();
        return event instanceof AgentEvent.AgentFailed failed ? failed.session() : Option.none();
    }

    private static Spend spend(Event event) {
        if (event instanceof AgentEvent.AgentFinished finished) return finished.spend();
        return event instanceof AgentEvent.AgentFailed failed ? failed.spend() : Spend.NOTHING;
    }

    private static String why(Event event) {
        return event instanceof AgentEvent.AgentFailed failed ? failed.fault().message() : "";
    }
}
