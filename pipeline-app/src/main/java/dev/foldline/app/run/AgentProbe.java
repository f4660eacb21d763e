package dev.foldline.app.run;

import dev.foldline.app.config.AgentSettings;
import dev.foldline.app.config.Settings;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.effects.agent.AgentDefinition;
import dev.foldline.effects.files.ProtectedFolder;
import dev.foldline.effects.process.ChildEnvironment;
import dev.foldline.effects.process.Deadlines;
import dev.foldline.effects.process.OutputFiles;
import dev.foldline.effects.process.ProcessEnd;
import dev.foldline.effects.process.ProcessInput;
import dev.foldline.effects.process.ProcessMarker;
import dev.foldline.effects.process.ProcessResult;
import dev.foldline.effects.process.ProcessRunner;
import dev.foldline.effects.process.ProcessSpec;
import dev.foldline.effects.process.Programs;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Checks agents without a model call: whether they are installed, which version, and whether a user
 * is signed in.
 */
public final class AgentProbe {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** The message of all agents without a login. */
    private static final int NO = 1;

    private final Map<String, String> environment;
    private final Path directory;
    private final Duration timeout;

    public AgentProbe(Map<String, String> environment, Path directory) {
        this(environment, directory, PATIENCE);
    }

    /**
     * @param timeout of of each probe
     */
    public AgentProbe(Map<String, String> environment, Path directory, Duration timeout) {
        this.environment = environment;
        this.directory = directory;
        this.timeout = timeout;
    }

    /** Whether a user is signed in. */
    public enum SignedIn {
        YES,
        NO,
        UNKNOWN
    }

    /**
     * What was seen of an agent.
     *
     * @param kind as the configuration names it
     * @param program where it is; absent if it is not there
     * @param address the address of a chat endpoint, which has no program
     */
    public record Seen(
            String name,
            String kind,
            Optional<Path> program,
            Optional<URI> address,
            Optional<String> version,
            SignedIn signedIn) {
        /** A program. */
        Seen(
                String name,
                String kind,
                Optional<Path> program,
                Optional<String> version,
                SignedIn signedIn) {
            this(name, kind, program, Optional.empty(), version, signedIn);
        }

        /** For programs. */
        public Map<String, Object> document() {
            return JsonOutput.fields(
                    "name",
                    name(),
                    "kind",
                    kind(),
                    "program",
                    program(),
                    "address",
                    address(),
                    "version",
                    version(),
                    "signed_in",
                    switch (signedIn()) {
                        case YES -> java.util.Optional.of(true);
                        case NO -> java.util.Optional.of(false);
                        case UNKNOWN -> java.util.Optional.empty();
                    });
        }

        private Optional<String> place() {
            return address().map(URI::toString).or(() -> program().map(Path::toString));
        }

        /** For users. */
        public String line() {
            return "%-14s %-9s %s%n"
                    .formatted(
                            name(),
                            kind(),
                            place().isEmpty()
                                    ? "not found"
                                    : place().get()
                                            + version().map(version -> ", " + version).orElse("")
                                            + switch (signedIn()) {
                                                case YES ->
                                                        kind().equals("scripted")
                                                                ? ""
                                                                : ", signed in";
                                                case NO -> ", not signed in";
                                                case UNKNOWN -> "";
                                            });
        }
    }

    /** All agents there are: the known command lines, and what the configuration adds. */
    public List<Seen> all(Settings settings) throws IOException {
        var seen = new ArrayList<Seen>();
        for (var agent :
                new java.util.TreeMap<>(WorkflowFactory.agents(settings).agents()).entrySet())
            seen.add(look(agent.getKey(), agent.getValue(), settings));
        return seen;
    }

