package dev.foldline.effects.environment;

import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.event.CheckEvent.CheckFailed;
import dev.foldline.core.event.CheckEvent.CheckPassed;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectCancelled;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.LocalContent;
import dev.foldline.core.state.LocalContents;
import dev.foldline.core.state.Spend;
import dev.foldline.core.workflow.CleanCheckout;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.agent.AgentSandbox;
import dev.foldline.effects.context.Cancellation;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.process.ChildEnvironment;
import dev.foldline.effects.process.Deadlines;
import dev.foldline.effects.process.OutputFiles;
import dev.foldline.effects.process.ProcessEnd;
import dev.foldline.effects.process.ProcessExecutor;
import dev.foldline.effects.process.ProcessInput;
import dev.foldline.effects.process.ProcessListener;
import dev.foldline.effects.process.ProcessResult;
import dev.foldline.effects.process.ProcessSpec;
import dev.foldline.effects.process.Programs;

import io.vavr.collection.Vector;
import io.vavr.control.Either;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Runs checks. Their result is determined by exit codes, and their evidence is bound to the tree
 * they ran on.
 */
public final class CheckHandler {
    private static final int SUMMARY_CHARS_MAX = 1_500;
    private static final int CHANGED_MAX = 50;
    private static final int MISSING_MAX = 10;
    private static final Pattern NOT_FOUND = Pattern.compile("(\\S+): (?:command )?not found");

    /** Up to this size, both outputs of a check together are kept completely. */
    private static final int WHOLE_BYTES_MAX = 64 << 10;

    private final RunContext run;
    private final AgentSandbox sandboxes;
    private final ProcessExecutor processes;
    private final Consumer<String> activity;
    private final Trees trees;

    /** Reads the working tree without the protected paths. */
    interface Trees {
        /** Returns the tree before commands that can change it. */
        String take(Vector<String> kept) throws IOException;

        /** Returns the tree after the commands of an effect. */
        String readAfter(long ticket, Vector<String> kept) throws IOException;
    }

    /** A handler of checks without a sandbox. */
    public CheckHandler(RunContext run, ProcessExecutor processes, Consumer<String> activity) {
        this(run, new AgentRegistry(Map.of()), processes, activity, new RecentTree(run));
    }

    /**
     * @param agents the registry, which has the sandbox of checks
     */
    CheckHandler(
            RunContext run,
            AgentRegistry agents,
            ProcessExecutor processes,
            Consumer<String> activity,
            Trees trees) {
        this.run = run;
        this.trees = trees;
        this.sandboxes = new AgentSandbox(run, agents);
        this.processes = processes;
        this.activity = activity;
    }

    public Event run(long ticket, RunCheck effect, Cancellation stop) throws IOException {
        var before = trees.take(effect.protectedPaths());
        var began = System.nanoTime();
        var request = new Request(ticket, effect, before, began, stop);
        var ran = run(request, new Series(run, effect.commands(), 1));
        if (ran.isLeft()) return ran.getLeft();
        var outcome = succeeding(ticket, effect, before, ran.get(), spend(began));
        return effect.checkout().isDefined()
                        && outcome instanceof CheckPassed passed
                        && passed.before().equals(passed.after())
                ? inCheckout(request, passed, effect.checkout().get())
                : outcome;
    }

    /**
     * A check to run.
     *
     * @param before the working tree before it
     */
    private record Request(
            long ticket, RunCheck effect, String before, long beganNanos, Cancellation stop) {
        Spend spend() {
            return CheckHandler.spend(beganNanos);
        }
    }

    /**
     * Commands to run in order.
     *
     * @param place the working tree in which they run
     * @param number the number of the first one, by which its outputs are kept
     */
    private record Series(RunContext place, Vector<CommandLine> commands, int number) {}

