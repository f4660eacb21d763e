package dev.foldline.effects.sim;

import dev.foldline.core.command.Command;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.projection.runtime.Report;
import dev.foldline.core.projection.runtime.TaskStatus;
import dev.foldline.core.projection.runtime.TerminalStatus;
import dev.foldline.effects.sim.Mood.Trouble;
import io.vavr.collection.LinkedHashMap;
import io.vavr.control.Option;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;

/** Child runs that are only pretended: each tells how it stands and ends sometime, and tells each of it until it is heard. */
final class FakeChildren {
    private static final String TERMINAL = "terminal";

    private final Mood mood;
    private final Map<String, String> failures;
    private final Map<Long, Deque<Command>> running = new TreeMap<>();
    private final Map<Long, String> names = new TreeMap<>();

    /** @param failures why children fail that are known to, by list and item */
    FakeChildren(Mood mood, Map<String, String> failures) {
        this.mood = mood;
        this.failures = failures;
    }

    String spawn(long ticket, SpawnChild spawn, Luck fate) {
        var name = Luck.hash("r", spawn.list(), spawn.item().id(), ticket);
        var why = Option.of(failures.get(spawn.list() + "/" + spawn.item().id()))
                .getOrElse(() -> mood.strikes(Trouble.CHILD_FAILS, fate) ? "it gave up" : "");
        var words = new ArrayDeque<Command>();
        for (int told = 0; told < fate.fork("told").below(4); told++)
            words.add(new Command.ReportChild(spawn.list(), spawn.item().id(), ticket, name, 10L * (told + 1), report(fate.fork("report", told))));
        words.add(new Command.ReportChildEnd(spawn.list(), spawn.item().id(), ticket, why.isEmpty(), why));
        names.put(ticket, name);
        running.put(ticket, words);
        return name;
    }

    /** What goes wrong in a child may come right again. */
    private static Report report(Luck fate) {
        var task = fate.fork("task").chance(25) ? TaskStatus.FAILED : TaskStatus.RUNNING;
        var terminal = fate.fork("terminal").pick(TerminalStatus.WAITING, TerminalStatus.WORKING, TerminalStatus.FAILED);
        return new Report(task, LinkedHashMap.of(TERMINAL, terminal), task == TaskStatus.FAILED ? Option.of("it waits") : Option.none(), fate.fork("tokens").below(1000));
    }

    Option<String> of(long ticket) { return Option.of(names.get(ticket)); }

    /** What a child tells next that has not been heard. */
    Option<Command> word() { return Option.ofOptional(running.values().stream().map(Deque::getFirst).findFirst()); }

    void heard(InputEvent event) {
        if (event instanceof InputEvent.ChildEnded ended) running.remove(ended.spawnTicket());
        else if (event instanceof InputEvent.ChildReported told) Option.of(running.get(told.spawnTicket())).forEach(Deque::removeFirst);
    }
}
