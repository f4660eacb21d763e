package dev.foldline.app.command.operate;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.RunArgument;
import dev.foldline.app.command.RunReport;
import dev.foldline.app.config.FlagValue;
import dev.foldline.app.config.Settings;
import dev.foldline.app.gate.OfflineApproval;
import dev.foldline.app.history.Point;
import dev.foldline.app.history.RunHistory;
import dev.foldline.app.history.RunSummary;
import dev.foldline.app.run.BackgroundDriver;
import dev.foldline.app.run.CallerCheck;
import dev.foldline.app.run.DriverOptions;
import dev.foldline.app.run.MissingTexts;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.app.run.RunLauncher.Started;
import dev.foldline.app.run.RunLog;
import dev.foldline.app.run.WorkflowFactory;
import dev.foldline.app.run.Workspace;
import dev.foldline.app.runtime.WorkflowLookup;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Rejection;
import dev.foldline.core.event.ParentRun;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.builtin.Tasks;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunLock;

import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/** {@code foldline resume}: takes a run up where it stands. */
@picocli.CommandLine.Command(name = "resume", description = "Resume a run.")
public final class ResumeCommand implements Callable<Integer> {
    /** Instead of a phase: the run is to pause before none. */
    private static final String NOWHERE = "end";

    private final Console console;

    @Parameters(arity = "0..1", paramLabel = "RUN", description = "Run id (default: latest).")
    private String run = "@";

    @Option(
            names = "--budget",
            paramLabel = "[PHASE.]KEY=[+]VALUE",
            description =
                    "First raise a limit of the run or of a phase: agent_calls, wall, usd or"
                            + " tokens.")
    private List<String> budget = new ArrayList<>();

    @Option(
            names = "--until",
            paramLabel = "PHASE",
            description = "Pause before this phase instead of the one set before; 'end' clears it.")
    private Optional<String> until = Optional.empty();

    @Option(names = "--wait", description = "Wait at gates and limits instead of exiting.")
    private boolean waits;

    @Option(
            names = "--now",
            description =
                    "Retry now instead of waiting for an agent's limit or a retry; the preferred"
                            + " agent is called first.")
    private boolean now;

    @Option(
            names = "--accept-rules",
            description = "Continue even if the run started under another version of the rules.")
    private boolean acceptRules;

    @Option(
            names = "--as-it-is",
            description = "Continue even if files have changed since a gate was approved.")
    private boolean asItIs;

    @Option(
            names = "--detach",
            description = "Drive the run in a background process that outlives this terminal.")
    private boolean detach;

    /**
     * What a detached driver still has to know of the flags of {@code run}; a person changes
     * foldline.yaml instead.
     */
    @Option(
            names = "--set",
            hidden = true,
            paramLabel = "KEY=VALUE",
            description = "Set a key of foldline.yaml (repeatable).")
    private List<String> begunWith = new ArrayList<>();

    public ResumeCommand(Console console) {
        this.console = console;
    }

    /**
     * Takes a run up as the command does that is asked nothing else, in a process of its own.
     *
     * @param rules whether it may go on under other rules
     * @param now whether it tries again at once what waits for a time
     * @return the run as that process took it
     * @throws UserError if it cannot go on, or goes on with its workflow
     */
    public static RunReport apart(Workspace here, RunDirectory run, boolean rules, boolean now)
            throws IOException, InterruptedException {
        refuseTask(run);
        var started =
                new Leave(rules, false, List.of(), Optional.empty(), tryingNow(now))
                        .taken(
                                here,
                                run,
                                RunLauncher.configuration(here, run, List.of()).settings());
        var taken =
                BackgroundDriver.start(
                        new BackgroundDriver.Ground(here.root(), here.environment()),
                        here,
                        started,
                        words(run, false, rules, List.of()));
        return RunReport.ofRunning(run, RunHistory.open(run).latest(), taken.root());
    }

    /**
     * Rejects a task: its workflow would find it driven by a process that does not report its
     * result.
     */
    private static void refuseTask(RunDirectory run) throws IOException {
        var state = RunHistory.open(run).latest().state();
        for (var parent :
                state.header()
                        .parent()
                        .filter(_ -> !(state.lifecycle() instanceof Lifecycle.Ended)))
            throw new UserError(
                    "run " + run.id() + " is a task of workflow " + parent.run(),
                    run.events().toString(),
                    "foldline workflow resume " + parent.run(),
                    ExitCode.FAILED);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        try (var here = Workspace.open(console.directory(), console.environment())) {
            CallerCheck.refuseAgents();
            var directory =
                    RunArgument.confirm(console, here.runs(), run, here.find(run), "resume");
            if (now
                    && asksNothingElse()
                    && (RunLock.holder(directory.lock()).isPresent()
                            || WorkflowLookup.resumption(directory).isDefined()))
                return CommandSender.ask(
                        console,
                        directory,
                        new Command.SkipWait(Instant.now()),
                        "Run " + directory.id() + " retries now.");
            var settings =
                    RunLauncher.configuration(
                                    here,
                                    directory,
                                    begunWith.stream().map(FlagValue::set).toList())
                            .settings();
            var started =
                    new Leave(acceptRules, asItIs, budget, until, tryingNow(now))
                            .taken(here, directory, settings);
            return detach
                    ? RunDriver.detach(
                            console, here, started, words(directory, waits, acceptRules, begunWith))
                    : RunDriver.drive(console, here, started, settings, new DriverOptions(waits));
        } catch (RunAlreadyEnded over) {
            return over(over);
        }
    }

