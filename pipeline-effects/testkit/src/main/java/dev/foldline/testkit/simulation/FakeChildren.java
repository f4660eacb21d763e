package dev.foldline.testkit.simulation;

import dev.foldline.core.command.Command;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.state.Spend;
import dev.foldline.core.state.TaskReport;
import dev.foldline.core.state.TaskStatus;
import dev.foldline.core.state.TerminalStatus;
import dev.foldline.core.state.ChildReport;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Usage.Meter;
import dev.foldline.testkit.simulation.FaultRates.Trouble;

import io.vavr.collection.LinkedHashMap;
import io.vavr.control.Option;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;

/**
 * Simulated child runs. Each reports its status and ends at some time, and repeats its report until
 * it is received.
 */
final class FakeChildren {
    private static final String TERMINAL = "terminal";

    private final FaultRates mood;
    private final Map<String, String> failures;
    private final Map<Long, Deque<Command>> running = new TreeMap<>();
    private final Map<Long, String> names = new TreeMap<>();

    /**
     * @param failures known failures of children, by list and item
     */
    FakeChildren(FaultRates mood, Map<String, String> failures) {
        this.mood = mood;
        this.failures = failures;
    }

    String spawn(long ticket, SpawnChild spawn, SeededRandom fate) {
        var name = SeededRandom.hash("r", spawn.list(), spawn.item().id(), ticket);
        var why =
                Option.of(failures.get(spawn.list() + "/" + spawn.item().id()))
                        .getOrElse(
                                () -> mood.strikes(Trouble.CHILD_FAILS, fate) ? "it gave up" : "");
        var words = new ArrayDeque<Command>();
        for (int reported = 0; reported < fate.fork("told").below(4); reported++)
            words.add(
                    new Command.ReportChild(
                            spawn.list(),
                            spawn.item().id(),
                            ticket,
                            name,
                            10L * (reported + 1),
                            report(fate.fork("report", reported))));
        words.add(
                new Command.ReportChildEnd(
                        spawn.list(),
                        spawn.item().id(),
                        ticket,
                        ChildReport.of(
                                why.isEmpty()
                                        ? Outcome.COMPLETED
                                        : new Outcome.Failed(
                                                Fault.of(Fault.Kind.CHILD_FAILED, why)),
                                used(fate.fork("usage")),
                                spawn.artifacts().put("result", name))));
        names.put(ticket, name);
        running.put(ticket, words);
        return name;
    }

    private static Meter used(SeededRandom fate) {
        return Meter.of(
                        new Spend(
                                fate.fork("millis").below(1000),
                                Option.of((long) fate.fork("tokens").below(1000)),
                                Option.none()))
                .called();
    }

    /** A failure in a child may be resolved later. */
    private static TaskReport report(SeededRandom fate) {
        var task = fate.fork("task").chance(25) ? TaskStatus.FAILED : TaskStatus.RUNNING;
        var terminal =
                fate.fork("terminal")
                        .pick(
                                TerminalStatus.WAITING,
                                TerminalStatus.WORKING,
                                TerminalStatus.FAILED);
        return new TaskReport(
                task,
                LinkedHashMap.of(TERMINAL, terminal),
                task == TaskStatus.FAILED ? Option.of("it waits") : Option.none(),
                fate.fork("tokens").below(1000));
    }

    Option<String> of(long ticket) {
        return Option.of(names.get(ticket));
    }

    /** Returns the next report of a child that was not received. */
    Option<Command> word() {
        return Option.ofOptional(running.values().stream().map(Deque::getFirst).findFirst());
    }

    void accept(InputEvent event) {
        if (event instanceof InputEvent.ChildEnded ended) running.remove(ended.spawnTicket());
        else if (event instanceof InputEvent.ChildReported reported)
            Option.of(running.get(reported.spawnTicket())).forEach(Deque::removeFirst);
    }
}
