package dev.foldline.app.command.setup;

import dev.foldline.app.command.Console;
import dev.foldline.app.command.agent.Probe;
import dev.foldline.app.command.agent.Probe.SignedIn;
import dev.foldline.app.config.AgentSettings;
import dev.foldline.app.config.InvalidConfiguration;
import dev.foldline.app.config.Settings;
import dev.foldline.app.config.Starter;
import dev.foldline.app.config.key.CommandLine;
import dev.foldline.app.run.Course;
import dev.foldline.effects.agent.AgentDefinition;
import dev.foldline.effects.git.Git;
import dev.foldline.effects.git.GitReads.Identity;
import dev.foldline.effects.git.GitSettings;
import dev.foldline.effects.git.Opening;
import dev.foldline.effects.git.local.Repositories;
import dev.foldline.effects.process.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What a run would find around it: Java, git, the repository, the configuration, the agents. */
final class SurroundingsCheckup {
    private final Console console;
    private final List<Finding> findings = new ArrayList<>();

    SurroundingsCheckup(Console console) {
        this.console = console;
    }

    List<Finding> findings() throws IOException {
        findings.add(Finding.good("java", Runtime.version().toString()));
        repository();
        configuration();
        return findings;
    }

    private void repository() throws IOException {
        switch (new Repositories(GitSettings.from(console.environment())).open(console.directory())) {
            case Opening.Opened(var git) -> {
                try (git) {
                    repository(git);
                }
            }
            case Opening.Refused refused -> findings.add(Finding.broken("repository", refused.what() + " (" + refused.where() + ")", refused.remedy()));
        }
    }

    private void repository(Git git) throws IOException {
        var root = git.place().root();
        findings.add(Finding.good("repository", root.toString()));
        switch (git.identity()) {
            case Identity.Known(var committer) -> findings.add(Finding.good("identity", committer));
            case Identity.Unknown unknown      -> findings.add(Finding.broken("identity", "git knows no name and address to commit with", unknown.remedy()));
        }
        git.unfinishedOperation().ifPresent(operation -> findings.add(Finding.broken("repository", "a " + operation + " is half done",
                "git " + operation + " --continue, or git " + operation + " --abort")));
        for (var lock : git.lockFiles()) {
            findings.add(Finding.broken("lock", lock + " is there: another git is at work, or one has died", "if no git runs: rm '" + lock + "'"));
        }
        if (git.head().detached()) findings.add(Finding.note("repository", "HEAD is detached; a run begins its branch there", "git switch <branch>"));
        prompt(root.resolve(Init.PROMPT));
    }

    private void prompt(Path file) throws IOException {
        if (Files.isRegularFile(file) && Starter.hasSentinel(Files.readString(file))) {
            findings.add(Finding.note("task", Init.PROMPT + " is still the starter", "write the task into it and delete its first line"));
        }
    }

    private void configuration() throws IOException {
        try {
            var settings = Setting.at(console, List.of()).load().settings();
            findings.add(Finding.good("configuration", "workflow " + settings.course().workflow()));
            agents(settings);
        } catch (InvalidConfiguration invalid) {
            invalid.problems().forEach(problem -> findings.add(
                    Finding.broken("configuration", problem.origin().describe() + ": " + problem.what(), problem.remedy())));
        }
    }

    private void agents(Settings settings) throws IOException {
        var team = settings.team();
        if (team.chains().isEmpty()) {
            findings.add(Finding.broken("agents", "no agent is configured", "name one in foldline.yaml (foldline init writes one to fill in)"));
        }
        var used = team.chains().values().stream().flatMap(List::stream).map(link -> link.agent());
        for (var name : Stream.concat(used, team.agents().keySet().stream()).distinct().toList()) {
            var agent = team.agents().get(name);
            findings.add(agent != null ? agent(name, agent) : program(name, name));
            if (findings.getLast().level() == Finding.Level.GOOD && Course.agents(settings).agents().get(name) instanceof AgentDefinition.Known known) signIn(name, known);
        }
    }

    private Finding agent(String name, AgentSettings agent) {
        return switch (agent) {
            case AgentSettings.Scripted(var script) -> Files.isRegularFile(script) ? Finding.good("agent " + name, "plays " + script)
                    : Finding.broken("agent " + name, "its script " + script + " is not there", "write it, or name another in agents." + name + ".script");
            case AgentSettings.Command command -> program(name, program(command.run()));
            case AgentSettings.Known known     -> program(name, known.program().map(SurroundingsCheckup::program).orElse(known.kind()));
        };
    }

    /** A run would pass it over. */
    private void signIn(String name, AgentDefinition.Known known) throws IOException {
        if (new Probe(console.environment(), console.directory()).signedIn(known) == SignedIn.NO)
            findings.add(Finding.note("agent " + name, "nobody is signed in, as it says itself", "sign in, or list the variable that holds its key below env:"));
    }

    /** Of a shell line, its first word: usually a program, but it may be the shell's own. */
    private static String program(CommandLine run) {
        return switch (run) {
            case CommandLine.Shell(var line)      -> line.strip().split("\\s+", 2)[0];
            case CommandLine.Arguments(var words) -> words.getFirst();
        };
    }

    private Finding program(String name, String program) {
        var plain = program.matches("[\\w./+-]+");
        var found = Programs.find(program, console.environment().getOrDefault("PATH", ""), console.directory());
        if (found.isPresent()) return Finding.good("agent " + name, "starts " + found.get());
        return plain ? Finding.broken("agent " + name, "there is no program " + program + " on the PATH", "install it, or name another in agents." + name + ".run")
                : Finding.note("agent " + name, "is a shell line; whether it can be started shows when it is", "");
    }
}
