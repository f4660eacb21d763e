package dev.foldline.app.forge;

import static dev.foldline.app.forge.FakeForge.map;
import static dev.foldline.app.forge.FakeForge.number;

import dev.foldline.app.forge.FakeForge.Reply;

import tools.jackson.databind.json.JsonMapper;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Issues as GitLab has them (docs.gitlab.com, "Issues API", "Notes API", "Resource label events
 * API"): labels are names; "remove_labels" in an update takes them; events with an action "add" or
 * "remove" and a user with an id; notes are edited and deleted below their issue.
 */
final class GitLabIssueRoutes {
    private GitLabIssueRoutes() {}

    static Optional<Reply> reply(
            FakeForge forge, String method, String rest, String query, String body) {
        var issues = forge.tracked;
        if (rest.equals("/issues"))
            return Optional.of(
                    new Reply(
                            200,
                            issues
                                    .labelled(
                                            URLDecoder.decode(
                                                    query.replaceAll(
                                                            ".*[?&]labels=([^&]*).*", "$1"),
                                                    StandardCharsets.UTF_8))
                                    .stream()
                                    .map(each -> document(forge, each))
                                    .toList()));
        if (!rest.matches("/issues/\\d+(/.*)?")) return Optional.empty();
        var found = issues.find(number(rest, 2));
        if (found.isEmpty()) return Optional.empty();
        var issue = found.get();
        var asked = JsonMapper.shared().readTree(body.isEmpty() ? "{}" : body);
        if (rest.matches("/issues/\\d+")) {
            asked.path("remove_labels")
                    .valueStream()
                    .forEach(each -> issues.unlabel(issue.number, forge.opener(), each.asString()));
            return Optional.of(new Reply(200, document(forge, issue)));
        }
        if (rest.endsWith("/resource_label_events"))
            return Optional.of(
                    new Reply(200, issue.events.stream().map(GitLabIssueRoutes::event).toList()));
        if (rest.endsWith("/notes"))
            return Optional.of(
                    method.equals("POST")
                            ? new Reply(
                                    201,
                                    FakeGitLab.note(
                                            issues.note(
                                                    issue.number,
                                                    forge.opener(),
                                                    asked.path("body").asString())))
                            : new Reply(200, issue.notes.stream().map(FakeGitLab::note).toList()));
        if (!rest.matches("/issues/\\d+/notes/\\d+")) return Optional.empty();
        boolean deletes = method.equals("DELETE");
        boolean is =
                deletes
                        ? issues.delete(number(rest, 4))
                        : issues.edit(number(rest, 4), asked.path("body").asString());
        return Optional.of(
                !is
                        ? new Reply(404, map("message", "404 Not found"))
                        : deletes
                                ? new Reply(204, new FakeForge.RawText(""))
                                : new Reply(200, map("id", number(rest, 4))));
    }

    private static Map<String, Object> document(FakeForge forge, FakeIssues.FakeIssue issue) {
        return map(
                "iid",
                issue.number,
                "state",
                issue.state.equals("open") ? "opened" : issue.state,
                "title",
                issue.title,
                "description",
                issue.body,
                "author",
                map("username", issue.author),
                "labels",
                List.copyOf(issue.labels),
                "web_url",
                forge.address() + "/me/group/shop/-/issues/" + issue.number);
    }

    private static Map<String, Object> event(FakeIssues.LabelEvent event) {
        return map(
                "id", event.id(),
                "action", event.added() ? "add" : "remove",
                "user", map("id", FakeGitLab.id(event.account()), "username", event.account()),
                "label", map("name", event.label()));
    }
}
