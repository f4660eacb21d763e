package dev.foldline.app.command.setup;

import dev.foldline.app.command.Console;
import dev.foldline.app.config.AgentSettings;
import dev.foldline.app.config.InvalidConfiguration;
import dev.foldline.app.config.Settings;
import dev.foldline.app.config.Starter;
import dev.foldline.app.config.key.ChainLink;
import dev.foldline.app.config.key.ConfiguredCommand;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.LastingLocks;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.AgentProbe;
import dev.foldline.app.run.AgentProbe.SignedIn;
import dev.foldline.app.run.WorkflowFactory;
import dev.foldline.effects.agent.AgentDefinition;
import dev.foldline.effects.agent.chat.ChatEndpoint;
import dev.foldline.effects.git.Git;
import dev.foldline.effects.git.GitOptions;
import dev.foldline.effects.git.GitReads.Identity;
import dev.foldline.effects.git.OpenRepositoryResult;
import dev.foldline.effects.git.command.OperationInProgress;
import dev.foldline.effects.git.local.Repositories;
import dev.foldline.effects.process.Programs;
import dev.foldline.effects.sandbox.Bubblewrap;
import dev.foldline.effects.sandbox.SandboxLauncher;
import dev.foldline.effects.sandbox.SandboxNeeds;
import dev.foldline.effects.sandbox.SandboxPolicy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What a run would find around it: Java, git, the repository, the configuration, the agents. */
final class EnvironmentCheck {
    private final Console console;
    private final List<DoctorFinding> findings = new ArrayList<>();

    EnvironmentCheck(Console console) {
        this.console = console;
    }

    List<DoctorFinding> findings() throws IOException {
        findings.add(DoctorFinding.good("java", Runtime.version().toString()));
        repository();
        configuration();
        return findings;
    }

    private void repository() throws IOException {
        switch (new Repositories(GitOptions.from(console.environment()))
                .open(console.directory())) {
            case OpenRepositoryResult.Opened(var git) -> {
                try (git) {
                    repository(git);
                }
            }
            case OpenRepositoryResult.Refused refused ->
                    findings.add(
                            DoctorFinding.broken(
                                    "repository",
                                    refused.what() + " (" + refused.where() + ")",
                                    refused.remedy()));
        }
    }

    private void repository(Git git) throws IOException {
        var root = git.place().root();
        findings.add(DoctorFinding.good("repository", root.toString()));
        switch (git.identity()) {
            case Identity.Known(var committer) ->
                    findings.add(DoctorFinding.good("identity", committer));
            case Identity.Unknown unknown ->
                    findings.add(
                            DoctorFinding.broken(
                                    "identity",
                                    "git has no name and email to commit with",
                                    unknown.remedy()));
        }
        git.unfinishedOperation()
                .ifPresent(
                        operation ->
                                findings.add(
                                        DoctorFinding.broken(
                                                "repository",
                                                "a " + operation + " is in progress",
                                                OperationInProgress.remedy(operation))));
        for (var lock : LastingLocks.in(git)) {
            findings.add(
                    DoctorFinding.broken(
                            "lock",
                            lock + " exists: another git process is running, or one has died",
                            "if no git process is running: rm '" + lock + "'"));
        }
        if (git.head().detached())
            findings.add(
                    DoctorFinding.note(
                            "repository",
                            "HEAD is detached; a run starts its branch there",
                            "git switch BRANCH"));
        prompt(root.resolve(InitCommand.PROMPT));
    }

    private void prompt(Path file) throws IOException {
        if (Files.isRegularFile(file) && Starter.hasSentinel(Files.readString(file))) {
            findings.add(
                    DoctorFinding.note(
                            "task",
                            InitCommand.PROMPT + " is still the starter text",
                            "write the task into it and delete its first line"));
        }
    }

    private void configuration() throws IOException {
        try {
            var settings = ConfigurationContext.at(console, List.of()).load().settings();
            findings.add(
                    DoctorFinding.good(
                            "configuration", "workflow " + settings.course().workflow()));
            findings.add(sandbox(settings));
            agents(settings);
            programs(settings);
        } catch (InvalidConfiguration invalid) {
            invalid.problems()
                    .forEach(
                            problem ->
                                    findings.add(
                                            DoctorFinding.broken(
                                                    "configuration",
                                                    problem.origin().describe()
                                                            + ": "
                                                            + problem.what(),
                                                    problem.remedy())));
        }
    }

    /** Without any agent, or outside a repository, nothing can start anyway. */
    private void programs(Settings settings) throws IOException {
        if (chains(settings).findAny().isEmpty()) return;
        try (var workspace = Workspace.open(console.directory(), console.environment())) {
            findings.addAll(new ProgramCheck(console, workspace, settings).findings());
        } catch (UserError reported) {
            // The finding about the repository has the same reason.
        }
    }

    private static Stream<List<ChainLink>> chains(Settings settings) {
        return Stream.concat(
                settings.team().chains().values().stream(),
                settings.team().others().values().stream());
    }

