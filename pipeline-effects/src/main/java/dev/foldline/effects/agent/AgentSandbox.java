package dev.foldline.effects.agent;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.state.AgentReference;
import dev.foldline.core.state.Fault;
import dev.foldline.effects.agent.AgentDefinition.HandIn;
import dev.foldline.effects.agent.cli.Adapter;
import dev.foldline.effects.agent.cli.Adapters;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.git.Git;
import dev.foldline.effects.process.Programs;
import dev.foldline.effects.sandbox.SandboxLauncher;
import dev.foldline.effects.sandbox.SandboxNeeds;
import dev.foldline.effects.sandbox.SandboxSiteReader;
import dev.foldline.effects.sandbox.SandboxedCall;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The sandboxes of a run's agents: what each of them needs, and what belongs to the others. */
public final class AgentSandbox {
    private final RunContext run;
    private final AgentRegistry agents;
    private final SandboxLauncher launcher;

    public AgentSandbox(RunContext run, AgentRegistry agents) {
        this.run = run;
        this.agents = agents;
        this.launcher = new SandboxLauncher(run, agents.sandbox());
    }

    /** Prepares the sandbox of a call. */
    SandboxedCall forCall(InvokeAgent effect, AgentDefinition definition, List<String> words)
            throws IOException {
        return launcher.forAgent(
                effect.role(),
                AgentReference.of(effect.agent()).name(),
                needs(definition, words, !agents.server().isEmpty(), run.environment(), run.root()),
                foldersOfOthers(definition, run.environment()));
    }

    /** Prepares the sandbox of a check in a working tree. */
    public SandboxedCall forCheck(Git git, List<String> words) throws IOException {
        return launcher.forCheck(
                git,
                SandboxNeeds.of(words),
                foldersOfOthers(new AgentDefinition.BuiltIn(), run.environment()));
    }

    /** Returns the fault of a call whose sandbox failed: no other agent and no retry helps. */
    public static Fault fault(String why) {
        return Fault.of(
                Fault.Kind.NEEDS_PERSON,
                "the sandbox of the call cannot be made: " + why + "; foldline doctor tries it");
    }

    /** Returns what an agent needs, started by this command. */
    public static SandboxNeeds needs(
            AgentDefinition definition,
            List<String> words,
            boolean hasServer,
            Map<String, String> environment,
            Path directory) {
        var home = SandboxSiteReader.home(environment);
        var folders = new ArrayList<Path>();
        var files = new ArrayList<Path>();
        for (var adapter : adapters(definition).toList())
            for (var each : adapter.folders())
                (each.isFile() ? files : folders).add(each.in(home, environment));
        var read = new ArrayList<Path>();
        SandboxNeeds.named(words).map(AgentSandbox::installation).forEach(read::addAll);
        for (var program : new LinkedHashSet<>(List.of(words.getFirst(), definition.starts())))
            Programs.find(program, environment.getOrDefault("PATH", ""), directory)
                    .ifPresent(found -> read.addAll(installation(found)));
        boolean asksServer =
                definition instanceof AgentDefinition.Known known
                        && known.handIn() == HandIn.MCP
                        && hasServer;
        return new SandboxNeeds(folders, files, read, asksServer);
    }

    /** Returns where the CLIs that this agent is not keep their sign-in. */
    public static List<Path> foldersOfOthers(
            AgentDefinition definition, Map<String, String> environment) {
        var home = SandboxSiteReader.home(environment);
        var own = adapters(definition).toList();
        return Adapters.ALL.stream()
                .filter(each -> !own.contains(each))
                .flatMap(each -> each.folders().stream())
                .map(each -> each.in(home, environment))
                .toList();
    }

    private static Stream<Adapter> adapters(AgentDefinition definition) {
        return switch (definition) {
            case AgentDefinition.Known known ->
                    Adapters.ALL.contains(known.adapter())
                            ? Stream.of(known.adapter())
                            : namedIn(String.join(" ", known.program()));
            case AgentDefinition.Program program -> namedIn(program.run().text());
            case AgentDefinition.Chat _, AgentDefinition.BuiltIn _, AgentDefinition.Scripted _ ->
                    Stream.empty();
        };
    }

    /** A command may be a script or a program around one of them. */
    private static Stream<Adapter> namedIn(String command) {
        return Adapters.ALL.stream()
                .filter(
                        each ->
                                Pattern.compile("\\b" + each.name() + "\\b")
                                        .matcher(command)
                                        .find());
    }

    /** A program may be a link into a folder of packages, of which it needs more than one file. */
    private static List<Path> installation(Path program) {
        try {
            var real = program.toRealPath();
            for (Path each = real; each != null; each = each.getParent())
                if (each.endsWith("node_modules")) return List.of(program, each);
            return List.of(program, real);
        } catch (IOException none) {
            return List.of(program);
        }
    }
}
