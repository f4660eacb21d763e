package dev.foldline.app.report;

import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.ShellWord;
import dev.foldline.app.output.TextStyle;
import dev.foldline.core.summary.RunSentence;
import dev.foldline.effects.fleet.RunLease;
import dev.foldline.effects.fleet.engine.HostEntry;
import dev.foldline.effects.fleet.engine.HostTable;
import dev.foldline.effects.fleet.engine.Stay;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * The runs that a shared repository holds.
 *
 * @param now the time of the question
 */
public record FleetPage(String remote, Vector<RunLease> leases, Hosts hosts, Instant now) {
    public static final String SCHEMA = "foldline.fleet/1";

    /** What is known of the hosts of a fleet. */
    public sealed interface Hosts {
        /** No engine is configured. */
        record Unplaced() implements Hosts {}

        /** What the engine reports. */
        record Known(HostTable table) implements Hosts {}

        /** The engine does not answer. */
        record Unknown(String why) implements Hosts {}

        /** Returns the table of hosts, if it is known. */
        default Option<HostTable> asTable() {
            return this instanceof Known(var table) ? Option.of(table) : Option.none();
        }
    }

    public Map<String, Object> document() {
        return JsonOutput.fields(
                "schema",
                SCHEMA,
                "ok",
                true,
                "exit",
                0,
                "remote",
                remote,
                "engine",
                engine(),
                "engine_error",
                hosts instanceof Hosts.Unknown(var why) ? Option.of(why) : Option.none(),
                "runs",
                leases.map(this::document).asJava(),
                "hosts",
                hosts.asTable()
                        .toVector()
                        .flatMap(HostTable::hosts)
                        .map(FleetPage::document)
                        .asJava(),
                "waiting",
                hosts.asTable()
                        .toVector()
                        .flatMap(HostTable::waiting)
                        .map(each -> each.stay().run())
                        .asJava());
    }

    private String engine() {
        return switch (hosts) {
            case Hosts.Unplaced _ -> "none";
            case Hosts.Known _ -> "answers";
            case Hosts.Unknown _ -> "away";
        };
    }

    private static Map<String, Object> document(HostEntry host) {
        return JsonOutput.fields(
                "host",
                host.report().host(),
                "labels",
                host.report().labels().asJava(),
                "slots",
                host.report().slots(),
                "timeout_ms",
                host.report().timeoutMillis(),
                "runs",
                host.stays().map(Stay::run).asJava());
    }

    private Map<String, Object> document(RunLease lease) {
        return JsonOutput.fields(
                "run",
                lease.run(),
                "workflow",
                lease.workflow(),
                "state",
                state(lease),
                "seq",
                lease.seq(),
                "holder",
                lease.holder(),
                "epoch",
                lease.epoch(),
                "at",
                lease.at().toString(),
                "until",
                lease.until().toString(),
                "lease",
                word(lease));
    }

    private String state(RunLease lease) {
        return isUnsubmitted(lease) ? "is not submitted to the fleet" : lease.state();
    }

    /** Returns whether a run can go on, and neither a clone nor the engine knows of it. */
    private boolean isUnsubmitted(RunLease lease) {
        return lease.isReleased()
                && RunSentence.isWorking(lease.state())
                && hosts.asTable().exists(table -> !isKnown(table, lease.run()));
    }

    private static boolean isKnown(HostTable table, String run) {
        return table.waiting().exists(each -> each.stay().run().equals(run))
                || table.hosts()
                        .exists(host -> host.stays().exists(stay -> stay.run().equals(run)));
    }

    private String word(RunLease lease) {
        if (lease.isReleased()) return "released";
        return lease.isFree(now) ? "expired" : "held";
    }

    public String text(TextStyle paint) {
        return runs(paint) + hosts.asTable().map(table -> hosts(table, paint)).getOrElse("");
    }

    private static String hosts(HostTable table, TextStyle paint) {
        var waiting = table.waiting().map(each -> each.stay().run()).mkString(", ");
        return table.hosts()
                        .map(
                                host ->
                                        "host "
                                                + paint.strong(host.report().host())
                                                + "  "
                                                + host.stays().size()
                                                + " of "
                                                + host.report().slots()
                                                + " slots"
                                                + host.stays()
                                                        .map(stay -> " " + stay.run())
                                                        .mkString()
                                                + host.report()
                                                        .labels()
                                                        .map(label -> " [" + label + "]")
                                                        .mkString()
                                                + "\n")
                        .mkString()
                + (table.hosts().isEmpty() ? "No worker is connected to the engine.\n" : "")
                + (waiting.isEmpty() ? "" : "Waiting for a worker: " + waiting + "\n");
    }

    private String runs(TextStyle paint) {
        if (leases.isEmpty()) return "No runs are shared in " + remote + ".\n";
        return leases.map(
                        lease ->
                                paint.strong(lease.run())
                                        + "  "
                                        + state(lease)
                                        + "  ("
                                        + lease.workflow()
                                        + ", event "
                                        + lease.seq()
                                        + ")\n    "
                                        + line(lease)
                                        + "\n"
                                        + (isUnsubmitted(lease)
                                                ? "    next  foldline resume "
                                                        + lease.run()
                                                        + " --from "
                                                        + ShellWord.of(remote)
                                                        + " --on fleet\n"
                                                : ""))
                .mkString();
    }

    /** Returns a note on a run that is shown as it is published. */
    public static String age(String remote, RunDirectory run, RunLease lease) {
        return "run "
                + run.id()
                + " as published in "
                + remote
                + ": "
                + new FleetPage(remote, Vector.empty(), new Hosts.Unplaced(), Instant.now())
                        .line(lease);
    }

    /** Returns who holds the lease and how old the news is. */
    public String line(RunLease lease) {
        return "lease "
                + word(lease)
                + (word(lease).equals("expired") ? ", last held by " : " by ")
                + lease.holder()
                + ", epoch "
                + lease.epoch()
                + ", published "
                + age(Duration.between(lease.at(), now))
                + " ago";
    }

    private static String age(Duration age) {
        long seconds = Math.max(0, age.toSeconds());
        if (seconds < 120) return seconds + " s";
        return seconds < 7200 ? seconds / 60 + " min" : seconds / 3600 + " h";
    }
}
