package dev.foldline.effects.sandbox;

import io.vavr.collection.Vector;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** How often a call connected to which host, or was refused. */
final class HostCounts {
    private static final int HOSTS_MAX = 50;
    private static final String OTHERS = "other hosts";

    private final Map<String, Integer> used = new TreeMap<>();
    private final Map<String, Integer> denied = new TreeMap<>();

    synchronized void used(String host) {
        count(used, host);
    }

    synchronized void denied(String host) {
        count(denied, host);
    }

    private static void count(Map<String, Integer> counts, String host) {
        counts.merge(
                counts.containsKey(host) || counts.size() < HOSTS_MAX ? host : OTHERS,
                1,
                Integer::sum);
    }

    /** Returns what happened, for the log; nothing if no host was asked for. */
    synchronized Vector<String> notes() {
        var example =
                denied.keySet().stream()
                        .filter(host -> !host.equals(OTHERS))
                        .findFirst()
                        .orElse("");
        return note("the call connected to ", used, "")
                .appendAll(
                        note(
                                "the sandbox refused the call a connection to ",
                                denied,
                                "; to allow it: foldline sandbox allow " + example));
    }

    private static Vector<String> note(String start, Map<String, Integer> counts, String end) {
        return counts.isEmpty()
                ? Vector.empty()
                : Vector.of(
                        counts.entrySet().stream()
                                .map(each -> each.getKey() + " (" + each.getValue() + ")")
                                .collect(Collectors.joining(", ", start, end)));
    }
}
