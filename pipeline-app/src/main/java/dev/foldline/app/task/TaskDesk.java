package dev.foldline.app.task;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.run.RunView;
import dev.foldline.app.run.Workspace;
import dev.foldline.core.PipelineBug;
import dev.foldline.core.command.Command;
import dev.foldline.core.event.InputEvent.CallKind;
import dev.foldline.core.projection.tdd.ActivePr;
import dev.foldline.core.projection.tdd.Answer;
import dev.foldline.core.projection.tdd.Answers;
import dev.foldline.core.projection.tdd.Json;
import dev.foldline.core.projection.tdd.Observed;
import dev.foldline.core.projection.tdd.Observed.PlanFile;
import dev.foldline.core.projection.tdd.Observed.WorkTree;
import dev.foldline.core.projection.tdd.Submission;
import dev.foldline.core.projection.tdd.TakenUp;
import dev.foldline.core.projection.tdd.TddAccount;
import dev.foldline.core.projection.tdd.TddStatus;
import dev.foldline.core.projection.tdd.Told;
import dev.foldline.core.workflow.Step.Accepts;
import dev.foldline.core.workflow.builtin.Tdd;
import dev.foldline.effects.artifact.tdd.TddFiles;
import dev.foldline.effects.store.RunLock;
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
 * Where an agent asks for its next task and submits its work. Each call is one event of the run, carried out before it is answered;
 * the answer is read off the run, so that the same call gets the same answer again.
 */
public final class TaskDesk implements AutoCloseable {
    private static final String STALE = "Stale session cleaned. Please start again.";

    private final Workspace here;
    private final RunLock turn;
    private final PulledRuns runs;

    private TaskDesk(Workspace here, RunLock turn, RunView view) {
        this.here = here;
        this.turn = turn;
        this.runs = new PulledRuns(here, view);
    }

    /**
     * Waits for its turn: calls in one working tree are carried out one after the other.
     *
     * @param view told what happens while a call is carried out
     * @throws UserError if another call takes too long
     */
    public static TaskDesk open(Path folder, java.util.Map<String, String> environment, RunView view) throws IOException, InterruptedException {
        var here = Ground.open(folder, environment);
        try {
            return new TaskDesk(here, turn(here), view);
        } catch (IOException | InterruptedException | RuntimeException busy) {
            here.close();
            throw busy;
        }
    }

    private static RunLock turn(Workspace here) throws IOException, InterruptedException {
        var lock = Files.createDirectories(here.git().place().gitFolder().resolve("foldline")).resolve("desk");
        return Turns.await(here.root().toString(), () -> RunLock.take(lock) instanceof RunLock.Taking.Held(var held) ? Optional.of(held) : Optional.empty());
    }

    /**
     * A call.
     *
     * @param request names it: the same name gets the same answer again
     * @param tool of a call of that kind
     */
    public record Asked(String request, CallKind kind, String tool, Map<String, String> arguments) {}

    /** Carries a call out, and says what its worker is told. */
    public Answer answer(Asked asked) throws IOException, InterruptedException {
        var latest = runs.latest();
        if (latest.isPresent() && latest.get().isOver()) {
            var told = heardBefore(latest.get(), latest.get().accounts(), asked);
            if (told.isPresent()) return told.get();
        }
        var begun = begun(asked.kind());
        if (begun.isEmpty()) return delivered(STALE);
        var run = begun.get();
        var unfinished = run.settle();
        var accounts = run.accounts();
        var repeated = repeated(run, accounts, asked, unfinished);
        return repeated.isPresent() ? repeated.get() : carriedOut(run, run.told(accounts.last()), asked);
    }

