package dev.foldline.app.command.operate;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.RunArgument;
import dev.foldline.app.command.RunReport;
import dev.foldline.app.config.FlagValue;
import dev.foldline.app.config.Settings;
import dev.foldline.app.gate.ApprovedGround;
import dev.foldline.app.history.History;
import dev.foldline.app.run.Course;
import dev.foldline.app.run.Launch;
import dev.foldline.app.run.Launch.Started;
import dev.foldline.app.run.LostTexts;
import dev.foldline.app.run.Manner;
import dev.foldline.app.run.RunLog;
import dev.foldline.app.run.Workspace;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Rejection;
import dev.foldline.core.event.Parent;
import dev.foldline.core.state.Life;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.builtin.Tasks;
import dev.foldline.effects.store.RunDirectory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code foldline resume}: takes a run up where it stands. */
@picocli.CommandLine.Command(name = "resume", description = "Take a run up where it stands.")
public final class Resume implements Callable<Integer> {
    /** Instead of a phase: the run is to pause before none. */
    private static final String NOWHERE = "end";

    private final Console console;

    @Parameters(arity = "0..1", paramLabel = "RUN", description = "Which run; without it, the latest.")
    private String run = "@";

    @Option(names = "--budget", paramLabel = "[PHASE.]KEY=[+]VALUE", description = "Raise a limit first, of the run or of a phase: agent_calls, wall, usd or tokens.")
    private List<String> budget = new ArrayList<>();

    @Option(names = "--until", paramLabel = "PHASE", description = "Pause before this phase, instead of where the run was told to; 'end': before none.")
    private Optional<String> until = Optional.empty();

    @Option(names = "--wait", description = "Stay at a gate or a limit instead of leaving the run parked.")
    private boolean waits;

    @Option(names = "--accept-rules", description = "Go on although the run began under other rules.")
    private boolean acceptRules;

    @Option(names = "--as-it-is", description = "Go on behind a gate although files have changed since it was approved.")
    private boolean asItIs;

    @Option(names = "--detach", description = "Drive it in a process of its own, which outlives this terminal.")
    private boolean detach;

    /** What a detached driver still has to know of the flags of {@code run}; a person changes foldline.yaml instead. */
    @Option(names = "--set", hidden = true, paramLabel = "KEY=VALUE")
    private List<String> begunWith = new ArrayList<>();

    public Resume(Console console) { this.console = console; }

    /**
     * Takes a run up as the command does that is asked nothing else, in a process of its own.
     *
     * @param rules whether it may go on under other rules
     * @return the run as that process took it
     * @throws UserError if it cannot go on, or goes on with its workflow
     */
    public static RunReport apart(Workspace here, RunDirectory run, boolean rules) throws IOException, InterruptedException {
        refuseTask(run);
        var started = new Leave(rules, false, List.of(), Optional.empty()).taken(here, run, Launch.configuration(here, run, List.of()).settings());
        return Detached.driven(new Detached.Ground(here.root(), here.environment()), here, started, words(false, rules, List.of())).report();
    }

    /** Whoever takes its workflow up would find it driven by somebody who does not tell the workflow how it ends. */
    private static void refuseTask(RunDirectory run) throws IOException {
        var state = History.open(run).latest().state();
        for (var parent : state.header().parent().filter(_ -> !(state.life() instanceof Life.Ended)))
            throw new UserError("the run " + run.id() + " is a task of workflow " + parent.run(), run.events().toString(), "foldline workflow resume " + parent.run(), ExitCode.FAILED);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        try (var here = Workspace.open(console.directory(), console.environment())) {
            Asking.refuseAgents();
            var directory = RunArgument.meant(console, here.runs(), run, here.find(run), "resume");
            var settings = Launch.configuration(here, directory, begunWith.stream().map(FlagValue::set).toList()).settings();
            var started = new Leave(acceptRules, asItIs, budget, until).taken(here, directory, settings);
            return detach ? Detached.drive(console, here, started, words(waits, acceptRules, begunWith))
                    : Driving.drive(console, here, started, settings, new Manner(waits));
        }
    }

    /**
     * What a person says besides when a run is taken up.
     *
     * @param rules whether it may go on under other rules
     * @param ground whether it may go on behind a gate although files have changed
     * @param budget limits to raise first
     * @param until the phase before which it is to pause, if that changes
     */
    private record Leave(boolean rules, boolean ground, List<String> budget, Optional<String> until) {
        Started taken(Workspace here, RunDirectory directory, Settings settings) throws IOException {
            var started = Launch.resume(here, directory, rules, Resume::refuseEnded);
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
            LostTexts.refuse(started);
            if (!ground) ApprovedGround.refuseOther(started);
            if (log.state().slots().recovery() instanceof Recovery.Halted(var failure))
                throw new UserError("the run has halted: " + failure.fault().message(), log.directory().events().toString(), "foldline retry " + log.directory().id(), ExitCode.FAILED);
            if (!budget.isEmpty()) tell(log, Refill.raised(log.state(), budget, agent -> Course.cost(team, agent)));
            var paused = log.state().life() instanceof Life.Paused;
            // First: a driver that dies in between must not go further than it was told to.
            if (until.isPresent()) tell(log, new Command.GoUntil(io.vavr.control.Option.ofOptional(until.filter(phase -> !phase.equals(NOWHERE)))));
            if (paused) tell(log, new Command.Resume());
        }
    }

    /** The words that make a detached driver do the same. */
    static List<String> words(boolean waits, boolean acceptRules, List<String> set) {
        // Whether it goes on as it is was judged before it was left alone.
        var words = new ArrayList<>(List.of("--as-it-is"));
        if (waits) words.add("--wait");
        if (acceptRules) words.add("--accept-rules");
        set.forEach(assignment -> words.addAll(List.of("--set", assignment)));
        return words;
    }

    /** What has ended is not taken up, whatever for. */
    static void refuseEnded(RunLog log) { refuseEnded(log.directory(), log.state()); }

    /** The same, where nobody has the log. */
    static void refuseEnded(RunDirectory run, PipelineState state) {
        if (state.life() instanceof Life.Ended)
            throw new UserError("the run " + run.id() + " has ended", run.events().toString(), instead(run, state), ExitCode.USAGE);
    }

    /** Tasks and their workflow go on together, or not at all: how they stand is to be looked at first. */
    private static String instead(RunDirectory run, PipelineState state) {
        var isWorkflow = state.workflow().name().equals(Tasks.NAME);
        return state.header().parent().map(Parent::run).orElse(io.vavr.control.Option.when(isWorkflow, run.id().text()))
                .map(workflow -> "foldline workflow status " + workflow).getOrElse("foldline run \"what to do\"");
    }

    /** A workflow of tasks is neither taken up nor ended without them. */
    static void refuseWorkflow(RunLog log, String verb) {
        if (log.state().workflow().name().equals(Tasks.NAME))
            throw new UserError("the run " + log.directory().id() + " is a workflow of tasks", log.directory().events().toString(),
                    "foldline workflow " + verb + " " + log.directory().id(), ExitCode.USAGE);
    }

    /** Puts a command into the log of a run that nobody else drives. */
    static void tell(RunLog log, Command command) {
        log.tell(command, io.vavr.control.Option.none()).getOrElseThrow((Rejection refused) ->
                new UserError(refused.message(), log.directory().events().toString(), "foldline status " + log.directory().id(), ExitCode.FAILED));
    }
}