    private static Optional<Command.SkipWait> tryingNow(boolean now) {
        return now ? Optional.of(new Command.SkipWait(Instant.now())) : Optional.empty();
    }

    /** Skips the wait. This is the only command that may precede a new driver. */
    private boolean asksNothingElse() {
        return budget.isEmpty() && until.isEmpty() && !waits && !detach;
    }

    /**
     * Maps the result to an exit code: a run that has completed its phase is done; any other end
     * keeps its code.
     */
    private int over(RunAlreadyEnded over) throws IOException {
        var report = RunReport.of(over.run(), over.end(), console.directory());
        if (!(over.end().state().lifecycle() instanceof Lifecycle.Ended(Outcome.Completed _)))
            throw new UserError(
                    over.message(), over.place(), over.hint(), report.standing().exit());
        if (console.isJson()) console.print(report.document());
        else console.print("Run " + over.run().id() + " is already completed.\n");
        return ExitCode.DONE.value();
    }

    /**
     * The options of a resume.
     *
     * @param rules whether it may go on under other rules
     * @param ground whether it may go on behind a gate although files have changed
     * @param budget limits to raise first
     * @param until the phase before which it is to pause, if that changes
     * @param skipWait tries again at once what waits for a time
     */
    private record Leave(
            boolean rules,
            boolean ground,
            List<String> budget,
            Optional<String> until,
            Optional<Command.SkipWait> skipWait) {
        Started taken(Workspace here, RunDirectory directory, Settings settings)
                throws IOException {
            var started = RunLauncher.resume(here, directory, rules, ResumeCommand::refuseEnded);
            try {
                prepare(started, settings.team());
            } catch (IOException | RuntimeException refused) {
                started.close();
                throw refused;
            }
            return started;
        }

        private void prepare(Started started, Settings.Team team) throws IOException {
            var log = started.log();
            refuseWorkflow(log, "resume");
            MissingTexts.refuse(started);
            if (!ground) OfflineApproval.refuseOther(started);
            if (log.state().slots().recovery() instanceof Recovery.Halted(var failure))
                throw new UserError(
                        "the run has halted: " + failure.fault().message(),
                        log.directory().events().toString(),
                        "foldline retry " + log.directory().id(),
                        ExitCode.FAILED);
            // First: without a wait, there is nothing to skip.
            if (skipWait.isPresent()) tell(log, skipWait.get());
            if (!budget.isEmpty())
                tell(
                        log,
                        BudgetIncrease.raised(
                                log.state(), budget, agent -> WorkflowFactory.cost(team, agent)));
            var paused = log.state().lifecycle() instanceof Lifecycle.Paused;
            // First: a driver that dies in between must not run past the requested phase.
            if (until.isPresent())
                tell(
                        log,
                        new Command.SetUntil(
                                io.vavr.control.Option.ofOptional(
                                        until.filter(phase -> !phase.equals(NOWHERE)))));
            if (paused) tell(log, new Command.Resume());
        }
    }

    /** The words that make a detached driver do the same. */
    static List<String> words(
            RunDirectory run, boolean waits, boolean acceptRules, List<String> set) {
        // Whether it goes on as it is was judged before it was left alone.
        var words = new ArrayList<>(List.of("resume", run.id().text(), "--as-it-is"));
        if (waits) words.add("--wait");
        if (acceptRules) words.add("--accept-rules");
        set.forEach(assignment -> words.addAll(List.of("--set", assignment)));
        return words;
    }

    /** Rejects a run that has ended. */
    static void refuseEnded(RunLog log) {
        refuseEnded(log.directory(), new Point(log.seq(), log.state()));
    }

    /** The same without the lock of the log. */
    static void refuseEnded(RunDirectory run, Point point) {
        if (point.state().lifecycle() instanceof Lifecycle.Ended)
            throw new RunAlreadyEnded(run, point, instead(run, point.state()));
    }

    /**
     * Tasks and their workflow go on together, or not at all: how they stand is to be looked at
     * first.
     */
    private static String instead(RunDirectory run, PipelineState state) {
        var isWorkflow = state.workflow().name().equals(Tasks.NAME);
        return state.header()
                .parent()
                .map(ParentRun::run)
                .orElse(io.vavr.control.Option.when(isWorkflow, run.id().text()))
                .map(workflow -> "foldline workflow status " + workflow)
                .getOrElse("foldline run \"what to do\"");
    }

    /** Rejects a workflow of tasks, which resumes and ends with its tasks. */
    static void refuseWorkflow(RunLog log, String verb) {
        if (log.state().workflow().name().equals(Tasks.NAME))
            throw new UserError(
                    "run " + log.directory().id() + " is a workflow",
                    log.directory().events().toString(),
                    "foldline workflow " + verb + " " + log.directory().id(),
                    ExitCode.USAGE);
    }

    /** Returns the command that continues a run without a driver. */
    private static String next(RunLog log) {
        return RunSummary.of(log.state(), log.directory().id().text(), false).next().getFirst();
    }

    /** Appends a command to the log of a run without an active driver. */
    static void tell(RunLog log, Command command) {
        log.tell(command, io.vavr.control.Option.none())
                .getOrElseThrow(
                        (Rejection refused) ->
                                new UserError(
                                        refused.message(),
                                        log.directory().events().toString(),
                                        next(log),
                                        ExitCode.FAILED));
    }
}
