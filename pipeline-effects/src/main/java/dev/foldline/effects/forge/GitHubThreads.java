package dev.foldline.effects.forge;

import static dev.foldline.effects.forge.ForgeText.text;

import dev.foldline.effects.forge.RemarkCollector.Remark;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The review threads of a pull request on GitHub. The REST interface has their comments; only
 * GraphQL says which threads are resolved, and resolves them.
 *
 * @param path the path of the pull request
 */
record GitHubThreads(ForgeApi api, String path, Map<String, Object> request)
        implements ReviewThreads {
    private static final int PAGES_MAX = 20;

    private static final String THREADS =
            "query($owner: String!, $name: String!, $number: Int!, $after: String) {"
                    + " repository(owner: $owner, name: $name) { pullRequest(number: $number) {"
                    + " reviewThreads(first: 100, after: $after) { nodes { id isResolved"
                    + " comments(first: 1) { nodes { fullDatabaseId } } }"
                    + " pageInfo { hasNextPage endCursor } } } } }";

    private static final String RESOLVE =
            "mutation($id: ID!) { resolveReviewThread(input: {threadId: $id})"
                    + " { thread { isResolved } } }";

    /** What only GraphQL says about a thread. */
    private record Resolution(String id, boolean isResolved) {}

    /**
     * A thread.
     *
     * @param root the id of the comment that started it; a reply cannot be replied to
     */
    private record GitHubThread(
            ForgeApi api,
            String path,
            long root,
            List<Remark> remarks,
            Optional<Resolution> resolution)
            implements ReviewThread {
        @Override
        public boolean isResolved() {
            return resolution.isPresent() && resolution.get().isResolved();
        }

        @Override
        public void add(String body) throws IOException, InterruptedException {
            ReviewThreads.send(api, path + "/comments/" + root + "/replies", Map.of("body", body));
        }

        @Override
        public void resolve() throws IOException, InterruptedException {
            if (resolution.isPresent()) api.query(RESOLVE, Map.of("id", resolution.get().id()));
        }
    }

    @Override
    public List<ReviewThread> read() throws IOException, InterruptedException {
        var byRoot = new LinkedHashMap<Long, List<Remark>>();
        for (var each : api.list(path + "/comments?per_page=100", Optional.empty())) {
            var remark = GitHubDocuments.remark(each);
            long root = each.path("in_reply_to_id").asLong(remark.id());
            byRoot.computeIfAbsent(root, _ -> new ArrayList<>()).add(remark);
        }
        var resolutions = byRoot.isEmpty() ? Map.<Long, Resolution>of() : resolutions();
        return byRoot.entrySet().stream()
                .<ReviewThread>map(
                        each ->
                                new GitHubThread(
                                        api,
                                        path,
                                        each.getKey(),
                                        List.copyOf(each.getValue()),
                                        each.getValue().stream()
                                                .map(remark -> resolutions.get(remark.id()))
                                                .filter(Objects::nonNull)
                                                .findFirst()))
                .toList();
    }

    /** Returns the resolution of each thread, by the id of its first comment. */
    private Map<Long, Resolution> resolutions() throws IOException, InterruptedException {
        var resolutions = new HashMap<Long, Resolution>();
        var variables = new HashMap<>(request);
        for (int page = 0; page < PAGES_MAX; page++) {
            var threads = threads(api.query(THREADS, variables));
            for (var each : threads.path("nodes").valueStream().toList())
                each.path("comments")
                        .path("nodes")
                        .valueStream()
                        .forEach(
                                first ->
                                        resolutions.put(
                                                first.path("fullDatabaseId").asLong(0),
                                                new Resolution(
                                                        text(each, "id"),
                                                        each.path("isResolved").asBoolean(false))));
            if (!threads.path("pageInfo").path("hasNextPage").asBoolean(false)) break;
            variables.put("after", text(threads.path("pageInfo"), "endCursor"));
        }
        return resolutions;
    }

    private static JsonNode threads(JsonNode answer) {
        return answer.path("data").path("repository").path("pullRequest").path("reviewThreads");
    }
}