    private DoctorFinding sandbox(Settings settings) throws IOException {
        var policy = WorkflowFactory.agents(settings).sandbox();
        if (!policy.isWanted())
            return DoctorFinding.note(
                    "sandbox",
                    "none is configured: calls have your rights",
                    "set sandbox.kind: bwrap");
        return switch (Bubblewrap.on(console.environment())) {
            case Bubblewrap.Availability.Available(var program) -> sandbox(policy, program);
            case Bubblewrap.Availability.Unavailable(var reason, var remedy) ->
                    policy.required()
                            ? DoctorFinding.broken("sandbox", reason, remedy)
                            : DoctorFinding.note(
                                    "sandbox", reason + ": calls have your rights", remedy);
        };
    }

    /** Tries each sandbox of the configuration, with its rules, in this working tree. */
    private DoctorFinding sandbox(SandboxPolicy policy, Path program) throws IOException {
        var needs = SandboxNeeds.of(List.of("/bin/sh"));
        try (var here = Workspace.open(console.directory(), console.environment())) {
            for (var profile : policy.profiles().distinct().toList())
                try (var call =
                        SandboxLauncher.prepared(
                                here.git(),
                                console.environment(),
                                profile,
                                policy.started(),
                                needs,
                                List.of())) {
                    var failure = call.failure();
                    if (failure.isPresent())
                        return DoctorFinding.broken(
                                "sandbox",
                                "no call can start in it: " + failure.get(),
                                "foldline sandbox shell checks -- true repeats this; correct the"
                                        + " path it names, or sandbox.grants");
                }
        }
        return DoctorFinding.good("sandbox", "works, with " + program);
    }

    private void agents(Settings settings) throws IOException {
        var team = settings.team();
        if (chains(settings).findAny().isEmpty()) {
            findings.add(
                    DoctorFinding.broken(
                            "agents",
                            "no agent is configured",
                            "name one in foldline.yaml (foldline init writes a starter)"));
        }
        var used = chains(settings).flatMap(List::stream).map(ChainLink::agent);
        for (var name : Stream.concat(used, team.agents().keySet().stream()).distinct().toList()) {
            var agent = team.agents().get(name);
            findings.add(agent != null ? agent(name, agent) : program(name, name));
            if (findings.getLast().level() == DoctorFinding.Level.GOOD
                    && WorkflowFactory.agents(settings).agents().get(name)
                            instanceof AgentDefinition.Known known) signIn(name, known);
        }
    }

    private DoctorFinding agent(String name, AgentSettings agent) {
        return switch (agent) {
            case AgentSettings.Scripted(var script) ->
                    Files.isRegularFile(script)
                            ? DoctorFinding.good("agent " + name, "plays " + script)
                            : DoctorFinding.broken(
                                    "agent " + name,
                                    "its script " + script + " does not exist",
                                    "create it, or name another in agents." + name + ".script");
            case AgentSettings.Chat(var endpoint) -> endpoint(name, endpoint);
            case AgentSettings.Command command -> program(name, program(command.run()));
            case AgentSettings.Known known ->
                    program(
                            name,
                            known.program().map(EnvironmentCheck::program).orElse(known.kind()));
        };
    }

    /** No call is made: whether the endpoint answers is seen by its first call. */
    private DoctorFinding endpoint(String name, ChatEndpoint endpoint) {
        var missing = endpoint.missingKey(console.environment());
        if (missing.isPresent())
            return DoctorFinding.broken(
                    "agent " + name,
                    "has no key: the variable " + missing.get() + " is not set",
                    "set it, or name another in agents." + name + ".api_key_env");
        return endpoint.isExposed()
                ? DoctorFinding.note(
                        "agent " + name,
                        endpoint.baseUrl() + " is not encrypted: prompts and key can be read",
                        "use https in agents." + name + ".base_url")
                : DoctorFinding.good(
                        "agent " + name, "asks " + endpoint.model() + " at " + endpoint.baseUrl());
    }

    /** A run would pass it over. */
    private void signIn(String name, AgentDefinition.Known known) throws IOException {
        if (new AgentProbe(console.environment(), console.directory()).signedIn(known)
                == SignedIn.NO)
            findings.add(
                    DoctorFinding.note(
                            "agent " + name,
                            "not signed in",
                            "sign in, or list the variable that holds its key under env:"));
    }

    /** Of a shell line, its first word: usually a program, but it may be the shell's own. */
    private static String program(ConfiguredCommand run) {
        return switch (run) {
            case ConfiguredCommand.Shell(var line) -> line.strip().split("\\s+", 2)[0];
            case ConfiguredCommand.Arguments(var words) -> words.getFirst();
        };
    }

    private DoctorFinding program(String name, String program) {
        var plain = program.matches("[\\w./+-]+");
        var found =
                Programs.find(
                        program,
                        console.environment().getOrDefault("PATH", ""),
                        console.directory());
        if (found.isPresent()) return DoctorFinding.good("agent " + name, "starts " + found.get());
        return plain
                ? DoctorFinding.broken(
                        "agent " + name,
                        "program " + program + " is not on the PATH",
                        "install it, or name another in agents." + name + ".run")
                : DoctorFinding.note("agent " + name, "is a shell command; it is not checked", "");
    }
}
