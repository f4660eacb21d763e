package dev.foldline.effects.forge;

import static dev.foldline.effects.forge.ForgeText.text;

import dev.foldline.effects.forge.RemarkCollector.Remark;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The review threads of a pull request on Gitea or Forgejo, whose interface has none: the comments
 * on a line are a thread, as their pages show them, and a reply is a review with one comment there.
 *
 * @param pulls the path of all pull requests
 * @param path the path of the reviews of this one
 */
record GiteaThreads(ForgeApi api, String pulls, String path) implements ReviewThreads {

    /** The old side of a change has lines of its own. */
    private record Place(String file, long line, boolean isOld) {
        static Place of(JsonNode comment) {
            long line = comment.path("position").asLong(0);
            return line > 0
                    ? new Place(text(comment, "path"), line, false)
                    : new Place(
                            text(comment, "path"),
                            comment.path("original_position").asLong(0),
                            true);
        }

        Map<String, Object> comment(String body) {
            return Map.of(
                    "path", file, "body", body, isOld ? "old_position" : "new_position", line);
        }
    }

    private record GiteaThread(
            GiteaThreads all, Place place, boolean isResolved, List<Remark> remarks)
            implements ReviewThread {
        @Override
        public void add(String body) throws IOException, InterruptedException {
            ReviewThreads.send(
                    all.api(),
                    all.path(),
                    Map.of("event", "COMMENT", "comments", List.of(place.comment(body))));
        }

        /** Only Gitea can do this, from version 1.26 on. The first comment has the state. */
        @Override
        public void resolve() throws IOException, InterruptedException {
            ReviewThreads.send(
                    all.api(),
                    all.pulls() + "/comments/" + remarks.getFirst().id() + "/resolve",
                    Map.of());
        }
    }

    @Override
    public List<ReviewThread> read() throws IOException, InterruptedException {
        var byPlace = new LinkedHashMap<Place, List<JsonNode>>();
        for (var comment : comments())
            byPlace.computeIfAbsent(Place.of(comment), _ -> new ArrayList<>()).add(comment);
        return byPlace.entrySet().stream()
                .<ReviewThread>map(
                        each ->
                                new GiteaThread(
                                        this,
                                        each.getKey(),
                                        each.getValue().getFirst().path("resolver").isObject(),
                                        each.getValue().stream()
                                                .map(GitHubDocuments::remark)
                                                .toList()))
                .toList();
    }

    private List<JsonNode> comments() throws IOException, InterruptedException {
        var comments = new ArrayList<JsonNode>();
        for (var review : api.list(path + "?" + GiteaForge.PER_PAGE, Optional.empty())) {
            if (text(review, "state").equals("PENDING")
                    || review.path("comments_count").asLong(0) == 0) continue;
            var lines = path + "/" + review.path("id").asLong() + "/comments";
            comments.addAll(api.list(lines, Optional.empty()));
        }
        return comments;
    }
}
