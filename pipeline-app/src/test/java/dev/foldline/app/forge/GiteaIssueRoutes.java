package dev.foldline.app.forge;

import static dev.foldline.app.forge.FakeForge.map;
import static dev.foldline.app.forge.FakeForge.number;

import dev.foldline.app.forge.FakeForge.Reply;

import tools.jackson.databind.json.JsonMapper;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Issues as Gitea has them (templates/swagger/v1_json.tmpl and models/issues/issue_label.go of
 * go-gitea/gitea): the list has the latest first; the timeline has comments of the type "label",
 * whose body is "1" if it was added and empty if it was taken, and its pages have no header Link,
 * only X-Total-Count, and are null after the last one; a label is taken by its id.
 */
final class GiteaIssueRoutes {
    private GiteaIssueRoutes() {}

    static Optional<Reply> reply(
            FakeForge forge,
            String method,
            String whole,
            String body,
            Function<FakeForge.Remark, Map<String, Object>> comment) {
        var rest = whole.replaceAll("\\?.*", "").replaceFirst("^/repos/me/shop", "");
        var issues = forge.tracked;
        if (rest.equals("/issues")) {
            var label = whole.replaceAll(".*[?&]labels=([^&]*).*", "$1");
            return Optional.of(
                    new Reply(
                            200,
                            issues
                                    .labelled(URLDecoder.decode(label, StandardCharsets.UTF_8))
                                    .reversed()
                                    .stream()
                                    .map(each -> document(forge, each))
                                    .toList()));
        }
        if (rest.matches("/issues/comments/\\d+")) {
            int id = number(rest, 3);
            boolean deletes = method.equals("DELETE");
            boolean is = deletes ? issues.delete(id) : issues.edit(id, text(body));
            return Optional.of(
                    !is
                            ? missing()
                            : deletes
                                    ? new Reply(204, new FakeForge.RawText(""))
                                    : new Reply(200, map("id", id)));
        }
        if (!rest.matches("/issues/\\d+(/.*)?")) return Optional.empty();
        var found = issues.find(number(rest, 2));
        if (found.isEmpty()) return Optional.empty();
        var issue = found.get();
        if (rest.matches("/issues/\\d+"))
            return Optional.of(new Reply(200, document(forge, issue)));
        if (rest.endsWith("/timeline")) return Optional.of(timeline(forge, issue, whole));
        if (rest.endsWith("/comments"))
            return Optional.of(
                    method.equals("POST")
                            ? new Reply(
                                    201,
                                    comment.apply(
                                            issues.note(issue.number, forge.opener(), text(body))))
                            : new Reply(200, issue.notes.stream().map(comment).toArray()));
        if (!rest.matches("/issues/\\d+/labels/\\d+")) return Optional.empty();
        for (var each : issue.labels)
            if (FakeIssues.labelId(each) == number(rest, 4)) {
                issues.unlabel(issue.number, forge.opener(), each);
                return Optional.of(new Reply(204, new FakeForge.RawText("")));
            }
        return Optional.of(missing());
    }

    private static Reply timeline(FakeForge forge, FakeIssues.FakeIssue issue, String whole) {
        int page =
                whole.contains("&page=")
                        ? Integer.parseInt(whole.replaceAll(".*&page=(\\d+).*", "$1"))
                        : 1;
        var entries =
                issue.events.stream()
                        .skip((page - 1L) * forge.perPage)
                        .limit(forge.perPage)
                        .map(GiteaIssueRoutes::event)
                        .toList();
        return new Reply(
                200,
                new FakeForge.RawText(
                        entries.isEmpty()
                                ? "null"
                                : JsonMapper.shared().writeValueAsString(entries)),
                Map.of("X-Total-Count", "" + issue.events.size()));
    }

    private static String text(String body) {
        return GitHubIssueRoutes.text(body);
    }

    private static Map<String, Object> document(FakeForge forge, FakeIssues.FakeIssue issue) {
        return map(
                "number",
                issue.number,
                "state",
                issue.state,
                "title",
                issue.title,
                "body",
                issue.body,
                "user",
                map("login", issue.author),
                "pull_request",
                null,
                "labels",
                FakeIssues.labelDocuments(issue),
                "html_url",
                forge.address() + "/me/shop/issues/" + issue.number);
    }

    private static Map<String, Object> event(FakeIssues.LabelEvent event) {
        return map(
                "id", event.id(),
                "type", "label",
                "body", event.added() ? "1" : "",
                "user", map("login", event.account()),
                "label", map("id", FakeIssues.labelId(event.label()), "name", event.label()));
    }

    private static Reply missing() {
        return new Reply(404, map("message", "The target couldn't be found.", "errors", null));
    }
}