    private Seen look(String name, AgentDefinition agent, Settings settings) throws IOException {
        return switch (agent) {
            case AgentDefinition.Known known -> probeKnown(name, known);
            case AgentDefinition.BuiltIn _ ->
                    new Seen(
                            name, "foldline", Optional.empty(), Optional.empty(), SignedIn.UNKNOWN);
            case AgentDefinition.Program(CommandLine.Arguments(var words), _, _) ->
                    new Seen(
                            name,
                            "command",
                            find(words.head()),
                            Optional.empty(),
                            SignedIn.UNKNOWN);
            case AgentDefinition.Program(CommandLine.Check(_, var run, _), var env, var model) ->
                    look(name, new AgentDefinition.Program(run, env, model), settings);
            case AgentDefinition.Program(CommandLine.Submitted _, _, _),
                    AgentDefinition.Program(CommandLine.Shell _, _, _) ->
                    new Seen(name, "command", find("sh"), Optional.empty(), SignedIn.UNKNOWN);
            case AgentDefinition.Chat(var endpoint, _) ->
                    new Seen(
                            name,
                            "openai",
                            Optional.empty(),
                            Optional.of(endpoint.baseUrl()),
                            Optional.of(endpoint.model()),
                            endpoint.missingKey(environment).isPresent()
                                    ? SignedIn.NO
                                    : SignedIn.UNKNOWN);
            case AgentDefinition.Scripted(var script, _) ->
                    new Seen(
                            name,
                            "scripted",
                            settings.team().agents().get(name) instanceof AgentSettings.Scripted
                                            && Files.isRegularFile(script)
                                    ? Optional.of(script)
                                    : Optional.empty(),
                            Optional.empty(),
                            SignedIn.YES);
        };
    }

    private Seen probeKnown(String name, AgentDefinition.Known known) throws IOException {
        var program = find(known.program().getFirst());
        if (program.isEmpty() || !known.adapter().hasVersion())
            return new Seen(
                    name, known.adapter().name(), program, Optional.empty(), SignedIn.UNKNOWN);
        var version = ask(known, List.of("--version"));
        var reported =
                version.succeeded()
                        ? version.out()
                                .tail()
                                .lines()
                                .filter(line -> !line.isBlank())
                                .findFirst()
                                .map(String::strip)
                        : Optional.<String>empty();
        return new Seen(name, known.adapter().name(), program, reported, signedIn(known));
    }

    /** Of a command line that is there. */
    public SignedIn signedIn(AgentDefinition.Known known) throws IOException {
        boolean hasKey =
                known.adapter().keys().stream()
                        .anyMatch(name -> !environment.getOrDefault(name, "").isBlank());
        if (hasKey) return SignedIn.YES;
        var question = known.adapter().signedIn();
        if (question.isEmpty()) return SignedIn.UNKNOWN;
        var answer = ask(known, question.get());
        if (answer.succeeded()) return SignedIn.YES;
        // A version that does not know the question complains of it.
        boolean saysNo =
                answer.ended() instanceof ProcessEnd.Exited(int code)
                        && code == NO
                        && !answer.err().tail().strip().startsWith("error:");
        return saysNo ? SignedIn.NO : SignedIn.UNKNOWN;
    }

    private ProcessResult ask(AgentDefinition.Known known, List<String> question)
            throws IOException {
        Path folder = Files.createTempDirectory("foldline-agents-");
        try {
            var marker = ProcessMarker.outsideRuns("agents");
            var words = Stream.concat(known.program().stream(), question.stream()).toList();
            var listed =
                    Stream.concat(known.adapter().listed().stream(), known.env().stream()).toList();
            return new ProcessRunner()
                    .run(
                            new ProcessSpec(
                                    words,
                                    directory,
                                    ChildEnvironment.forAgents(environment, listed, marker),
                                    marker,
                                    new ProcessInput.Nothing(),
                                    OutputFiles.in(folder, "answer"),
                                    Deadlines.ofTotal(timeout),
                                    List.of()));
        } finally {
            new ProtectedFolder(folder).remove();
        }
    }

    private Optional<Path> find(String program) {
        return Programs.find(program, environment.getOrDefault("PATH", ""), directory);
    }
}
