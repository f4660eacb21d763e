package dev.foldline.app.command.setup;

import dev.foldline.app.command.Console;
import dev.foldline.app.config.Role;
import dev.foldline.app.config.Settings;
import dev.foldline.app.config.key.ChainLink;
import dev.foldline.app.config.key.SpellingSuggestion;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.WorkflowFactory;
import dev.foldline.effects.agent.AgentDefinition;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.agent.AgentSandbox;
import dev.foldline.effects.process.ChildEnvironment;
import dev.foldline.effects.process.OwnChildren;
import dev.foldline.effects.process.ProcessMarker;
import dev.foldline.effects.process.ProcessSpec;
import dev.foldline.effects.sandbox.Bubblewrap;
import dev.foldline.effects.sandbox.Bubblewrap.Availability;
import dev.foldline.effects.sandbox.SandboxGrants;
import dev.foldline.effects.sandbox.SandboxLauncher;
import dev.foldline.effects.sandbox.SandboxNeeds;
import dev.foldline.effects.sandbox.SandboxProfile;
import dev.foldline.effects.sandbox.SandboxRule;
import dev.foldline.effects.sandbox.SandboxRules;
import dev.foldline.effects.sandbox.SandboxSiteReader;
import dev.foldline.effects.sandbox.SandboxedCall;

import io.vavr.collection.Vector;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What calls can reach: a shell to see it from inside, and the line that grants more. */
@Command(
        name = "sandbox",
        description = "See what the calls of agents can reach, and grant them more.",
        footer = {
            "  foldline sandbox shell reviewer    a shell with what the reviewer can reach",
            "  foldline sandbox shell -- mvn -q verify",
            "                                     run a command in the developer's sandbox",
            "  foldline sandbox allow ~/.m2       print the line that lets calls write there",
        })
public final class SandboxCommand {
    private static final String CHECKS = "checks";
    private static final ProcessMarker NO_CALL = new ProcessMarker("", 0);

    private final Console console;

    @Spec private CommandSpec spec = CommandSpec.create();

    public SandboxCommand(Console console) {
        this.console = console;
    }

    @Command(
            name = "shell",
            description =
                    "Open a shell, or run a command, in the sandbox of a role or of checks. It has"
                            + " the environment, files and network of a call. Exits with the"
                            + " command's exit code.",
            footer = {
                "  foldline sandbox shell             a shell in the developer's sandbox",
                "  foldline sandbox shell checks -- npm test",
                "  foldline sandbox shell -- cat ~/.ssh/id_ed25519",
            })
    int shell(
            @Parameters(
                            arity = "0..*",
                            paramLabel = "[ROLE] [-- COMMAND]",
                            hideParamSyntax = true,
                            description =
                                    "Role, or 'checks' (default: developer), and a command after --"
                                            + " (default: a shell).")
                    List<String> words)
            throws IOException, InterruptedException {
        var command =
                SandboxShellWords.of(
                        words, spec.root().commandLine().getParseResult().originalArgs());
        try (var here = Workspace.open(console.directory(), console.environment())) {
            var settings = ConfigurationContext.at(console, List.of()).load().settings();
            var agents = WorkflowFactory.agents(settings);
            requireBubblewrap();
            var profile = profile(agents, settings, command.role());
            var worker = worker(agents, settings, command.role());
            if (command.command().isEmpty()) listPrograms(here, agents);
            try (var call =
                    SandboxLauncher.prepared(
                            here.git(),
                            console.environment(),
                            profile,
                            agents.sandbox().started(),
                            worker.needs(agents, here),
                            AgentSandbox.foldersOfOthers(
                                    worker.definition(), console.environment()))) {
                return run(call, command.command(), environment(worker, settings), here);
            }
        }
    }

    /** Names the programs that run outside every sandbox, and what holds for each. */
    private void listPrograms(Workspace here, AgentRegistry agents) throws IOException {
        var influences = here.git().influences();
        var programs = Vector.ofAll(influences.programs()).appendAll(agents.sandbox().started());
        new OutsidePrograms(here.root(), influences.hooks(), programs)
                .lines()
                .forEach(console::note);
    }

    /** Who works in the sandbox, and the names of its additional variables. */
    private record Worker(AgentDefinition definition, List<String> words, List<String> variables) {
        SandboxNeeds needs(AgentRegistry agents, Workspace here) {
            return words.isEmpty()
                    ? SandboxNeeds.NOTHING
                    : AgentSandbox.needs(
                            definition,
                            words,
                            !agents.server().isEmpty(),
                            here.environment(),
                            here.root());
        }
    }

    private void requireBubblewrap() {
        if (Bubblewrap.on(console.environment())
                instanceof Availability.Unavailable(var reason, var remedy))
            throw new UserError("a sandbox cannot be made: " + reason, "", remedy, ExitCode.FAILED);
    }

    private SandboxProfile profile(AgentRegistry agents, Settings settings, String role) {
        var policy = agents.sandbox();
        if (role.equals(CHECKS)) return sandboxed(policy.forChecks());
        var roles = new TreeSet<>(Role.labels());
        roles.addAll(settings.team().others().keySet());
        if (!roles.contains(role))
            throw new UserError(
                    "there is no role " + role + "; available: " + String.join(", ", roles),
                    "",
                    "foldline sandbox shell "
                            + SpellingSuggestion.to(role, roles).orElse("developer"),
                    ExitCode.USAGE);
        return sandboxed(
                settings.team().chainOf(role).stream()
                        .findFirst()
                        .map(link -> policy.forCall(role, link.agent()))
                        .orElse(policy.forRole(role)));
    }