    /** Returns what the commands printed, or the event if one did not succeed. */
    private Either<Event, String> run(Request request, Series series) throws IOException {
        int number = series.number();
        var printed = new StringBuilder();
        for (CommandLine command : series.commands()) {
            if (request.stop().isCancelled()) return Either.left(cancelled(request));
            var attempt = run(request, series.place(), command, number++);
            var unsuccessful = unsuccessful(request, attempt);
            if (unsuccessful.isPresent()) return Either.left(unsuccessful.get());
            printed.append(text(attempt.result()));
        }
        return Either.right(printed.toString());
    }

    private Optional<Event> unsuccessful(Request request, Attempt attempt) throws IOException {
        var command = attempt.command();
        var result = attempt.result();
        if (result.ended() instanceof ProcessEnd.Cancelled) return Optional.of(cancelled(request));
        if (result.ended() instanceof ProcessEnd.LauncherFailed(var why))
            return Optional.of(new EffectFailed(request.ticket(), AgentSandbox.fault(why)));
        var broken = broken(command, result);
        if (broken.isPresent())
            return Optional.of(
                    new EffectFailed(
                            request.ticket(),
                            lacksProgram(command, result)
                                    ? Fault.of(
                                            Fault.Kind.NEEDS_PERSON,
                                            broken.get()
                                                    + "\nInstall the program, or change the check")
                                    : new Fault(
                                            Fault.Kind.CHECK_BROKEN,
                                            broken.get(),
                                            Option.none(),
                                            outputOf(command, result))));
        return result.succeeded()
                ? Optional.empty()
                : Optional.of(
                        failing(
                                request.ticket(),
                                request.effect(),
                                request.before(),
                                attempt,
                                request.spend()));
    }

    private static Event cancelled(Request request) {
        return new EffectCancelled(request.ticket(), request.spend(), Instant.now());
    }

    /** Runs the commands once more where only what a commit would contain exists. */
    private Event inCheckout(Request request, CheckPassed passed, CleanCheckout settings)
            throws IOException {
        var effect = request.effect();
        try (var checkout = ScratchCheckout.of(run, passed.before(), settings.copied())) {
            var ran =
                    run(
                            request,
                            new Series(
                                    checkout.context(),
                                    settings.setup().appendAll(effect.commands()),
                                    effect.commands().size() + 1));
            return ran.isRight()
                    ? passed.withSpend(request.spend())
                    : ran.getLeft() instanceof CheckFailed failed
                            ? failed.withSummary(onlyHere(effect, failed.summary()))
                            : ran.getLeft();
        }
    }

    private String onlyHere(RunCheck effect, String summary) throws IOException {
        var missing =
                Vector.ofAll(run.git().localContent(run.exclusions(effect.protectedPaths())))
                        .filter(each -> each.kind() != LocalContent.Kind.UNTRACKED)
                        .map(LocalContent::name)
                        .take(MISSING_MAX);
        return "the checks passed in the working tree, but on a clean checkout of what would be"
                + " committed "
                + summary
                + (missing.isEmpty() ? "" : "\nNo commit would contain " + missing.mkString(", "))
                + "\nFiles that a checkout needs beside the commit are named in worktree.copy,"
                + " commands that set it up in worktree.setup";
    }

    private Attempt run(Request request, RunContext place, CommandLine command, int number)
            throws IOException {
        long ticket = request.ticket();
        var stop = request.stop();
        var words = ProcessSpec.words(command);
        try (var sandbox = sandboxes.forCheck(place.git(), words)) {
            var spec =
                    new ProcessSpec(
                            words,
                            place.root(),
                            environment(command, ticket),
                            run.marker(ticket),
                            new ProcessInput.Nothing(),
                            run.output(OutputFiles.nameOfCheck(ticket, number)),
                            Deadlines.ofTotal(Duration.ofMillis(request.effect().deadlineMillis())),
                            sandbox.launcher());
            var result =
                    processes.run(
                            spec,
                            new ProcessListener(activity, activity, () -> false),
                            process -> stop.onCancel(process::cancel));
            var notes = sandbox.notes(result.tails(), run.environment());
            notes.forEach(activity);
            return new Attempt(command, result, notes);
        }
    }

