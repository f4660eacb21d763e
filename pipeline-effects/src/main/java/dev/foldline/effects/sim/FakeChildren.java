package dev.foldline.effects.sim;

import dev.foldline.core.command.Command;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.effects.sim.Mood.Trouble;
import io.vavr.control.Option;
import java.util.Map;
import java.util.TreeMap;

/** Child runs that are only pretended: each ends sometime, and tells it until it is heard. */
final class FakeChildren {

    private record Child(String name, Command.ReportChildEnd end) {}

    private final Mood mood;
    private final Map<String, String> failures;
    private final Map<Long, Child> running = new TreeMap<>();
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
        names.put(ticket, name);
        running.put(ticket, new Child(name, new Command.ReportChildEnd(
                spawn.list(), spawn.item().id(), ticket, why.isEmpty(), why)));
        return name;
    }

    Option<String> of(long ticket) { return Option.of(names.get(ticket)); }

    /** The first end that has not been heard. */
    Option<Command> end() { return Option.ofOptional(running.values().stream().<Command>map(Child::end).findFirst()); }

    void heard(long ticket) { running.remove(ticket); }
}
