package dev.foldline.app.gate;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.history.QuestionFormatter;
import dev.foldline.app.history.RunSummary;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.repository.Point;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.UnfinishedRuns;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command.Shown;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows.Speech;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunEntry;
import dev.foldline.effects.store.RunLock;
import dev.foldline.effects.store.Runs;

import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** An open gate with its run. */
public record OpenGate(RunDirectory run, Point point, Gate gate) {

    /**
     * The open gates of all runs, those of the latest run first. Runs whose logs cannot be read
     * have none.
     */
    public static List<OpenGate> all(Runs runs) throws IOException {
        var open = new ArrayList<OpenGate>();
        for (var run : UnfinishedRuns.of(runs)) of(run).ifPresent(open::add);
        return open;
    }

    private static Optional<OpenGate> of(RunDirectory run) throws IOException {
        if (!Files.exists(run.events())) return Optional.empty();
        try {
            return in(run);
        } catch (UserError unreadable) {
            return Optional.empty();
        }
    }

    /** The gate at which a run is held, if it is. */
    public static Optional<OpenGate> in(RunDirectory run) throws IOException {
        return at(run, RunHistory.open(run).latest());
    }

    /** The gate at which a run was held at this point of its log, if it was. */
    public static Optional<OpenGate> at(RunDirectory run, Point point) {
        return point.state().slots().gate() instanceof GateSlot.Open(var gate)
                        && !(point.state().lifecycle() instanceof Lifecycle.Ended)
                ? Optional.of(new OpenGate(run, point, gate))
                : Optional.empty();
    }

    /**
     * The gate a person means, with or without its name: never a guess among several.
     *
     * @throws UserError if there is none, or more than one
     */
    public static OpenGate find(Runs runs, Optional<String> name, GateIntent intent)
            throws IOException {
        var open = all(runs);
        var meant =
                open.stream()
                        .filter(each -> name.isEmpty() || each.gate().id().equals(name.get()))
                        .toList();
        if (meant.size() == 1) return meant.getFirst();
        if (meant.isEmpty()) readable(runs);
        if (meant.isEmpty() && open.isEmpty()) throw noneOpen(runs, name.orElse(""), intent);
        if (meant.isEmpty())
            throw new UserError(
                    "Unknown gate: " + name.orElse(""),
                    "open are " + listed(open),
                    "foldline gates",
                    ExitCode.FAILED);
        throw new UserError(
                meant.size() + " gates are open: " + listed(meant),
                runs.root().toString(),
                "name one: " + intent.command(meant.getFirst()),
                ExitCode.USAGE);
    }

    /**
     * @throws UserError if a log cannot be read: the gate that is meant may be behind it
     */
    private static void readable(Runs runs) throws IOException {
        for (var run : UnfinishedRuns.of(runs)) if (run.hasStarted()) in(run);
    }

    /**
     * @throws UserError if the run is not held at a gate of that name
     */
    public static OpenGate named(RunDirectory run, String name, GateIntent intent)
            throws IOException {
        var point = RunHistory.open(run).latest();
        var open = at(run, point).filter(each -> each.gate().id().equals(name));
        if (open.isPresent()) return open.get();
        throw refusal(
                run,
                point.state(),
                intent.refusal(point.state(), name),
                resolved(point.state(), name).map(each -> ": " + each.refusal()).getOrElse(""));
    }

    /** The latest resolution of a gate, however often it was open. */
    private static Option<Gate.Resolved> resolved(PipelineState state, String name) {
        return state.ledger()
                .resolutions()
                .findLast(
                        each ->
                                each.id().equals(name)
                                        && each.verdict() != Gate.Verdict.PRE_APPROVED);
    }

    /**
     * Refuses an answer that is meant for an earlier question, or may be. All questions of a run
     * have the same name, so from the second one on an answer names the revision.
     *
     * @param revision the revision that the answer names
     * @throws UserError with the answer to the earlier question
     */
    public void refuseAnswerToEarlier(Option<Long> revision) {
        if (gate.question().isEmpty() || revision.contains(gate.revision())) return;
        for (var before : resolved(point.state(), gate.id()))
            throw new UserError(
                    before.refusal() + ", and another question is open now",
                    "run " + run.id() + ": " + ValueFormatter.oneLine(gate.reason()),
                    QuestionFormatter.answering(gate, run.id().text()),
                    ExitCode.FAILED);
    }

    /** Prefers the latest run. */
    private static UserError noneOpen(Runs runs, String name, GateIntent intent)
            throws IOException {
        var latest =
                runs.index()
                        .latestFirst()
                        .filter(entry -> entry.progress() != RunEntry.Progress.EVENTLESS)
                        .map(RunEntry::run)
                        .findFirst();
        if (latest.isPresent()) {
            var state = RunHistory.open(latest.get()).latest().state();
            if (speaksOfItself(state))
                return refusal(latest.get(), state, intent.refusal(state, name), "");
            for (var before : resolved(state, name).filter(each -> each.answer().isDefined()))
                return refusal(latest.get(), state, before.refusal(), "");
        }
        if (latest.isEmpty())
            throw new UserError(
                    "this repository has no runs yet",
                    runs.root().toString(),
                    "foldline run \"what to do\"",
                    ExitCode.USAGE);
        return new UserError(
                "no gate is open", runs.root().toString(), "foldline status", ExitCode.FAILED);
    }

    /** Whether it says how it stands where others say that they are not frozen. */
    private static boolean speaksOfItself(PipelineState state) {
        return BuiltinWorkflows.speech(state.workflow()) == Speech.APPROVALS;
    }

    private static UserError refusal(RunDirectory run, PipelineState state, String why, String more)
            throws IOException {
        var id = run.id().text();
        var driven = RunLock.holder(run.lock()).isPresent();
        var stands = RunSummary.of(state, id, driven);
        return new UserError(
                why,
                "run " + id + more + ". " + stands.sentence(),
                "foldline status " + id,
                ExitCode.FAILED);
    }

    private static String listed(List<OpenGate> gates) {
        return gates.stream()
                .map(each -> each.gate().id() + " of run " + each.run().id())
                .collect(Collectors.joining(", "));
    }

    /** Returns the current content of the gate. */
    public Shown shownGate() {
        return new Shown(Option.of(gate.instance()), Option.of(gate.revision()), gate.tree());
    }
}
