package dev.foldline.effects.forge;

import static dev.foldline.effects.forge.ForgeText.text;

import dev.foldline.effects.forge.RemarkCollector.Remark;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The threads on the lines of a merge request.
 *
 * @param path the path of the threads of the merge request
 */
record GitLabThreads(ForgeApi api, String path) implements ReviewThreads {

    /** A thread below this path. */
    private record GitLabThread(ForgeApi api, String path, boolean isResolved, List<Remark> remarks)
            implements ReviewThread {
        @Override
        public void add(String body) throws IOException, InterruptedException {
            ReviewThreads.send(api, path + "/notes", Map.of("body", body));
        }

        @Override
        public void resolve() throws IOException, InterruptedException {
            api.put("PUT", path, Map.of("resolved", true));
        }
    }

    @Override
    public List<ReviewThread> read() throws IOException, InterruptedException {
        return api.list(path + "?per_page=100", Optional.empty()).stream()
                .map(this::thread)
                .toList();
    }

    private ReviewThread thread(JsonNode thread) {
        var notes =
                thread.path("notes")
                        .valueStream()
                        .filter(each -> !each.path("system").asBoolean(false))
                        .toList();
        return new GitLabThread(
                api,
                path + "/" + text(thread, "id"),
                isResolved(notes),
                notes.stream().map(GitLabForge::remark).toList());
    }

    /** A note that was added to a resolved thread opens it again. */
    private static boolean isResolved(List<JsonNode> notes) {
        var resolvable =
                notes.stream().filter(each -> each.path("resolvable").asBoolean(false)).toList();
        return !resolvable.isEmpty()
                && resolvable.stream().allMatch(each -> each.path("resolved").asBoolean(false));
    }
}
