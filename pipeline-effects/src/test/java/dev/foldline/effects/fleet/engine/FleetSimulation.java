package dev.foldline.effects.fleet.engine;

import io.vavr.collection.Vector;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;

/**
 * A fleet in virtual time: an engine that delivers each message once and in any order, and may be
 * away for minutes, hosts that die, come back and lose answers, and runs that are driven for a
 * while, wait and are woken. It checks that a run is driven by one host only, as far as the engine
 * lets hosts begin.
 */
public final class FleetSimulation {
    private static final long TIMEOUT = 10_000;
    private static final long REPORT_EVERY = 1_000;
    private static final int DELIVERY_MAX = 50;

    private final Random random;
    private final int slots;
    private final Map<String, PlacedRun> runs = new HashMap<>();
    private final Map<String, SimulatedHost> hosts = new HashMap<>();
    private final Map<String, Long> workLeft = new HashMap<>();
    private final Map<String, Integer> waits = new HashMap<>();
    private final Set<String> begun = new HashSet<>();
    private final PriorityQueue<ScheduledAction> queue =
            new PriorityQueue<>(
                    Comparator.comparingLong(ScheduledAction::at)
                            .thenComparingLong(ScheduledAction::order));
    private HostTable table = HostTable.EMPTY;
    private long now;
    private long engineBack;
    private long order;
    private int ended;

    /** Counts what happened. */
    public int stays;

    public int losses;
    public int messages;
    int absences;
    int begunTwice;

    private record ScheduledAction(long at, long order, Runnable action) {}

    private static final class SimulatedHost {
        private String session = "1";
        private long beat;
        private boolean isAlive = true;
        private final Map<String, Long> known = new HashMap<>();
    }

    public FleetSimulation(long seed, int hostCount, int slots, int runCount) {
        this.random = new Random(seed);
        this.slots = slots;
        for (int i = 0; i < hostCount; i++) {
            var name = "h" + i;
            hosts.put(name, new SimulatedHost());
            later(random.nextInt((int) REPORT_EVERY), () -> report(name));
        }
        for (int i = 0; i < runCount; i++) {
            var run = "r" + i;
            runs.put(run, PlacedRun.unknown(run));
            workLeft.put(run, 60_000L + random.nextInt(600_000));
            waits.put(run, random.nextInt(3));
            later(random.nextInt(60_000), () -> ask(run, new Message.Submit(Vector.empty())));
        }
    }

    private void later(long delay, Runnable action) {
        queue.add(new ScheduledAction(now + delay, order++, action));
    }

    /** Kills a host about this often, and starts it again some time later. */
    public void killEvery(long millis) {
        later(millis / 2 + random.nextInt((int) millis), () -> kill(millis));
    }

    private void kill(long millis) {
        var name = "h" + random.nextInt(hosts.size());
        var host = hosts.get(name);
        if (host.isAlive) {
            host.isAlive = false;
            host.known.clear();
            later(random.nextInt(30_000), () -> restart(host));
        }
        if (!isDone()) killEvery(millis);
    }

    /** Takes the engine away about this often, for up to three minutes; it forgets nothing. */
    void awayEvery(long millis) {
        later(
                millis / 2 + random.nextInt((int) millis),
                () -> {
                    engineBack = now + random.nextInt(180_000);
                    absences++;
                    if (!isDone()) awayEvery(millis);
                });
    }

    private boolean isEngineAway() {
        return now < engineBack;
    }

    /** A request that is repeated until the engine answers. */
    private void ask(String run, Message.ToRun message) {
        if (isEngineAway()) later(REPORT_EVERY, () -> ask(run, message));
        else send(run, message);
    }

    private void restart(SimulatedHost host) {
        host.isAlive = true;
        host.beat = 0;
        host.session = Long.toString(now);
    }

    private void report(String name) {
        if (isDone()) return;
        var host = hosts.get(name);
        later(REPORT_EVERY, () -> report(name));
        if (!host.isAlive) return;
        var report =
                new HostReport(name, host.session, Vector.empty(), slots, ++host.beat, TIMEOUT);
        later(
                random.nextInt(DELIVERY_MAX),
                () -> {
                    if (isEngineAway()) return;
                    var step = receive(new Message.Report(report));
                    if (random.nextInt(50) == 0 || !host.isAlive) return;
                    for (var stay : HostTable.Stays.FORM.read(step.reply()).stays())
                        if (host.known.getOrDefault(stay.run(), 0L) < stay.number()) {
                            host.known.put(stay.run(), stay.number());
                            begin(name, host.session, stay);
                        }
                });
    }