    private SandboxProfile sandboxed(SandboxProfile profile) {
        if (profile.isSandboxed()) return profile;
        console.note("no sandbox is configured here; this is what sandbox.kind: bwrap gives");
        return new SandboxProfile(
                SandboxProfile.Kind.BWRAP, profile.home(), profile.network(), profile.grants());
    }

    private static Worker worker(AgentRegistry agents, Settings settings, String role) {
        var none = new Worker(new AgentDefinition.BuiltIn(), List.of(), List.of());
        if (role.equals(CHECKS)) return none;
        return settings.team().chainOf(role).stream()
                .findFirst()
                .map(ChainLink::agent)
                .flatMap(agents::find)
                .map(
                        listing ->
                                switch (listing.definition()) {
                                    case AgentDefinition.Program program ->
                                            new Worker(
                                                    program,
                                                    ProcessSpec.words(program.run()),
                                                    program.env());
                                    case AgentDefinition.Known known ->
                                            new Worker(
                                                    known,
                                                    known.program(),
                                                    Stream.concat(
                                                                    known
                                                                            .adapter()
                                                                            .listed()
                                                                            .stream(),
                                                                    known.env().stream())
                                                            .toList());
                                    case AgentDefinition.Chat _,
                                            AgentDefinition.BuiltIn _,
                                            AgentDefinition.Scripted _ ->
                                            none;
                                })
                .orElse(none);
    }

    /** A shell is of no run, so it has no marker. */
    private Map<String, String> environment(Worker worker, Settings settings) {
        var listed = new ArrayList<>(settings.team().env());
        listed.addAll(worker.variables());
        var environment =
                new HashMap<>(ChildEnvironment.forAgents(console.environment(), listed, NO_CALL));
        environment.keySet().removeAll(NO_CALL.variables().keySet());
        return environment;
    }

    private int run(
            SandboxedCall call,
            List<String> command,
            Map<String, String> environment,
            Workspace here)
            throws IOException, InterruptedException {
        var words = new ArrayList<>(call.launcher());
        words.addAll(
                command.isEmpty()
                        ? List.of(environment.getOrDefault("SHELL", "/bin/sh"))
                        : command);
        var builder = new ProcessBuilder(words).directory(here.root().toFile()).inheritIO();
        builder.environment().clear();
        builder.environment().putAll(environment);
        var exit = OwnChildren.start(builder).waitFor();
        call.notes().forEach(console::note);
        return exit;
    }

    @Command(
            name = "allow",
            description =
                    "Print the lines for foldline.yaml that let calls write a path or connect to a"
                            + " host. Changes nothing.",
            footer = {
                "  foldline sandbox allow ~/.m2",
                "  foldline sandbox allow --read ~/.npmrc",
                "  foldline sandbox allow api.example.org",
            })
    int allow(
            @Option(names = "--read", description = "Let calls read the path, not write it.")
                    boolean read,
            @Parameters(paramLabel = "PATH|HOST", description = "Path or name of a host.")
                    String target)
            throws IOException {
        var settings = ConfigurationContext.at(console, List.of()).load().settings();
        var grant =
                SandboxGrant.of(
                        target,
                        read,
                        console.directory().toAbsolutePath(),
                        SandboxSiteReader.home(console.environment()));
        if (grant.isEmpty()) throw unknown(target);
        requireEffect(grant.get(), settings);
        var lines = grant.get().lines(settings.sandbox());
        if (console.isJson())
            console.print(
                    JsonOutput.fields(
                            "schema",
                            "foldline.sandbox_grant/1",
                            "ok",
                            true,
                            "exit",
                            ExitCode.DONE.value(),
                            "key",
                            "sandbox.grants." + grant.get().list().key(),
                            "value",
                            grant.get().value(),
                            "lines",
                            lines));
        else {
            console.print("in the block sandbox of foldline.yaml, if calls may do this:\n\n");
            console.print(lines);
            Optional.of(grant.get().warning(settings.sandbox()))
                    .filter(warning -> !warning.isEmpty())
                    .ifPresent(console::note);
        }
        return ExitCode.DONE.value();
    }

    /** What the sandbox protects in a repository stays protected, with any grant. */
    private void requireEffect(SandboxGrant grant, Settings settings) throws IOException {
        if (grant.list() != SandboxGrant.Target.WRITE) return;
        try (var here = Workspace.open(console.directory(), console.environment())) {
            var site = SandboxSiteReader.read(here.git(), console.environment());
            var path = grant.path(site.home());
            var keys = settings.sandbox().grants();
            var granted =
                    new SandboxProfile(
                            SandboxProfile.Kind.BWRAP,
                            settings.sandbox().home(),
                            settings.sandbox().network(),
                            new SandboxGrants(List.of(path.toString()), keys.read(), keys.hosts()));
            var rules = SandboxRules.of(granted, site, SandboxNeeds.NOTHING, List.of());
            if (rules.access(path) != SandboxRule.Access.WRITE)
                throw new UserError(
                        "no grant lets calls write "
                                + grant.value()
                                + ": the sandbox protects "
                                + rules.reason(path),
                        "",
                        "change it yourself, outside of runs",
                        ExitCode.FAILED);
        }
    }

    private static UserError unknown(String target) {
        return new UserError(
                "'" + target + "' is neither a path nor the name of a host",
                "",
                "write a path with a slash, such as ./NAME, or a host, such as example.org",
                ExitCode.USAGE);
    }
}
