package dev.foldline.app.report;

import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.TextStyle;
import dev.foldline.effects.fleet.RunLease;

import io.vavr.collection.Vector;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * The runs that a shared repository holds.
 *
 * @param now the time of the question
 */
public record FleetPage(String remote, Vector<RunLease> leases, Instant now) {
    public static final String SCHEMA = "foldline.fleet/1";

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
                "runs",
                leases.map(this::document).asJava());
    }

    private Map<String, Object> document(RunLease lease) {
        return JsonOutput.fields(
                "run",
                lease.run(),
                "workflow",
                lease.workflow(),
                "state",
                lease.state(),
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

    private String word(RunLease lease) {
        if (lease.isReleased()) return "released";
        return lease.isFree(now) ? "expired" : "held";
    }

    public String text(TextStyle paint) {
        if (leases.isEmpty()) return "No runs are shared in " + remote + ".\n";
        return leases.map(
                        lease ->
                                paint.strong(lease.run())
                                        + "  "
                                        + lease.state()
                                        + "  ("
                                        + lease.workflow()
                                        + ", event "
                                        + lease.seq()
                                        + ")\n    "
                                        + line(lease)
                                        + "\n")
                .mkString();
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
