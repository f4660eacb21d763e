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
import dev.foldline.core.projection.tdd.Meaning;
import dev.foldline.core.projection.tdd.Observed.PlanFile;
import dev.foldline.core.projection.tdd.TakenUp;
import dev.foldline.core.projection.tdd.TddAccount;
import dev.foldline.core.projection.tdd.TddStatus;
import dev.foldline.core.projection.tdd.Told;
import dev.foldline.core.workflow.builtin.Tdd;
import dev.foldline.effects.artifact.tdd.TddFiles;
import dev.foldline.effects.desk.Sighting;
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
    private static final String REPORT = "markdown_report";
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
        if (kind == CallKind.GET && state.flatMap(TakenUp::status).exists(status -> Meaning.isGivenUp(status, planFile()))) {
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

    private PlanFile planFile() { return Files.exists(here.root().resolve(TddFiles.PLAN)) ? PlanFile.WRITTEN : PlanFile.ABSENT; }

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
        var seen = new Sighting(here.root(), here.git(), here.runs()).of(told);
        return switch (Meaning.of(told, seen, asked.kind(), asked.tool(), asked.arguments())) {
            case Meaning.GivenUp _            -> forgotten(run);
            case Meaning.Answered(var answer) -> asked.kind() == CallKind.SUBMIT && seen.plan() == PlanFile.ABSENT ? answer : restored(run, answer);
            case Meaning.Passed(var arguments) -> {
                tell(run, asked.kind() == CallKind.GET ? asked : new Asked(asked.request() + "/checkpoint", CallKind.GET, "", LinkedHashMap.empty()), arguments);
                yield carriedOut(run, run.told(), asked);
            }
            case Meaning.Carried(var arguments) -> {
                tell(run, asked, kept(told, asked, arguments));
                yield answer(run, run.account());
            }
        };
    }

    /** Long texts are kept, and named by their content. */
    private Map<String, String> kept(Told told, Asked asked, Map<String, String> arguments) throws IOException {
        if (asked.tool().equals(Tdd.ESCALATE)) return arguments.put(REPORT, here.runs().blobs().put(arguments.getOrElse(REPORT, "")));
        return asked.kind() == CallKind.SUBMIT && told.status() == TddStatus.FINALIZE_COMPLETE ? arguments.put("commit_message", message(told)) : arguments;
    }

    private String message(Told told) throws IOException {
        return here.runs().blobs().put(Json.Obj.EMPTY.with("subject", told.planUpdateSubject()).line());
    }

    /** Whoever deletes the plan gives the session up; what is uncommitted is saved first. */
    private Answer forgotten(PulledRun run) throws IOException, InterruptedException {
        run.tell(new Command.Abort("its plan is gone"));
        removeState();
        return delivered(STALE);
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