    private void begin(String name, String session, Stay stay) {
        later(
                random.nextInt(2 * DELIVERY_MAX),
                () -> {
                    var host = hosts.get(name);
                    if (!host.isAlive || !host.session.equals(session)) return;
                    if (isEngineAway()) {
                        later(REPORT_EVERY, () -> begin(name, session, stay));
                        return;
                    }
                    if (!send(stay.run(), new Message.Begin(stay, name)).equals("true")) return;
                    stays++;
                    if (!begun.add(stay.run() + "/" + stay.number())) begunTwice++;
                    drive(name, session, stay);
                });
    }

    private void drive(String name, String session, Stay stay) {
        long share = Math.min(workLeft.get(stay.run()), 20_000 + random.nextInt(200_000));
        later(share, () -> end(name, session, stay, share));
    }

    /** A host keeps a run until the engine has heard that its stay has ended. */
    private void end(String name, String session, Stay stay, long share) {
        var host = hosts.get(name);
        if (!host.isAlive || !host.session.equals(session)) return;
        if (isEngineAway()) {
            later(REPORT_EVERY, () -> end(name, session, stay, share));
            return;
        }
        if (runs.get(stay.run()).stay() != stay.number()) return;
        workLeft.merge(stay.run(), -share, Long::sum);
        leave(name, stay);
    }

    private void leave(String name, Stay stay) {
        var run = stay.run();
        if (workLeft.get(run) <= 0) leave(name, stay, StayEnd.Kind.ENDED, 0);
        else if (waits.merge(run, -1, Integer::sum) >= 0) {
            leave(name, stay, StayEnd.Kind.PARKED, 0);
            later(random.nextInt(300_000), () -> ask(run, new Message.Wake()));
        } else
            switch (random.nextInt(3)) {
                case 0 -> leave(name, stay, StayEnd.Kind.LIMITED, 1 + random.nextInt(60_000));
                case 1 -> leave(name, stay, StayEnd.Kind.MOVED, 0);
                default -> leave(name, stay, StayEnd.Kind.FAILED, 0);
            }
    }

    private void leave(String host, Stay stay, StayEnd.Kind kind, long wait) {
        send(stay.run(), new Message.Leave(new StayEnd(stay, host, kind, wait, "")));
    }

    private PlacementStep<HostTable> receive(Message.ToHosts message) {
        messages++;
        var step = table.receive(message);
        table = step.state();
        send(step.sends());
        return step;
    }

    private String send(String run, Message.ToRun message) {
        messages++;
        if (message instanceof Message.Lose) losses++;
        var step = runs.get(run).receive(message);
        if (step.state().status() == PlacedRun.Status.ENDED
                && runs.get(run).status() != PlacedRun.Status.ENDED) ended++;
        runs.put(run, step.state());
        send(step.sends());
        return step.reply();
    }

    private void send(Vector<PlacementStep.Send> sends) {
        for (var send : sends)
            switch (send) {
                case PlacementStep.ToHosts(var message, var delay) ->
                        deliver(delay, () -> receive(message));
                case PlacementStep.ToRun(var run, var message, var delay) ->
                        deliver(delay, () -> send(run, message));
            }
    }

    /** What the engine sends while it is away arrives when it is back. */
    private void deliver(long delay, Runnable message) {
        later(
                delay + random.nextInt(DELIVERY_MAX),
                () -> {
                    if (isEngineAway()) deliver(engineBack - now, message);
                    else message.run();
                });
    }

    private boolean isDone() {
        return ended == runs.size();
    }

    /** Returns the runs that have not ended in this time. */
    public Vector<PlacedRun> run(long millis) {
        while (!queue.isEmpty() && now < millis) {
            var next = queue.poll();
            now = next.at();
            next.action().run();
        }
        return Vector.ofAll(runs.values()).filter(run -> run.status() != PlacedRun.Status.ENDED);
    }

    public long now() {
        return now;
    }

    public HostTable table() {
        return table;
    }
}
