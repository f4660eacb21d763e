package dev.foldline.app.task;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.history.History;
import dev.foldline.app.projection.Projections;
import dev.foldline.app.run.Launch;
import dev.foldline.app.run.Launch.Started;
import dev.foldline.app.run.Manner;
import dev.foldline.app.run.RunLog;
import dev.foldline.app.run.RunSession;
import dev.foldline.app.run.RunView;
import dev.foldline.app.run.Workspace;
import dev.foldline.core.Pipeline;
import dev.foldline.core.PipelineBug;
import dev.foldline.core.command.Command;
import dev.foldline.core.effect.Control;
import dev.foldline.core.event.InputEvent.CallKind;
import dev.foldline.core.projection.tdd.ActivePr;
import dev.foldline.core.projection.tdd.Answer;
import dev.foldline.core.projection.tdd.Answers;
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
import dev.foldline.effects.agent.AgentBook;
import dev.foldline.effects.artifact.tdd.TddFiles;
import dev.foldline.effects.projection.tdd.TddTexts;
import dev.foldline.effects.prompt.Templates;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunLock;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Where an agent asks for its next task and submits its work. Each call is one event of the run, carried out before it is answered;
 * the answer is read off the run, so that the same call gets the same answer again.
 */
public final class TaskDesk implements AutoCloseable {
    private static final Duration LOCK_PATIENCE = Duration.ofSeconds(20);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);
    private static final String STALE = "Stale session cleaned. Please start again.";

    private final Workspace here;
    private final RunLock turn;
    private final PulledRuns runs;
    private final RunView view;

    private TaskDesk(Workspace here, RunLock turn, RunView view) {
        this.here = here;
        this.turn = turn;
        this.runs = new PulledRuns(here);
        this.view = view;
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
        long until = System.nanoTime() + LOCK_PATIENCE.toNanos();
        while (true) {
            if (RunLock.take(lock) instanceof RunLock.Taking.Held(var held)) return held;
            if (System.nanoTime() - until > 0) throw busy(here.root().toString());
            Thread.sleep(LOOK_AGAIN);
        }
    }

    private static UserError busy(String where) { return new UserError("another call is being carried out", where, "wait for it, then call again", ExitCode.LOCKED); }

    /**
     * A call.
     *
     * @param request names it: the same name gets the same answer again
     * @param tool of a call of that kind
     */
    public record Asked(String request, CallKind kind, String tool, Map<String, String> arguments) {}

    /** Carries a call out, and says what its worker is told. */
    public Answer answer(Asked asked) throws IOException, InterruptedException {
        var begun = begun(asked.kind());
        if (begun.isEmpty()) return delivered(STALE);
        var run = begun.get();
        var unfinished = settle(run);
        var account = Projections.tddAccount(run);
        var repeated = repeated(run, account, asked, unfinished);
        return repeated.isPresent() ? repeated.get() : carriedOut(run, account, asked);
    }

    /** The run that a call is for: the one that goes on, or a new one; none if what was there has no plan any more. */
    private Optional<RunDirectory> begun(CallKind kind) throws IOException, InterruptedException {
        var latest = runs.latest();
        if (latest.isPresent() && !PulledRuns.isOver(latest.get())) return Optional.of(latest.get());
        var state = latest.isPresent() ? Option.<dev.foldline.core.projection.tdd.Json.Obj>none() : runs.stateFile();
        if (state.isEmpty() && kind == CallKind.GET) removeFinished();
        if (kind == CallKind.GET && state.flatMap(TakenUp::status).exists(status -> isStale(status, planIsThere()))) {
            Files.deleteIfExists(here.root().resolve(TddFiles.STATE));
            return Optional.empty();
        }
        var log = state.isDefined() ? runs.takeUp(state.get()) : runs.begin();
        drive(log);
        return Optional.of(log.directory());
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

    /** Whatever a driver that died has left is carried on first; true if there was something. */
    private boolean settle(RunDirectory run) throws IOException, InterruptedException {
        var log = taken(run);
        var next = Pipeline.decide(log.state()).effect();
        if (next instanceof Control.Wait || next instanceof Control.Stop) {
            log.close();
            return false;
        }
        drive(log);
        return true;
    }

    /** Both files as the run has them, whoever has changed them since. */
    private Answer restored(RunDirectory run, Answer answer) throws IOException, InterruptedException {
        try (var log = taken(run)) {
            Projections.of(run, log.state(), here.runs(), here.root(), view::notice);
        }
        return answer;
    }

    /** The answer of a call that was heard before: by its name, or because its driver died before it could be told. */
    private Optional<Answer> repeated(RunDirectory run, TddAccount account, Asked asked, boolean unfinished) throws IOException {
        var then = before(run, asked.request());
        if (then.isPresent()) return Optional.of(shown(Answers.to(then.get().last().get(), told(then.get()))));
        return unfinished && account.last().exists(last -> isSame(last, asked)) ? Optional.of(shown(Answers.to(account.last().get(), told(account)))) : Optional.empty();
    }

    /** The run as it stood when a call of this name had been carried out. */
    private static Optional<TddAccount> before(RunDirectory run, String request) throws IOException {
        var accounts = new TddAccount[1];
        var found = new TddAccount[1];
        History.open(run).walk(moment -> {
            var next = moment.event() instanceof dev.foldline.core.event.RunEvent.RunStarted begun ? TddAccount.of(begun)
                    : Option.of(accounts[0]).map(account -> account.and(moment.event(), moment.after())).getOrElseThrow(() -> new IllegalStateException("a log begins with its run"));
            accounts[0] = next;
            if (next.last().exists(last -> last.call().requestId().equals(request))) found[0] = next;
            return true;
        });
        return Optional.ofNullable(found[0]);
    }

    private static boolean isSame(TddAccount.Request last, Asked asked) {
        var call = last.call();
        if (call.kind() != asked.kind() || !call.tool().equals(asked.tool())) return false;
        return asked.kind() == CallKind.GET || asked.arguments().forAll(each -> call.arguments().get(each._1()).contains(each._2()));
    }

    private Answer carriedOut(RunDirectory run, TddAccount account, Asked asked) throws IOException, InterruptedException {
        return switch (asked.kind()) {
            case GET    -> get(run, asked);
            case SUBMIT -> submit(run, account, asked);
            case TOOL   -> tool(run, account, asked);
        };
    }

    private Answer get(RunDirectory run, Asked asked) throws IOException, InterruptedException {
        while (true) {
            var told = told(Projections.tddAccount(run));
            if (isStale(told.status(), planIsThere())) return forgotten(run);
            var seen = new Sight(here).of(told);
            if (told.status() == TddStatus.HALTED || !told.instruction().exists(external -> external.accepts() == Accepts.GET)
                    || told.awaits("checkpoint-made") && !isMade(told, seen)) return restored(run, Answers.instruction(told));
            var passesOn = told.awaits("checkpoint-made");
            call(run, asked, seen.head().map(head -> LinkedHashMap.of("head", head)).getOrElse(LinkedHashMap.empty()));
            var after = Projections.tddAccount(run);
            if (!passesOn || !told(after).instruction().exists(external -> external.accepts() == Accepts.GET)) return Answers.to(after.last().get(), told(after));
        }
    }

    /** A commit was made since it was asked for, or there is nothing to commit. */
    private static boolean isMade(Told told, Observed seen) {
        return seen.tree() != WorkTree.CHANGED || !seen.head().equals(told.state().ledger().broughtLast("head"));
    }

    /** Whoever deletes the plan gives the session up; what is uncommitted is saved first. */
    private Answer forgotten(RunDirectory run) throws IOException, InterruptedException {
        end(run, "its plan is gone");
        return delivered(STALE);
    }

    private Answer submit(RunDirectory run, TddAccount account, Asked asked) throws IOException, InterruptedException {
        var told = told(account);
        var seen = new Sight(here).of(told);
        if (told.awaits("checkpoint-made") && isMade(told, seen)) {
            call(run, new Asked(asked.request() + "/checkpoint", CallKind.GET, "", LinkedHashMap.empty()), LinkedHashMap.empty());
            return submit(run, Projections.tddAccount(run), asked);
        }
        var judged = Submission.judged(told, seen, asked.arguments());
        if (judged.isLeft()) return seen.plan() == PlanFile.ABSENT ? judged.getLeft() : restored(run, judged.getLeft());
        call(run, asked, told.status() == TddStatus.FINALIZE_COMPLETE ? judged.get().put("commit_message", message(told)) : judged.get());
        return answered(run);
    }

    private String message(Told told) throws IOException {
        var subject = "docs: mark '" + told.plan().title().replaceAll("\\s+", " ").strip() + "' as done";
        return here.runs().blobs().put(dev.foldline.core.projection.tdd.Json.Obj.EMPTY.with("subject", subject).line());
    }

    private Answer tool(RunDirectory run, TddAccount account, Asked asked) throws IOException, InterruptedException {
        var report = asked.arguments().get("markdown_report").getOrElse("");
        var locked = Submission.locked(told(account), asked.tool(), report);
        if (locked.isDefined()) return restored(run, locked.get());
        call(run, asked, asked.tool().equals(Tdd.ESCALATE) ? asked.arguments().put("markdown_report", here.runs().blobs().put(report)) : asked.arguments());
        return answered(run);
    }

    private Answer answered(RunDirectory run) throws IOException {
        var after = Projections.tddAccount(run);
        return shown(Answers.to(after.last().get(), told(after)));
    }

    /** A report is kept by its content, and told as it was written. */
    private Answer shown(Answer answer) throws IOException {
        return answer.end() == Answer.End.ESCALATED ? new Answer(here.runs().blobs().text(answer.out()), "", answer.end()) : answer;
    }

    private void call(RunDirectory run, Asked asked, Map<String, String> arguments) throws IOException, InterruptedException {
        var log = taken(run);
        var heard = log.tell(new Command.Call(asked.request(), asked.kind(), asked.tool(), arguments, Instant.now()), Option.none());
        if (heard.isLeft()) {
            log.close();
            throw new UserError(heard.getLeft().message(), "run " + run.id(), "foldline task get", ExitCode.FAILED);
        }
        drive(log);
    }

    /** Gives up the run that goes on, if one does; its files go with it. */
    public boolean reset() throws IOException, InterruptedException {
        var latest = runs.latest();
        if (latest.isPresent() && !PulledRuns.isOver(latest.get())) {
            end(latest.get(), "reset");
            return true;
        }
        return Files.deleteIfExists(here.root().resolve(TddFiles.STATE));
    }

    /**
     * Takes up the two files as they lie there, in place of the run that goes on.
     *
     * @return the new run and how it stands
     * @throws UserError if there is no state file
     */
    public Told take() throws IOException, InterruptedException {
        var state = runs.stateFile().getOrElseThrow(() -> new UserError("there is no " + TddFiles.STATE + " to import", here.root().toString(), "write one", ExitCode.USAGE));
        var plan = TddFiles.bytes(here.root(), TddFiles.PLAN);
        var latest = runs.latest();
        if (latest.isPresent() && !PulledRuns.isOver(latest.get())) end(latest.get(), "another state was imported");
        if (plan.isPresent()) Files.write(here.root().resolve(TddFiles.PLAN), plan.get());
        var log = runs.takeUp(state);
        drive(log);
        return told(Projections.tddAccount(log.directory()));
    }

    private void end(RunDirectory run, String why) throws IOException, InterruptedException {
        var log = taken(run);
        log.tell(new Command.Abort(why), Option.none());
        drive(log);
    }

    /** Carries the run on until it waits for the next call. */
    private void drive(RunLog log) throws IOException, InterruptedException {
        var settings = Launch.configuration(here.root(), here.environment()).settings();
        new RunSession(new AgentBook(java.util.Map.of()), settings.team().env(), Templates.OURS, new Manner(false), view).drive(here(log));
    }

    private Started here(RunLog log) throws IOException {
        try {
            return Started.in(here, log);
        } catch (IOException | RuntimeException busy) {
            log.close();
            throw busy;
        }
    }

    private Told told(TddAccount account) throws IOException { return TddTexts.told(account, here.runs().blobs()); }

    /** The log of the run, once nobody else has it. */
    private RunLog taken(RunDirectory run) throws IOException, InterruptedException {
        long until = System.nanoTime() + LOCK_PATIENCE.toNanos();
        while (true) {
            var log = RunLog.open(run, here.runs().redaction());
            if (log.isPresent()) return log.get();
            if (System.nanoTime() - until > 0) throw busy("run " + run.id());
            Thread.sleep(LOOK_AGAIN);
        }
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
