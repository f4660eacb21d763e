package dev.foldline.app.pull;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.RunObserver;
import dev.foldline.core.PipelineBug;
import dev.foldline.core.command.Command;
import dev.foldline.core.event.InputEvent.CallKind;
import dev.foldline.core.projection.JsonValue;
import dev.foldline.core.projection.RunEnd;
import dev.foldline.core.projection.tdd.ActivePr;
import dev.foldline.core.projection.tdd.CallClassifier;
import dev.foldline.core.projection.tdd.CallResponse;
import dev.foldline.core.projection.tdd.CallResponses;
import dev.foldline.core.projection.tdd.TddImport;
import dev.foldline.core.projection.tdd.TddStatus;
import dev.foldline.core.projection.tdd.TddTimeline;
import dev.foldline.core.projection.tdd.TddView;
import dev.foldline.core.projection.tdd.WorktreeObservation.PlanFile;
import dev.foldline.core.projection.tdd.WorktreeObservation.WorkTree;
import dev.foldline.core.workflow.builtin.Tdd;
import dev.foldline.effects.store.RunLock;
import dev.foldline.effects.workflow.tdd.TddFiles;
import dev.foldline.effects.workflow.tdd.WorktreeObserver;
import dev.foldline.effects.workflow.tdd.WrittenHashes;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * Where an agent asks for its next task and submits its work. Each call is one event of the run,
 * carried out before it is answered; the answer is read off the run, so that the same call gets the
 * same answer again.
 */
public final class PullWorkerApi implements AutoCloseable {
    private static final String REPORT = "markdown_report";
    private static final String STALE = "Stale session cleaned. Please start again.";

    private final Workspace here;
    private final RunLock turn;
    private final PulledRuns runs;

    private PullWorkerApi(Workspace here, RunLock turn, RunObserver view) {
        this.here = here;
        this.turn = turn;
        this.runs = new PulledRuns(here, view);
    }

    /**
     * Runs a call when the previous calls in this working tree are done.
     *
     * @param view receives the events during a call
     * @throws UserError if another call takes too long, or the call is cancelled before its turn
     */
    public static PullWorkerApi open(
            Path folder, java.util.Map<String, String> environment, RunObserver view)
            throws IOException, InterruptedException {
        var here = PullWorkspace.open(folder, environment);
        try {
            return new PullWorkerApi(here, turn(here, view), view);
        } catch (IOException | InterruptedException | RuntimeException busy) {
            here.close();
            throw busy;
        }
    }

    private static RunLock turn(Workspace here, RunObserver view)
            throws IOException, InterruptedException {
        var lock =
                Files.createDirectories(here.git().place().gitFolder().resolve("foldline"))
                        .resolve("desk");
        return LockPoller.await(
                here.root().toString(),
                () -> {
                    if (view.isCancelled())
                        throw new UserError(
                                "the call was cancelled before its turn; nothing was done",
                                here.root().toString(),
                                "foldline task get",
                                ExitCode.INTERRUPTED);
                    return RunLock.take(lock) instanceof RunLock.LockAttempt.Held(var held)
                            ? Optional.of(held)
                            : Optional.empty();
                });
    }

    /**
     * A call.
     *
     * @param request names it: the same name gets the same answer again
     * @param tool of a call of that kind
     */
    public record WorkerCall(
            String request, CallKind kind, String tool, Map<String, String> arguments) {}

    /** Runs a call and returns the answer for its agent. */
    public CallResponse answer(WorkerCall asked) throws IOException, InterruptedException {
        var latest = runs.latest();
        if (latest.isPresent() && latest.get().isOver()) {
            var reported = heardBefore(latest.get(), latest.get().accounts(), asked);
            if (reported.isPresent()) return reported.get();
            if (asked.kind() == CallKind.GET && isStillDone(latest.get()))
                return CallResponse.nothingLeft();
        }
        var started = runFor(asked.kind());
        if (started.isEmpty()) return delivered(STALE);
        var run = started.get();
        var unfinished = run.settle();
        var accounts = run.accounts();
        var repeated = repeated(run, accounts, asked, unfinished);
        return repeated.isPresent()
                ? repeated.get()
                : warned(
                        carriedOut(run, run.currentView(accounts.last()), asked),
                        accounts.last(),
                        asked);
    }

    /**
     * Returns whether the agent of a run that is over found nothing left in the plan, and nothing
     * has changed since.
     */
    private boolean isStillDone(PulledRun over) throws IOException {
        var reported = over.currentView();
        if (!RunEnd.foundNothing(reported.state())) return false;
        var seen = new WorktreeObserver(here.root(), here.git(), here.runs()).of(reported);
        return seen.tree() == WorkTree.CLEAN
                && seen.head().isDefined()
                && seen.head().equals(reported.state().ledger().broughtLast("head"));
    }