    /** A command submitted by an external agent gets no more permissions than that agent. */
    private Map<String, String> environment(CommandLine command, long ticket) {
        return command instanceof CommandLine.Submitted
                ? ChildEnvironment.forAgents(run.environment(), run.listed(), run.marker(ticket))
                : ChildEnvironment.forChecks(run.environment());
    }

    /**
     * A command that ran.
     *
     * @param notes what its sandbox kept from it
     */
    private record Attempt(CommandLine command, ProcessResult result, Vector<String> notes) {}

    private Event succeeding(
            long ticket, RunCheck effect, String before, String printed, Spend spend)
            throws IOException {
        var local =
                effect.setup().isDefined()
                        ? made(effect.protectedPaths(), effect.setup().get())
                        : Vector.<LocalContent>empty();
        var after =
                trees.readAfter(
                        ticket,
                        effect.protectedPaths()
                                .appendAll(LocalContents.NONE.owning(local).excludedPaths()));
        var output =
                printed.isBlank() ? Option.<String>none() : Option.of(run.blobs().put(printed));
        return switch (effect.expectation()) {
            case PASS ->
                    new CheckPassed(
                            ticket,
                            effect.check(),
                            before,
                            after,
                            output,
                            spend,
                            changed(before, after),
                            local);
            case FAIL ->
                    new CheckFailed(
                            ticket,
                            effect.check(),
                            after,
                            CheckFailed.PASSED_INSTEAD,
                            output,
                            spend,
                            Option.of(OutputNormalizer.fingerprint(CheckFailed.PASSED_INSTEAD)));
        };
    }

    /** Returns the paths that the check changed, at most some of them. */
    private Vector<String> changed(String before, String after) throws IOException {
        return before.equals(after)
                ? Vector.empty()
                : Vector.ofAll(run.git().changedPaths(before, after)).take(CHANGED_MAX);
    }

    /** Returns what the commands have added to the tree. */
    private Vector<LocalContent> made(Vector<String> excluded, Vector<LocalContent> before)
            throws IOException {
        return Vector.ofAll(run.git().localContent(run.exclusions(excluded))).removeAll(before);
    }

    private Event failing(long ticket, RunCheck effect, String before, Attempt failing, Spend spend)
            throws IOException {
        var after = trees.readAfter(ticket, effect.protectedPaths());
        var text = text(failing.result());
        var output = Option.of(run.blobs().put(text));
        var fingerprint =
                Option.of(
                        OutputNormalizer.fingerprint(
                                failing.command().text()
                                        + "\n"
                                        + how(failing.result())
                                        + "\n"
                                        + text));
        return switch (effect.expectation()) {
            case FAIL ->
                    failing.result().ended() instanceof ProcessEnd.Exited
                            ? new CheckPassed(ticket, effect.check(), before, after, output, spend)
                            : new CheckFailed(
                                    ticket,
                                    effect.check(),
                                    after,
                                    "the check '"
                                            + failing.command().text()
                                            + "' was expected to fail, but came to no verdict: "
                                            + ending(failing),
                                    output,
                                    spend,
                                    fingerprint);
            case PASS ->
                    new CheckFailed(
                            ticket,
                            effect.check(),
                            after,
                            "the check '"
                                    + failing.command().text()
                                    + "' failed: "
                                    + ending(failing),
                            output,
                            spend,
                            fingerprint);
        };
    }

    private static String text(ProcessResult result) throws IOException {
        var isWhole = result.out().bytes() + result.err().bytes() <= WHOLE_BYTES_MAX;
        var err = text(result.err(), isWhole);
        return text(result.out(), isWhole) + (err.isBlank() ? "" : "\n" + err);
    }

