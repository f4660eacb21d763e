package dev.foldline.effects.fleet.engine;

import io.vavr.collection.Vector;

/**
 * A sign of life of a host.
 *
 * @param host its name; two hosts of a fleet have different names
 * @param session of the worker's process: a new one has lost what the old one drove
 * @param labels what runs may require
 * @param slots how many runs it drives at once; 0 if it takes no more
 * @param beat counts the reports of a session
 * @param timeoutMillis after this time without another report, the host is lost
 */
public record HostReport(
        String host,
        String session,
        Vector<String> labels,
        long slots,
        long beat,
        long timeoutMillis) {}
