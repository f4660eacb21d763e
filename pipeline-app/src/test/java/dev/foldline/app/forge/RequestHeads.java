package dev.foldline.app.forge;

import dev.foldline.app.forge.FakeForge.Request;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The heads of pull requests: a forge knows them after someone has deleted the branch. */
final class RequestHeads {
    private final FakeForge forge;
    private final Map<Integer, String> latest = new ConcurrentHashMap<>();

    RequestHeads(FakeForge forge) {
        this.forge = forge;
    }

    String of(Request request) {
        var head = forge.head(request.branch);
        if (!head.isEmpty()) latest.put(request.number, head);
        return latest.getOrDefault(request.number, "");
    }

    boolean isDeleted(Request request) {
        return forge.head(request.branch).isEmpty();
    }

    /** Closes a pull request whose branch is gone. */
    void close(Request request) {
        if (isDeleted(request)) request.state = "closed";
    }
}
