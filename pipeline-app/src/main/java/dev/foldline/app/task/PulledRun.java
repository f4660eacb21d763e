package dev.foldline.app.task;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.history.History;
import dev.foldline.app.projection.Projections;
import dev.foldline.app.run.Launch.Started;
import dev.foldline.app.run.Manner;
import dev.foldline.app.run.RunLog;
import dev.foldline.app.run.RunSession;
import dev.foldline.app.run.RunView;
import dev.foldline.app.run.Workspace;
import dev.foldline.core.Pipeline;
import dev.foldline.core.command.Command;
import dev.foldline.core.effect.Control;
import dev.foldline.core.projection.tdd.TddAccount;
import dev.foldline.core.projection.tdd.Told;
import dev.foldline.core.state.Life;
import dev.foldline.core.workflow.builtin.DrivenTdd;
import dev.foldline.effects.agent.AgentBook;
import dev.foldline.effects.projection.tdd.TddTexts;
import dev.foldline.effects.prompt.Templates;
import dev.foldline.effects.store.RunDirectory;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import java.io.IOException;
import java.util.Map;

/**
 * One run that an agent pulls. Between two calls nobody drives it: each call takes its log, tells the run one thing, and carries the
 * run on until it waits again.
 *
 * @param here where it works
 * @param view told what happens meanwhile
 */
record PulledRun(RunDirectory directory, Workspace here, RunView view) {

    /** As it stands now. */
    TddAccount account() throws IOException { return Projections.tddAccount(directory); }

    /** As it stood after each of its events. */
    Vector<TddAccount> accounts() throws IOException { return Projections.tddAccounts(directory); }

    boolean isOver() throws IOException { return History.open(directory).latest().state().life() instanceof Life.Ended; }

    /** Whether the engine calls its worker instead of waiting for calls. */
    boolean isDriven() throws IOException { return DrivenTdd.is(History.open(directory).latest().state().workflow()); }

    /** How it stood, with the texts it keeps. */
    Told told(TddAccount account) throws IOException { return TddTexts.told(account, here.runs().blobs()); }

    /** How it stands now, with the texts it keeps. */
    Told told() throws IOException { return told(account()); }

    /** Whatever a driver that died has left is carried on; true if there was something. */
    boolean settle() throws IOException, InterruptedException {
        var log = taken();
        var next = Pipeline.decide(log.state()).effect();
        if (next instanceof Control.Wait || next instanceof Control.Stop) {
            log.close();
            return false;
        }
        drive(log);
        return true;
    }

    /**
     * Tells it something, and carries it on.
     *
     * @throws UserError if it cannot take it now
     */
    void tell(Command command) throws IOException, InterruptedException {
        var log = taken();
        var heard = log.tell(command, Option.none());
        if (heard.isLeft()) {
            log.close();
            throw new UserError(heard.getLeft().message(), "run " + directory.id(), "foldline task get", ExitCode.FAILED);
        }
        drive(log);
    }

    /** Both files as the run has them, whoever has changed them since. */
    void restore() throws IOException, InterruptedException {
        try (var log = taken()) {
            Projections.of(directory, log.state(), here.runs(), here.root(), view::notice);
        }
    }

    /** Carries it on until it waits for the next call. */
    void drive(RunLog log) throws IOException, InterruptedException {
        RunSession session;
        Started started;
        try {
            session = new RunSession(new AgentBook(Map.of()), PulledRuns.settings(here).team().env(), Templates.OURS, new Manner(false), view);
            started = Started.in(here, log);
        } catch (IOException | RuntimeException notBegun) {
            log.close();
            throw notBegun;
        }
        session.drive(started);
    }

    /** Its log, once nobody else has it. */
    private RunLog taken() throws IOException, InterruptedException {
        return Turns.await("run " + directory.id(), () -> RunLog.open(directory, here.runs().redaction()));
    }
}
