package dev.foldline.app.command;

import dev.foldline.app.config.Configuration;
import dev.foldline.app.config.FlagValue;
import dev.foldline.app.output.ShellWord;
import dev.foldline.app.run.AttemptsRequest;
import dev.foldline.app.run.DefinedWorkflow;

import io.vavr.collection.Vector;

import picocli.CommandLine.Option;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The choices of the configuration that have a flag of their own. */
public final class ConfigurationOptions {
    @Option(
            names = "--workflow",
            paramLabel = "NAME|FILE",
            description = "Workflow to use: a name, or the path of a workflow file.")
    private Optional<String> workflow = Optional.empty();

    @Option(
            names = "--input",
            paramLabel = "NAME=VALUE",
            description = "Value of an input of the workflow file (repeatable).")
    private List<String> inputs = new ArrayList<>();

    @Option(
            names = "--base",
            paramLabel = "REV",
            description = "Base of the run's new branch; the branch is rebased onto it.")
    private Optional<String> base = Optional.empty();

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Set a key of foldline.yaml (repeatable).")
    private List<String> set = new ArrayList<>();

    @Option(
            names = "--agent",
            paramLabel = "ROLE=A,B",
            description = "Agents of a role, the preferred one first.")
    private List<String> agents = new ArrayList<>();

    @Option(
            names = "--gate",
            paramLabel = "PHASES",
            description = "Phases that wait for your approval.")
    private List<String> gates = new ArrayList<>();

    @Option(
            names = "--budget",
            paramLabel = "[PHASE.]KEY=VALUE",
            description = "Limit of the run or of a phase: agent_calls, wall, usd or tokens.")
    private List<String> budget = new ArrayList<>();

    @Option(
            names = "--iterations",
            paramLabel = "N",
            description = "Maximum number of iterations (plan, develop, commit).")
    private Optional<String> iterations = Optional.empty();

    @Option(
            names = "--attempts",
            paramLabel = "N",
            description = "Run the workflow this many times side by side, and keep the best run.")
    private Optional<Long> attempts = Optional.empty();

    @Option(
            names = "--pick",
            paramLabel = "BY",
            description =
                    "Who chooses the best attempt: reviewer, me (default), or measure: the highest"
                            + " number with which the output of your checks ends.")
    private Optional<String> pick = Optional.empty();

    @Option(names = "--reviews", paramLabel = "N", description = "Maximum number of review rounds.")
    private Optional<String> reviews = Optional.empty();

    @Option(
            names = "--pr",
            description = "End with a pull request, and fix what its checks and reviewers find.")
    private boolean delivers;

    @Option(
            names = "--share",
            paramLabel = "REMOTE",
            description =
                    "Publish the run to this remote or repository, so that another clone can"
                            + " continue it.")
    private Optional<String> share = Optional.empty();

    @Option(
            names = "--allow-failing-checks",
            description =
                    "Start even if the checks fail on the base, and commit as long as nothing"
                            + " else fails.")
    private boolean allowFailingChecks;

    @Option(
            names = "--guard",
            paramLabel = "MODE",
            description =
                    "If the run changes what judges it: gate (ask you at the end), refuse (put it"
                            + " back), report, or off for a task about tests or checks.")
    private Optional<String> guard = Optional.empty();

    @Option(
            names = "--questions",
            paramLabel = "MODE",
            description =
                    "If an agent asks something: park (wait for your answer), assume (take its"
                            + " recommendation), or forbid (let it decide).")
    private Optional<String> questions = Optional.empty();

    /** The values of the workflow's inputs, as typed. */
    public List<String> inputs() {
        return List.copyOf(inputs);
    }

    /**
     * The workflow file of a configuration, if a user wrote its workflow. A path on the command
     * line is relative to the current directory, one in {@code foldline.yaml} to the root.
     */
    public Optional<DefinedWorkflow> definition(
            Console console, Path root, Configuration configuration) throws IOException {
        return DefinedWorkflow.find(
                configuration.settings().course().workflow(),
                root,
                workflow.isPresent() ? console.directory() : root,
                console.environment(),
                Vector.ofAll(inputs),
                AttemptsRequest.of(attempts, pick));
    }

    /** What was typed, as flags of the configuration. */
    public List<FlagValue> flags() {
        var flags = new ArrayList<FlagValue>();
        workflow.ifPresent(name -> flags.add(FlagValue.of("--workflow", "workflow", name)));
        base.ifPresent(revision -> flags.add(FlagValue.of("--base", "base", revision)));
        iterations.ifPresent(count -> flags.add(FlagValue.of("--iterations", "iterations", count)));
        reviews.ifPresent(count -> flags.add(FlagValue.of("--reviews", "reviews", count)));
        share.ifPresent(remote -> flags.add(FlagValue.of("--share", "share.remote", remote)));
        guard.ifPresent(mode -> flags.add(FlagValue.of("--guard", "guard.on_change", mode)));
        questions.ifPresent(mode -> flags.add(FlagValue.of("--questions", "questions", mode)));
        if (allowFailingChecks) flags.add(FlagValue.set("checks_on_base=compare"));
        if (delivers) flags.add(FlagValue.set("forge.deliver=pull_request"));
        set.forEach(word -> flags.add(FlagValue.set(word)));
        agents.forEach(word -> flags.add(FlagValue.agent(word)));
        if (!gates.isEmpty()) flags.add(FlagValue.gate(String.join(",", gates)));
        budget.forEach(word -> flags.add(FlagValue.budget(word)));
        return flags;
    }

    /** The same for a shell, with a space before each. */
    public String words() {
        return flags().stream()
                        .map(flag -> " " + flag.flag() + " " + ShellWord.of(flag.argument()))
                        .collect(Collectors.joining())
                + inputs.stream()
                        .map(input -> " --input " + ShellWord.of(input))
                        .collect(Collectors.joining())
                + attempts.map(count -> " --attempts " + count).orElse("")
                + pick.map(by -> " --pick " + ShellWord.of(by)).orElse("");
    }
}
