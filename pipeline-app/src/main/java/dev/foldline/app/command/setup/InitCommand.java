package dev.foldline.app.command.setup;

import dev.foldline.app.command.Console;
import dev.foldline.app.config.Configuration;
import dev.foldline.app.config.Sources;
import dev.foldline.app.config.Starter;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.run.AgentProbe;
import dev.foldline.app.run.AgentProbe.SignedIn;
import dev.foldline.app.run.WorkflowFactory;
import dev.foldline.effects.git.GitOptions;
import dev.foldline.effects.git.OpenRepositoryResult;
import dev.foldline.effects.git.local.Repositories;
import dev.foldline.effects.sandbox.Bubblewrap;

import picocli.CommandLine.Command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/** Writes the two files a user fills in, or the one of them that is not there, and nothing else. */
@Command(
        name = "init",
        description =
                "Write a foldline.yaml with the agents and checks found here, and a starter"
                        + " PROMPT.md. Existing files are kept, and nothing is committed.",
        footer = "  foldline init && $EDITOR foldline.yaml PROMPT.md && foldline plan")
public final class InitCommand implements Callable<Integer> {
    /** The name of the prompt's file. */
    static final String PROMPT = "PROMPT.md";

    private final Console console;

    public InitCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        var root = root();
        var files = new LinkedHashMap<Path, String>();
        var found =
                Files.exists(root.resolve(Sources.FILE_NAME))
                        ? new Found(List.of(), Optional.empty(), Optional.empty(), false)
                        : found(root);
        files.put(root.resolve(Sources.FILE_NAME), found.configuration());
        files.put(root.resolve(PROMPT), Starter.prompt());
        var left = files.keySet().stream().filter(Files::exists).toList();
        if (left.size() == files.size()) throw nothingToWrite(root, left);
        files.keySet().removeAll(left);
        for (var file : files.entrySet())
            Files.writeString(
                    file.getKey(),
                    file.getValue(),
                    StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.WRITE);
        var next = next(files.keySet().stream().map(InitCommand::name).toList(), found);
        if (console.isJson()) {
            console.print(
                    JsonOutput.fields(
                            "schema",
                            "foldline.init/1",
                            "ok",
                            true,
                            "exit",
                            0,
                            "written",
                            List.copyOf(files.keySet()),
                            "left",
                            left,
                            "agents",
                            found.agents(),
                            "checks",
                            found.checks(),
                            "next",
                            next));
        } else {
            files.keySet().forEach(file -> console.print("wrote " + name(file) + "\n"));
            if (!found.agents().isEmpty())
                console.print("found the agents " + String.join(", ", found.agents()) + "\n");
            printCheck(found);
            if (found.canSandbox()) console.print("calls have a sandbox of bubblewrap\n");
            left.forEach(file -> console.print("kept " + name(file) + "\n"));
            next.forEach(step -> console.print("  next: " + step + "\n"));
        }
        return ExitCode.DONE.value();
    }

    private void printCheck(Found found) {
        found.check()
                .map(each -> "found " + each.file() + ": the check is " + found.command(each))
                .ifPresent(line -> console.print(line + "\n"));
        found.proposal()
                .map(each -> "failures have names: " + each.form().reason())
                .ifPresent(line -> console.print(line + "\n"));
    }

    /**
     * What the configuration can name.
     *
     * @param agents names of agents that are signed in, or whose login cannot be seen
     * @param proposal the form in which failures of the check have names; empty if none is known
     * @param canSandbox whether calls can have a sandbox here
     */
    private record Found(
            List<String> agents,
            Optional<ProjectCheck> check,
            Optional<CheckProposal> proposal,
            boolean canSandbox) {
        List<String> checks() {
            return check.map(this::command).stream().toList();
        }

        String command(ProjectCheck project) {
            return proposal.map(CheckProposal::command).orElse(project.command());
        }

        private List<String> entries() {
            return proposal.map(each -> List.of(each.entry())).orElseGet(this::checks);
        }

        String configuration() {
            var text = Starter.configuration(agents, entries());
            return canSandbox
                    ? Starter.sandboxed(text, check.map(ProjectCheck::caches).orElse(List.of()))
                    : text;
        }
    }

    private Found found(Path root) throws IOException {
        var settings =
                Configuration.load(
                                Sources.of(root, console.environment(), List.of()),
                                WorkflowFactory.catalogue())
                        .settings();
        var seen = new AgentProbe(console.environment(), root).all(settings);
        var check = ProjectCheck.of(root);
        return new Found(
                Stream.of(SignedIn.YES, SignedIn.UNKNOWN)
                        .flatMap(
                                state ->
                                        seen.stream()
                                                .filter(each -> each.program().isPresent())
                                                .filter(each -> each.signedIn() == state)
                                                .map(AgentProbe.Seen::name))
                        .toList(),
                check,
                check.flatMap(each -> CheckProposal.of(root, each.command())),
                Bubblewrap.on(console.environment()) instanceof Bubblewrap.Availability.Available);
    }

    private static List<String> next(List<String> written, Found found) {
        var steps = new ArrayList<String>();
        if (written.contains(Sources.FILE_NAME) && found.agents().isEmpty())
            steps.add("edit " + Sources.FILE_NAME + ": name an agent");
        if (written.contains(PROMPT))
            steps.add("edit " + PROMPT + ": describe the task, delete its first line");
        steps.add("foldline plan");
        return steps;
    }

    private static UserError nothingToWrite(Path root, List<Path> left) {
        var names = left.stream().map(InitCommand::name).toList();
        return new UserError(
                String.join(" and ", names) + " already exist; nothing was written",
                root.toString(),
                "mv " + names.getFirst() + " " + names.getFirst() + ".old && foldline init",
                ExitCode.FAILED);
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }

    /** The top of the working tree. A repository without a commit is good enough for two files. */
    private Path root() throws IOException {
        return switch (new Repositories(GitOptions.from(console.environment()))
                .open(console.directory())) {
            case OpenRepositoryResult.Opened(var git) -> {
                try (git) {
                    yield git.place().root();
                }
            }
            case OpenRepositoryResult.Unborn(var where) -> where;
            case OpenRepositoryResult.Refused refused ->
                    throw new UserError(
                            refused.what(),
                            refused.where().toString(),
                            refused.remedy(),
                            ExitCode.USAGE);
        };
    }
}
