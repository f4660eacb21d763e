package dev.foldline.bench;

import dev.foldline.effects.fleet.engine.FleetSimulation;
import dev.foldline.effects.fleet.engine.HostReport;
import dev.foldline.effects.fleet.engine.HostTable;
import dev.foldline.effects.fleet.engine.Message;
import dev.foldline.effects.fleet.engine.PlaceRequest;
import dev.foldline.effects.fleet.engine.Stay;
import dev.foldline.effects.fleet.restate.RestateEndpoint;
import dev.foldline.effects.fleet.restate.RestateNode;
import dev.foldline.effects.fleet.restate.RestatePlacement;
import dev.foldline.effects.fleet.restate.RestateServer;
import dev.foldline.effects.json.JsonForm;

import io.vavr.collection.Vector;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

/**
 * What grows with a fleet: the messages that its engine delivers, in virtual time, and the table of
 * hosts, which each report of a host reads and writes.
 */
final class FleetSizeMeasurements {
    private static final JsonForm<HostTable> TABLE =
            JsonForm.of("a table of hosts", HostTable.class);
    private static final int MINUTE = 60_000;
    private static final int SLOTS = 4;
    private static final int RUNS_PER_HOST = 10;
    private static final int REPORTS = 2_000;
    private static final int ROUNDS = 5;

    private FleetSizeMeasurements() {}

    static void print() throws Exception {
        simulate(10);
        simulate(100);
        for (int hosts : new int[] {1, 10, 100, 1_000}) report(hosts);
        System.setProperty(RestateNode.PROGRAM, System.getenv().getOrDefault("RESTATE", ""));
        for (int hosts : new int[] {1, 10, 100}) throughEngine(hosts);
    }

    /** Plays runs whose hosts die now and then, ten runs for each host. */
    private static void simulate(int hosts) {
        int runs = hosts * RUNS_PER_HOST;
        var fleet = new FleetSimulation(1, hosts, SLOTS, runs);
        fleet.killEvery(20_000);
        int bytes = 0;
        Vector<?> left = Vector.of(runs);
        long minutes = 0;
        while (!left.isEmpty()) {
            left = fleet.run(++minutes * MINUTE);
            bytes = Math.max(bytes, bytes(fleet.table()));
        }
        System.out.println(
                String.format(
                        Locale.ROOT,
                        "%,d runs on %d hosts of %d slots, in virtual time: %d min, %,d stays, %,d"
                                + " losses of a host, %,d messages, %,d a minute; the table of"
                                + " hosts has at most %,d bytes",
                        runs,
                        hosts,
                        SLOTS,
                        minutes,
                        fleet.stays,
                        fleet.losses,
                        fleet.messages,
                        fleet.messages / minutes,
                        bytes));
    }

    private static int bytes(HostTable table) {
        return TABLE.write(table).getBytes(StandardCharsets.UTF_8).length;
    }

    /** A report of a host, read, decided and written as the worker does that answers the engine. */
    private static void report(int hosts) {
        var table = HostTable.EMPTY;
        for (int i = 0; i < hosts; i++) table = table.receive(beat(i, 1)).state();
        for (int i = 0; i < hosts * RUNS_PER_HOST; i++)
            table =
                    table.receive(
                                    new Message.Place(
                                            new PlaceRequest(
                                                    new Stay("r" + i, 1, Stay.Manner.RESUME),
                                                    Vector.empty(),
                                                    "")))
                            .state();
        var json = TABLE.write(table);
        int count = Math.max(100, REPORTS / hosts);
        for (int i = 0; i < count; i++) json = received(json, i % hosts, 2 + i);
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) json = received(json, i % hosts, 2 + count + i);
        double each = (System.nanoTime() - start) / 1e6 / count;
        System.out.println(
                String.format(
                        Locale.ROOT,
                        "a report of one of %,d hosts, with %,d runs placed or waiting: %,d bytes,"
                                + " %.2f ms; %.0f reports a second",
                        hosts,
                        hosts * RUNS_PER_HOST,
                        bytes(table),
                        each,
                        1_000 / each));
    }

    /** The same through a node of the engine and a worker that answers it, all on this machine. */
    private static void throughEngine(int hosts) throws Exception {
        var loopback = InetAddress.getLoopbackAddress();
        try (var node = RestateNode.start(Files.createTempDirectory("foldline-bench"));
                var server =
                        new RestateServer(
                                Vector.of(node.ingress()),
                                Vector.of(node.admin()),
                                Duration.ofMinutes(2));
                var endpoint =
                        RestateEndpoint.start(
                                new InetSocketAddress(loopback, 0), "t0ken", _ -> {})) {
            endpoint.register(server, URI.create("http://127.0.0.1:" + endpoint.port()));
            var placement = new RestatePlacement(server, "fleet");
            reports(placement, hosts, 1);
            for (int i = 0; i < hosts * SLOTS; i++) placement.submit("r" + i, Vector.empty());
            long start = System.nanoTime();
            for (int round = 0; round < ROUNDS; round++) reports(placement, hosts, 2 + round);
            System.out.println(
                    String.format(
                            Locale.ROOT,
                            "through the engine: %.0f reports a second of %d hosts at once",
                            ROUNDS * hosts * 1e9 / (System.nanoTime() - start),
                            hosts));
        }
    }

    /** Lets all hosts report at once. */
    private static void reports(RestatePlacement placement, int hosts, long beat) throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var calls = new ArrayList<Callable<Vector<Stay>>>();
            for (int i = 0; i < hosts; i++) {
                var report = beat(i, beat).host();
                calls.add(() -> placement.report(report));
            }
            for (var call : threads.invokeAll(calls)) call.get();
        }
    }

    private static String received(String json, int host, long beat) {
        return TABLE.write(TABLE.read(json).receive(beat(host, beat)).state());
    }

    private static Message.Report beat(int host, long beat) {
        return new Message.Report(
                new HostReport("h" + host, "s", Vector.of("claude"), SLOTS, beat, 10_000));
    }
}
