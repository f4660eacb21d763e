package dev.foldline.app.server.call;

import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.user.ServerUser;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.util.Map;

/** The document about the repositories that a server serves. */
public record RepositoryList(Vector<Entry> entries) {
    /** The name and version of the JSON document. */
    static final String SCHEMA = "foldline.repositories/1";

    /**
     * A repository.
     *
     * @param name in addresses
     * @param path below which its pages and calls are
     */
    public record Entry(String name, String path, RepositorySummary summary) {}

    /**
     * The repositories that a user may see.
     *
     * @param isCounted whether runs are read
     */
    Map<String, Object> document(ServerUser user, boolean isCounted) throws IOException {
        var repositories = Vector.<Map<String, Object>>empty();
        for (var each : entries.filter(entry -> user.isFor(entry.name()))) {
            var fields =
                    JsonOutput.fields(
                            "name",
                            each.name(),
                            "path",
                            each.path(),
                            "folder",
                            each.summary().folder().toString());
            fields.putAll(isCounted ? each.summary().counts() : RepositorySummary.UNCOUNTED);
            repositories = repositories.append(fields);
        }
        return JsonOutput.fields("schema", SCHEMA, "repositories", repositories.asJava());
    }
}