    /** Reports the missing commands when a pull request starts. */
    private CallResponse warned(CallResponse answer, TddTimeline before, WorkerCall asked)
            throws IOException {
        if (asked.kind() != CallKind.GET
                || before.status() != TddStatus.INITIALIZING
                || answer.end() != CallResponse.End.DELIVERED) return answer;
        return new CallResponse(
                answer.out(),
                String.join(
                        "\n",
                        DetectedCommands.missing(PulledRuns.settings(here), here.root()).stream()
                                .map(each -> "warning: " + each)
                                .toList()),
                answer.end());
    }

    /**
     * The run that a call is for: the one that goes on, or a new one; none if what was there has no
     * plan any more.
     */
    private Optional<PulledRun> runFor(CallKind kind) throws IOException, InterruptedException {
        var going = runs.active();
        if (going.isPresent()) return going;
        var state = runs.isAny() ? Option.<JsonValue.Obj>none() : runs.stateFile();
        if (state.isEmpty() && kind == CallKind.GET) removeFinished();
        if (kind == CallKind.GET
                && state.flatMap(TddImport::status)
                        .exists(status -> CallClassifier.isGivenUp(status, planFile()))) {
            removeState();
            return Optional.empty();
        }
        return Optional.of(state.isDefined() ? importRun(state.get(), kind) : runs.begin());
    }

    /**
     * A plan that is there when a new one is asked for is the old one; one that is submitted at
     * once is the new one.
     */
    private PulledRun importRun(JsonValue.Obj state, CallKind kind)
            throws IOException, InterruptedException {
        var run = runs.begin(runs.takenUp(state));
        var plan = TddFiles.bytes(here.root(), TddFiles.PLAN);
        if (kind == CallKind.GET
                && plan.isPresent()
                && TddImport.status(state).contains(TddStatus.REPLANNING))
            new WrittenHashes(here.runs(), run.directory()).add(plan.get());
        return run;
    }

    /** A plan that is done belongs to a session that is over. */
    private void removeFinished() throws IOException {
        var tasks = runs.planFile().tasks();
        if (tasks.nonEmpty() && tasks.forAll(ActivePr.Task::saysDone))
            Files.deleteIfExists(here.root().resolve(TddFiles.PLAN));
    }

    private PlanFile planFile() {
        return Files.exists(here.root().resolve(TddFiles.PLAN))
                ? PlanFile.WRITTEN
                : PlanFile.ABSENT;
    }

    /** An answer beside which both files are as the run has them. */
    private static CallResponse restored(PulledRun run, CallResponse answer)
            throws IOException, InterruptedException {
        run.restore();
        return answer;
    }

    /**
     * Returns the answer of a repeated call: the same name, or a driver that died before it
     * answered.
     */
    private Optional<CallResponse> repeated(
            PulledRun run, Vector<TddTimeline> accounts, WorkerCall asked, boolean unfinished)
            throws IOException {
        var named = heardBefore(run, accounts, asked);
        if (named.isPresent()) return named;
        return unfinished && accounts.last().last().exists(last -> isSame(last, asked))
                ? Optional.of(answer(run, accounts.last()))
                : Optional.empty();
    }

    private Optional<CallResponse> heardBefore(
            PulledRun run, Vector<TddTimeline> accounts, WorkerCall asked) throws IOException {
        var then =
                accounts.findLast(
                        each ->
                                each.last()
                                        .exists(
                                                last ->
                                                        last.call()
                                                                .requestId()
                                                                .equals(asked.request())));
        return then.isDefined() ? Optional.of(answer(run, then.get())) : Optional.empty();
    }

    private static boolean isSame(TddTimeline.Request last, WorkerCall asked) {
        var call = last.call();
        if (call.kind() != asked.kind() || !call.tool().equals(asked.tool())) return false;
        return asked.kind() == CallKind.GET
                || asked.arguments()
                        .forAll(each -> call.arguments().get(each._1()).contains(each._2()));
    }

