package dev.foldline.effects.forge;

import static dev.foldline.effects.forge.ForgeText.text;
import static dev.foldline.effects.forge.ForgeText.written;

import dev.foldline.core.state.PullRequest.Link;
import dev.foldline.core.state.PullRequest.Status;
import dev.foldline.effects.forge.Forge.Standing;
import dev.foldline.effects.forge.RemarkCollector.Remark;

import tools.jackson.databind.JsonNode;

import java.io.IOException;

/** Reads documents of GitHub. Those of Gitea have the same form. */
final class GitHubDocuments {
    private GitHubDocuments() {}

    static Link link(JsonNode request) {
        return new Link(request.path("number").asLong(0), text(request, "html_url"));
    }

    /**
     * @throws IOException if this is no pull request
     */
    static Standing standing(JsonNode request) throws IOException {
        return new Standing(
                        text(request.path("head"), "sha"),
                        request.path("merged").asBoolean(false)
                                ? Status.MERGED
                                : text(request, "state").equals("closed")
                                        ? Status.CLOSED
                                        : Status.OPEN,
                        request.path("draft").asBoolean(false))
                .checked();
    }

    static Remark remark(JsonNode each) {
        var author = text(each.path("user"), "login");
        return new Remark(
                each.path("id").asLong(0), author, author, text(each, "body"), written(each));
    }
}