    /** The run that a call is for: the one that goes on, or a new one; none if what was there has no plan any more. */
    private Optional<PulledRun> begun(CallKind kind) throws IOException, InterruptedException {
        var going = runs.going();
        if (going.isPresent()) return going;
        var state = runs.isAny() ? Option.<Json.Obj>none() : runs.stateFile();
        if (state.isEmpty() && kind == CallKind.GET) removeFinished();
        if (kind == CallKind.GET && state.flatMap(TakenUp::status).exists(status -> isStale(status, planIsThere()))) {
            removeState();
            return Optional.empty();
        }
        return Optional.of(state.isDefined() ? runs.begin(runs.takenUp(state.get())) : runs.begin());
    }

    /** A plan that is done belongs to a session that is over. */
    private void removeFinished() throws IOException {
        var tasks = runs.planFile().tasks();
        if (tasks.nonEmpty() && tasks.forAll(ActivePr.Task::saysDone)) Files.deleteIfExists(here.root().resolve(TddFiles.PLAN));
    }

    private boolean planIsThere() { return Files.exists(here.root().resolve(TddFiles.PLAN)); }

    private static boolean isStale(TddStatus status, boolean planIsThere) {
        return !planIsThere && (status == TddStatus.EXECUTING_TDD || status == TddStatus.CREATING_BRANCH);
    }

    /** An answer beside which both files are as the run has them. */
    private static Answer restored(PulledRun run, Answer answer) throws IOException, InterruptedException {
        run.restore();
        return answer;
    }

    /** The answer of a call that was heard before: by its name, or because its driver died before it could be told. */
    private Optional<Answer> repeated(PulledRun run, Vector<TddAccount> accounts, Asked asked, boolean unfinished) throws IOException {
        var named = heardBefore(run, accounts, asked);
        if (named.isPresent()) return named;
        return unfinished && accounts.last().last().exists(last -> isSame(last, asked)) ? Optional.of(answer(run, accounts.last())) : Optional.empty();
    }

    private Optional<Answer> heardBefore(PulledRun run, Vector<TddAccount> accounts, Asked asked) throws IOException {
        var then = accounts.findLast(each -> each.last().exists(last -> last.call().requestId().equals(asked.request())));
        return then.isDefined() ? Optional.of(answer(run, then.get())) : Optional.empty();
    }

    private static boolean isSame(TddAccount.Request last, Asked asked) {
        var call = last.call();
        if (call.kind() != asked.kind() || !call.tool().equals(asked.tool())) return false;
        return asked.kind() == CallKind.GET || asked.arguments().forAll(each -> call.arguments().get(each._1()).contains(each._2()));
    }

    private Answer carriedOut(PulledRun run, Told told, Asked asked) throws IOException, InterruptedException {
        return switch (asked.kind()) {
            case GET    -> get(run, told, asked);
            case SUBMIT -> submit(run, told, asked);
            case TOOL   -> tool(run, told, asked);
        };
    }

    private Answer get(PulledRun run, Told told, Asked asked) throws IOException, InterruptedException {
        if (isStale(told.status(), planIsThere())) return forgotten(run);
        var seen = new Sight(here).of(told);
        if (told.status() == TddStatus.HALTED || !told.instruction().exists(external -> external.accepts() == Accepts.GET)
                || told.awaits("checkpoint-made") && !isMade(told, seen)) return restored(run, Answers.instruction(told));
        tell(run, asked, seen.head().map(head -> LinkedHashMap.of("head", head)).getOrElse(LinkedHashMap.empty()));
        var after = run.account();
        var next = run.told(after);
        return told.awaits("checkpoint-made") && next.instruction().exists(external -> external.accepts() == Accepts.GET)
                ? get(run, next, asked) : Answers.to(after.last().get(), next);
    }

    /** A commit was made since it was asked for, or there is nothing to commit. */
    private static boolean isMade(Told told, Observed seen) {
        return seen.tree() != WorkTree.CHANGED || !seen.head().equals(told.state().ledger().broughtLast("head"));
    }

