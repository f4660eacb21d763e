package dev.foldline.effects.environment;

import dev.foldline.core.effect.CheckEffect.OnFailure;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.event.CheckEvent.CheckFailed;
import dev.foldline.core.event.CheckEvent.CheckPassed;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.LocalContent;
import dev.foldline.core.state.LocalContents;
import dev.foldline.core.state.Spend;
import dev.foldline.core.verdict.CheckRun;
import dev.foldline.core.workflow.CleanCheckout;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.agent.AgentSandbox;
import dev.foldline.effects.context.Cancellation;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.environment.CheckCommandRunner.Execution;
import dev.foldline.effects.environment.ScratchCheckout.Purpose;
import dev.foldline.effects.process.ProcessEnd;
import dev.foldline.effects.process.ProcessExecutor;

import io.vavr.collection.Vector;
import io.vavr.control.Either;
import io.vavr.control.Option;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Runs checks. Their result is determined by exit codes, and their evidence is bound to the tree
 * they ran on.
 */
public final class CheckHandler {
    private static final int CHANGED_MAX = 50;
    private static final int MISSING_MAX = 10;

    /** A run keeps the checks that it was started with. */
    private static final String NO_PROGRAM_REMEDY =
            "\n"
                + "Install the program and run foldline retry; or run foldline cancel, change the"
                + " check, and start another run";

    private final RunContext run;
    private final CheckCommandRunner commands;
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
        this.commands =
                new CheckCommandRunner(run, new AgentSandbox(run, agents), processes, activity);
    }

    public Event run(long ticket, RunCheck effect, Cancellation stop) throws IOException {
        var before = trees.take(effect.protectedPaths());
        var request =
                new Request(effect, before, Execution.of(ticket, effect.deadlineMillis(), stop));
        var ran = run(request, new Series(run, effect.commands(), 1));
        if (ran.isLeft()) return ran.getLeft();
        var outcome = succeeding(request, ran.get());
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
    private record Request(RunCheck effect, String before, Execution execution) {
        long ticket() {
            return execution.ticket();
        }

        Spend spend() {
            return execution.spend();
        }
    }

    /**
     * Commands to run in order.
     *
     * @param place the working tree in which they run
     * @param number the number of the first one, by which its outputs are kept
     */
    private record Series(RunContext place, Vector<CommandLine> commands, int number) {}

    /** Returns what the commands said if all succeeded, or the event. */
    private Either<Event, CheckAttempts> run(Request request, Series series) throws IOException {
        int number = series.number();
        var ran = CheckAttempts.NONE;
        for (CommandLine command : series.commands()) {
            if (request.execution().stop().isCancelled())
                return Either.left(request.execution().cancelled());
            var attempt = commands.run(request.execution(), series.place(), command, number++);
            var unfinished = unfinished(request, attempt);
            if (unfinished.isPresent()) return Either.left(unfinished.get());
            ran =
                    ran.and(
                            attempt,
                            commands.result(
                                    series.place(), attempt, request.effect().comparison()));
            if (!ran.failed().isEmpty() && !goesOn(request.effect())) break;
        }
        return ran.failed().isEmpty() ? Either.right(ran) : Either.left(failing(request, ran));
    }

    private static boolean goesOn(RunCheck effect) {
        return effect.comparison().exists(each -> each.onFailure() == OnFailure.GO_ON);
    }

    /** Returns the event of a command that came to no verdict. */
    private Optional<Event> unfinished(Request request, CheckAttempt attempt) throws IOException {
        var result = attempt.result();
        if (result.ended() instanceof ProcessEnd.Cancelled)
            return Optional.of(request.execution().cancelled());
        if (result.ended() instanceof ProcessEnd.LauncherFailed(var why))
            return Optional.of(new EffectFailed(request.ticket(), AgentSandbox.fault(why)));
        var broken = attempt.broken();
        return broken.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new EffectFailed(
                                request.ticket(),
                                attempt.lacksProgram(run)
                                        ? Fault.of(
                                                Fault.Kind.NEEDS_PERSON,
                                                broken.get() + NO_PROGRAM_REMEDY)
                                        : new Fault(
                                                Fault.Kind.CHECK_BROKEN,
                                                broken.get(),
                                                Option.none(),
                                                outputOf(attempt))));
    }

    /** Runs the commands once more where only what a commit would contain exists. */
    private Event inCheckout(Request request, CheckPassed passed, CleanCheckout settings)
            throws IOException {
        var effect = request.effect();
        try (var checkout =
                ScratchCheckout.of(run, Purpose.CHECKS, passed.before(), settings.copied())) {
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

    private Event succeeding(Request request, CheckAttempts ran) throws IOException {
        long ticket = request.ticket();
        var effect = request.effect();
        var before = request.before();
        var printed = ran.printed();
        var spend = request.spend();
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
                            local,
                            checkRun(request, ran));
            case FAIL ->
                    new CheckFailed(
                            ticket,
                            effect.check(),
                            after,
                            CheckFailed.PASSED_INSTEAD,
                            output,
                            spend,
                            Option.of(OutputNormalizer.fingerprint(CheckFailed.PASSED_INSTEAD)),
                            Option.none(),
                            Option.none());
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

    private static Option<CheckRun> checkRun(Request request, CheckAttempts ran) {
        return request.effect()
                .comparison()
                .map(_ -> new CheckRun(request.before(), ran.results()));
    }

    private Event failing(Request request, CheckAttempts ran) throws IOException {
        long ticket = request.ticket();
        var effect = request.effect();
        var before = request.before();
        var spend = request.spend();
        var failing = ran.failed().head();
        var after = trees.readAfter(ticket, effect.protectedPaths());
        var text = ran.printedByFailed();
        var output = Option.of(run.blobs().put(text));
        var fingerprint = Option.of(ran.fingerprint());
        var command = Option.of(failing.command().text());
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
                                            + failing.ending(),
                                    output,
                                    spend,
                                    fingerprint,
                                    Option.none(),
                                    command);
            case PASS ->
                    new CheckFailed(
                            ticket,
                            effect.check(),
                            after,
                            ran.summary(),
                            output,
                            spend,
                            fingerprint,
                            checkRun(request, ran),
                            command);
        };
    }

    /** Returns the output of a submitted test before it was ended. */
    private Option<String> outputOf(CheckAttempt attempt) throws IOException {
        return attempt.command() instanceof CommandLine.Submitted
                        && attempt.result().ended() instanceof ProcessEnd.Signalled
                ? Option.of(run.blobs().put(attempt.text()))
                : Option.none();
    }
}
