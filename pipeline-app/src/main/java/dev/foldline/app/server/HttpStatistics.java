package dev.foldline.app.server;

import org.eclipse.jetty.server.Response;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts the answers of a server by method and status. */
final class HttpStatistics {
    private static final String LABELS = "method=\"%s\",status=\"%d\"";

    private final Map<String, LongAdder> answers = new ConcurrentHashMap<>();

    void count(String method, Response response) {
        var known = method.matches("GET|HEAD|POST|DELETE|OPTIONS") ? method : "other";
        answers.computeIfAbsent(LABELS.formatted(known, response.getStatus()), _ -> new LongAdder())
                .increment();
    }

    /** The counts, by the labels of each. */
    Map<String, Long> answers() {
        var sums = new TreeMap<String, Long>();
        answers.forEach((labels, sum) -> sums.put(labels, sum.sum()));
        return sums;
    }
}