    private CallResponse carriedOut(PulledRun run, TddView reported, WorkerCall asked)
            throws IOException, InterruptedException {
        var seen = new WorktreeObserver(here.root(), here.git(), here.runs()).of(reported);
        return switch (CallClassifier.of(
                reported, seen, asked.kind(), asked.tool(), asked.arguments())) {
            case CallClassifier.GivenUp _ -> forgotten(run);
            case CallClassifier.MergeRetried _ -> mergeRetried(run, asked);
            case CallClassifier.PlanReplaced _ -> {
                run.submit(new Command.RetryHalted());
                yield carriedOut(run, run.currentView(), asked);
            }
            case CallClassifier.Answered(var answer) ->
                    asked.kind() == CallKind.SUBMIT && seen.plan() == PlanFile.ABSENT
                            ? answer
                            : restored(run, answer);
            case CallClassifier.Passed(var arguments) -> {
                submit(
                        run,
                        asked.kind() == CallKind.GET
                                ? asked
                                : new WorkerCall(
                                        asked.request() + "/checkpoint",
                                        CallKind.GET,
                                        "",
                                        LinkedHashMap.empty()),
                        arguments);
                yield carriedOut(run, run.currentView(), asked);
            }
            case CallClassifier.Carried(var arguments) -> {
                submit(run, asked, storeTexts(reported, asked, arguments));
                yield answer(run, run.account());
            }
        };
    }

    /**
     * What has halted is tried again: the call answers the instruction before the merge, and the
     * merge.
     */
    private CallResponse mergeRetried(PulledRun run, WorkerCall asked)
            throws IOException, InterruptedException {
        run.submit(new Command.RetryHalted());
        submit(
                run,
                new WorkerCall(
                        asked.request() + "/updated", CallKind.GET, "", LinkedHashMap.empty()),
                LinkedHashMap.empty());
        submit(run, asked, LinkedHashMap.empty());
        return answer(run, run.account());
    }

    /** Long texts are kept, and named by their content. */
    private Map<String, String> storeTexts(
            TddView reported, WorkerCall asked, Map<String, String> arguments) throws IOException {
        if (asked.tool().equals(Tdd.ESCALATE))
            return arguments.put(REPORT, here.runs().blobs().put(arguments.getOrElse(REPORT, "")));
        return asked.kind() == CallKind.SUBMIT && reported.status() == TddStatus.FINALIZE_COMPLETE
                ? arguments.put("commit_message", message(reported))
                : arguments;
    }

    private String message(TddView reported) throws IOException {
        return here.runs()
                .blobs()
                .put(JsonValue.Obj.EMPTY.with("subject", reported.planUpdateSubject()).line());
    }

    /** Ends the session when the plan is deleted; saves uncommitted work first. */
    private CallResponse forgotten(PulledRun run) throws IOException, InterruptedException {
        run.submit(new Command.Abort("its plan is gone"));
        removeState();
        return delivered(STALE);
    }

    /** What was answered to the call that was carried out last. */
    private CallResponse answer(PulledRun run, TddTimeline account) throws IOException {
        return redact(CallResponses.to(account.last().get(), run.currentView(account)));
    }

    /** Stores a report by its content, and returns it unchanged. */
    private CallResponse redact(CallResponse answer) throws IOException {
        return answer.end() == CallResponse.End.ESCALATED
                ? new CallResponse(here.runs().blobs().text(answer.out()), "", answer.end())
                : answer;
    }

    private static void submit(PulledRun run, WorkerCall asked, Map<String, String> arguments)
            throws IOException, InterruptedException {
        run.submit(
                new Command.Call(
                        asked.request(), asked.kind(), asked.tool(), arguments, Instant.now()));
    }

    /** Gives up the run that goes on, if one does; its files go with it. */
    public boolean reset() throws IOException, InterruptedException {
        var ended = ended("reset");
        return removeState() || ended;
    }

    private boolean removeState() throws IOException {
        return Files.deleteIfExists(here.root().resolve(TddFiles.STATE));
    }

    /**
     * Imports the two state files in place of the active run.
     *
     * @return how the new run stands
     * @throws UserError if there is no state file
     */
    public TddView take() throws IOException, InterruptedException {
        var state =
                runs.stateFile()
                        .getOrElseThrow(
                                () ->
                                        new UserError(
                                                "there is no " + TddFiles.STATE + " to import",
                                                here.root().toString(),
                                                "write one",
                                                ExitCode.USAGE));
        var plan = TddFiles.bytes(here.root(), TddFiles.PLAN);
        var beginning = runs.takenUp(state);
        ended("another state was imported");
        if (plan.isPresent()) Files.write(here.root().resolve(TddFiles.PLAN), plan.get());
        return runs.begin(beginning).currentView();
    }

    private boolean ended(String why) throws IOException, InterruptedException {
        var going = runs.active();
        if (going.isPresent()) going.get().submit(new Command.Abort(why));
        return going.isPresent();
    }

    private static CallResponse delivered(String text) {
        return new CallResponse(text, "", CallResponse.End.DELIVERED);
    }

    @Override
    public void close() {
        try (turn) {
            here.close();
        } catch (IOException unlocking) {
            throw new PipelineBug("cannot let the next call in", unlocking);
        }
    }
}