    /** Whoever deletes the plan gives the session up; what is uncommitted is saved first. */
    private Answer forgotten(PulledRun run) throws IOException, InterruptedException {
        run.tell(new Command.Abort("its plan is gone"));
        removeState();
        return delivered(STALE);
    }

    private Answer submit(PulledRun run, Told told, Asked asked) throws IOException, InterruptedException {
        var seen = new Sight(here).of(told);
        if (told.awaits("checkpoint-made") && isMade(told, seen)) {
            tell(run, new Asked(asked.request() + "/checkpoint", CallKind.GET, "", LinkedHashMap.empty()), LinkedHashMap.empty());
            return submit(run, run.told(), asked);
        }
        var judged = Submission.judged(told, seen, asked.arguments());
        if (judged.isLeft()) return seen.plan() == PlanFile.ABSENT ? judged.getLeft() : restored(run, judged.getLeft());
        tell(run, asked, told.status() == TddStatus.FINALIZE_COMPLETE ? judged.get().put("commit_message", message(told)) : judged.get());
        return answer(run, run.account());
    }

    private String message(Told told) throws IOException {
        var subject = "docs: mark '" + told.plan().title().replaceAll("\\s+", " ").strip() + "' as done";
        return here.runs().blobs().put(Json.Obj.EMPTY.with("subject", subject).line());
    }

    private Answer tool(PulledRun run, Told told, Asked asked) throws IOException, InterruptedException {
        var report = asked.arguments().get("markdown_report").getOrElse("");
        var locked = Submission.locked(told, asked.tool(), report);
        if (locked.isDefined()) return restored(run, locked.get());
        tell(run, asked, asked.tool().equals(Tdd.ESCALATE) ? asked.arguments().put("markdown_report", here.runs().blobs().put(report)) : asked.arguments());
        return answer(run, run.account());
    }

    /** What was answered to the call that was carried out last. */
    private Answer answer(PulledRun run, TddAccount account) throws IOException {
        return shown(Answers.to(account.last().get(), run.told(account)));
    }

    /** A report is kept by its content, and told as it was written. */
    private Answer shown(Answer answer) throws IOException {
        return answer.end() == Answer.End.ESCALATED ? new Answer(here.runs().blobs().text(answer.out()), "", answer.end()) : answer;
    }

    private static void tell(PulledRun run, Asked asked, Map<String, String> arguments) throws IOException, InterruptedException {
        run.tell(new Command.Call(asked.request(), asked.kind(), asked.tool(), arguments, Instant.now()));
    }

    /** Gives up the run that goes on, if one does; its files go with it. */
    public boolean reset() throws IOException, InterruptedException {
        var ended = ended("reset");
        return removeState() || ended;
    }

    private boolean removeState() throws IOException { return Files.deleteIfExists(here.root().resolve(TddFiles.STATE)); }

    /**
     * Takes up the two files as they lie there, in place of the run that goes on.
     *
     * @return how the new run stands
     * @throws UserError if there is no state file
     */
    public Told take() throws IOException, InterruptedException {
        var state = runs.stateFile().getOrElseThrow(() -> new UserError("there is no " + TddFiles.STATE + " to import", here.root().toString(), "write one", ExitCode.USAGE));
        var plan = TddFiles.bytes(here.root(), TddFiles.PLAN);
        var beginning = runs.takenUp(state);
        ended("another state was imported");
        if (plan.isPresent()) Files.write(here.root().resolve(TddFiles.PLAN), plan.get());
        return runs.begin(beginning).told();
    }

    private boolean ended(String why) throws IOException, InterruptedException {
        var going = runs.going();
        if (going.isPresent()) going.get().tell(new Command.Abort(why));
        return going.isPresent();
    }

    private static Answer delivered(String text) { return new Answer(text, "", Answer.End.DELIVERED); }

    @Override
    public void close() {
        try (turn) {
            here.close();
        } catch (IOException unlocking) {
            throw new PipelineBug("cannot let the next call in", unlocking);
        }
    }
}