    /** Returns the output, or its end if it is too long. */
    private static String text(ProcessResult.Output output, boolean whole) throws IOException {
        if (output.bytes() == 0) return "";
        if (whole && !output.isCut())
            return new String(Files.readAllBytes(output.file()), StandardCharsets.UTF_8);
        long left = output.bytes() - output.tail().getBytes(StandardCharsets.UTF_8).length;
        return (left > 0 ? "[the first " + left + " bytes are left out]\n" : "") + output.tail();
    }

    private static String how(ProcessResult result) {
        return switch (result.ended()) {
            case ProcessEnd.Exited(var code) -> "exit code " + code;
            case ProcessEnd.Signalled(var signal) -> "signal " + signal;
            case ProcessEnd.TimedOut _ -> "it took too long";
            case ProcessEnd.StartFailed(var why) -> why;
            case ProcessEnd.LauncherFailed(var why) -> why;
            case ProcessEnd.Cancelled _ -> "cancelled";
        };
    }

    private static String ending(Attempt failing) {
        var tail = failing.result().tails().strip();
        return how(failing.result())
                + "\n"
                + (tail.length() > SUMMARY_CHARS_MAX
                        ? "..." + tail.substring(tail.length() - SUMMARY_CHARS_MAX)
                        : tail)
                + failing.notes().map(note -> "\n" + note).mkString();
    }

    /** A check that cannot run has no result. */
    private static Optional<String> broken(CommandLine command, ProcessResult result) {
        return switch (result.ended()) {
            case ProcessEnd.StartFailed(var why) ->
                    Optional.of("the check '" + command.text() + "' could not be started: " + why);
            case ProcessEnd.Exited exited when exited.saysItNeverRan() ->
                    Optional.of(
                            "the check '"
                                    + command.text()
                                    + "' could not be run (exit code "
                                    + exited.code()
                                    + "): "
                                    + result.err().tail().strip());
            case ProcessEnd.Signalled(var signal) when command instanceof CommandLine.Submitted ->
                    Optional.of(
                            "the check '"
                                    + command.text()
                                    + "' came to no verdict: it was ended by signal "
                                    + signal
                                    + "\n");
            case ProcessEnd.Exited _,
                    ProcessEnd.Signalled _,
                    ProcessEnd.LauncherFailed _,
                    ProcessEnd.TimedOut _,
                    ProcessEnd.Cancelled _ ->
                    Optional.empty();
        };
    }

    /**
     * Returns whether a program that the check names is not installed. No work in the tree can
     * change that, unlike a missing program that something else starts.
     */
    private boolean lacksProgram(CommandLine command, ProcessResult result) {
        if (command instanceof CommandLine.Submitted) return false;
        var words = List.of(command.text().split("\\s+"));
        return switch (result.ended()) {
            case ProcessEnd.StartFailed _ -> isMissing(words.getFirst());
            case ProcessEnd.Exited _ ->
                    NOT_FOUND
                            .matcher(result.err().tail())
                            .results()
                            .map(found -> found.group(1))
                            .anyMatch(name -> words.contains(name) && isMissing(name));
            case ProcessEnd.Signalled _,
                    ProcessEnd.LauncherFailed _,
                    ProcessEnd.TimedOut _,
                    ProcessEnd.Cancelled _ ->
                    false;
        };
    }

    private boolean isMissing(String program) {
        return !program.contains("/")
                && Programs.find(program, run.environment().getOrDefault("PATH", ""), run.root())
                        .isEmpty();
    }

    /** Returns the output of a submitted test before it was ended. */
    private Option<String> outputOf(CommandLine command, ProcessResult result) throws IOException {
        return command instanceof CommandLine.Submitted
                        && result.ended() instanceof ProcessEnd.Signalled
                ? Option.of(run.blobs().put(text(result)))
                : Option.none();
    }

    private static Spend spend(long beganNanos) {
        return Spend.millis(Duration.ofNanos(System.nanoTime() - beganNanos).toMillis());
    }
}
