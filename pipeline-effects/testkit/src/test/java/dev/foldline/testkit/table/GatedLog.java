package dev.foldline.testkit.table;

import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.GateOpened;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.GateSpec;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Script;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.log.EventLog;
import dev.foldline.effects.log.FileEventLog;
import dev.foldline.effects.log.LogEntry;
import dev.foldline.effects.log.LogFault;
import dev.foldline.effects.log.LogPosition;
import dev.foldline.effects.log.OpenLogResult;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.Runs;
import dev.foldline.effects.table.RunTables;
import dev.foldline.effects.table.StateTables;
import dev.foldline.effects.table.TableFault;
import dev.foldline.effects.table.TableRebuilder;
import dev.foldline.effects.table.TableUpdate;
import dev.foldline.testkit.script.Plays;
import dev.foldline.testkit.simulation.ExternalActors;
import dev.foldline.testkit.simulation.Simulation;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * A run whose gate is rejected once and then approved, written event by event to a real log and to
 * real tables.
 */
final class GatedLog {
    static final RunId ID = new RunId("r234567abcdefghij");

    /** The number of a line that is behind all others. */
    private static final AtomicLong LINE = new AtomicLong(1_000);

    static final Instant DAWN = Instant.parse("2026-01-01T00:00:00Z");

    private static final Workflow WORKFLOW =
            new Workflow(
                    "gated",
                    1,
                    Vector.of(
                            Script.once(
                                    "only",
                                    Script.phases(
                                            Phase.phase("plan", Script.ask("planner", "plan"))
                                                    .gate(new GateSpec(GateSpec.OnReject.REDO))))),
                    Policy.DEFAULT);

    private GatedLog() {}

    static List<Event> events() {
        return events(
                Simulation.of(WORKFLOW).gate("plan", Plays.rejects("not yet"), Plays.approves()));
    }

    private static List<Event> events(Simulation simulation) {
        var run = simulation.run();
        var events = new ArrayList<>(run.events());
        if (!(events.getFirst() instanceof RunStarted first))
            throw new AssertionError("no beginning");
        events.set(
                0,
                new RunStarted(
                        ID.text(), first.workflow(), first.task(), first.rules(), first.at()));
        return events;
    }

    static RunDirectory directory(Path root) {
        return new Runs(root).directory(ID);
    }

    static Path tables(Path root) {
        return root.resolve("state.sqlite");
    }

    /** Appends the run's events up to its first gate; then somebody ends it. */
    static void abort(Path root) throws IOException {
        var events = new ArrayList<Event>();
        for (var event : events()) {
            events.add(event);
            if (event instanceof GateOpened) break;
        }
        var state = Pipeline.start((RunStarted) events.getFirst());
        for (var event : events.subList(1, events.size())) state = Pipeline.reduce(state, event);
        events.add(Pipeline.admit(state, new Command.Abort("no longer needed")).get());
        write(root, events, _ -> false, () -> {});
    }

    /**
     * Appends the events of a run that halts before its gate, and is told to try again with what it
     * will make approved unseen.
     */
    static void writeApprovedBeforehand(Path root) throws IOException {
        var person =
                new ExternalActors() {
                    @Override
                    public Option<Command> comesBy(PipelineState state) {
                        return Option.none();
                    }

                    @Override
                    public Option<Command> answers(PipelineState state, Wait wait, int refused) {
                        return state.slots().recovery() instanceof Recovery.Halted
                                ? Option.of(new Command.RetryHalted(Option.of("plan")))
                                : Option.none();
                    }
                };
        var failing =
                Simulation.of(WORKFLOW)
                        .agent("planner", Plays.fails(Fault.Kind.NEEDS_PERSON), Plays.plans("one"))
                        .visitors(person);
        write(root, events(failing), _ -> false, () -> {});
    }

    /** Appends the run's events until one of them is met, or to its end. */
    static void write(Path root, Predicate<Event> until, Runnable afterForce) throws IOException {
        write(root, events(), until, afterForce);
    }

    /** Appends these events until one of them is met, or to their end. */
    static void write(Path root, List<Event> events, Predicate<Event> until, Runnable afterForce)
            throws IOException {
        var runs = new Runs(root);
        var run = Files.exists(directory(root).path()) ? directory(root) : runs.create(ID);
        if (!(FileEventLog.open(run.events(), line -> {})
                instanceof OpenLogResult.Opened(var log, _))) throw new AssertionError("damaged");
        try (log;
                var tables =
                        new RunTables(
                                run,
                                log::end,
                                notice -> {
                                    throw new AssertionError(notice);
                                })) {
            Optional<PipelineState> state = Optional.empty();
            long seq = 0;
            for (var event : events) {
                var before = state;
                state =
                        before.isEmpty()
                                ? Optional.of(Pipeline.start((RunStarted) event))
                                : before.map(found -> Pipeline.reduce(found, event));
                var at = DAWN.plusSeconds(seq++);
                if (seq <= log.end().seq()) continue;
                var changes =
                        before.isEmpty()
                                ? TableUpdate.runStarted(
                                        state.get(), at, id -> TableRebuilder.text(run.blobs(), id))
                                : TableUpdate.between(
                                        before.get(),
                                        event,
                                        state.get(),
                                        at,
                                        Optional.empty(),
                                        id -> TableRebuilder.text(run.blobs(), id));
                boolean last = until.test(event);
                tables.append(
                        changes,
                        () -> {
                            append(log, LogEntry.of(at, Wire.toJson(event)));
                            if (last) afterForce.run();
                        });
                if (last) return;
            }
        }
    }

    /** Writes the rows of an event that is behind all others. */
    static void write(StateTables tables, String run, TableUpdate... changes) throws TableFault {
        long line = LINE.incrementAndGet();
        tables.write(
                List.of(
                        new StateTables.Rows(
                                run,
                                List.of(changes),
                                new LogPosition(line, "a".repeat(64), line))));
    }

    private static void append(EventLog log, LogEntry entry) {
        try {
            log.append(entry);
        } catch (LogFault full) {
            throw new AssertionError(full);
        }
    }

    /** A process that dies between the forced event and the row. */
    static final class CrashingProcess {
        private CrashingProcess() {}

        public static void main(String[] root) throws IOException {
            write(
                    Path.of(root[0]),
                    event -> event instanceof GateOpened,
                    () -> Runtime.getRuntime().halt(9));
        }
    }
}
