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
import java.util.function.Function;

/**
 * Issues as GitHub has them (docs.github.com, "REST API endpoints for issues", "issue events",
 * "issue comments", "labels"; version 2022-11-28): pull requests are in the list of issues too;
 * "labeled" and "unlabeled" events with an actor; comments are edited and deleted below
 * /issues/comments; a label is taken by its name, with 404 if the issue does not have it.
 */
final class GitHubIssueRoutes {
    private GitHubIssueRoutes() {}

    static Optional<Reply> reply(
            FakeForge forge,
            String method,
            String whole,
            String body,
            Function<List<FakeForge.Remark>, List<Map<String, Object>>> comments) {
        var rest = whole.replaceAll("\\?.*", "").replaceFirst("^/repos/me/shop", "");
        var issues = forge.tracked;
        if (rest.equals("/issues")) return Optional.of(new Reply(200, list(forge, whole)));
        if (rest.matches("/issues/comments/\\d+")) {
            int id = number(rest, 3);
            boolean is = method.equals("DELETE") ? issues.delete(id) : issues.edit(id, text(body));
            return Optional.of(
                    !is
                            ? missing()
                            : method.equals("DELETE")
                                    ? new Reply(204, new FakeForge.RawText(""))
                                    : new Reply(200, map("id", id)));
        }
        if (!rest.matches("/issues/\\d+(/.*)?")) return Optional.empty();
        var issue = issues.find(number(rest, 2));
        if (issue.isEmpty()) return Optional.empty();
        if (rest.matches("/issues/\\d+"))
            return Optional.of(new Reply(200, document(forge, issue.get())));
        if (rest.endsWith("/events"))
            return Optional.of(
                    new Reply(
                            200,
                            issue.get().events.stream().map(GitHubIssueRoutes::event).toList()));
        if (rest.endsWith("/comments"))
            return Optional.of(
                    method.equals("POST")
                            ? new Reply(
                                    201,
                                    map(
                                            "id",
                                            issues.note(
                                                            issue.get().number,
                                                            forge.opener(),
                                                            text(body))
                                                    .id()))
                            : new Reply(200, comments.apply(issue.get().notes)));
        if (rest.contains("/labels/") && method.equals("DELETE")) {
            var label = URLDecoder.decode(rest.replaceAll(".*/", ""), StandardCharsets.UTF_8);
            if (!issue.get().labels.contains(label)) return Optional.of(missing());
            issues.unlabel(issue.get().number, forge.opener(), label);
            return Optional.of(new Reply(200, FakeIssues.labelDocuments(issue.get())));
        }
        return Optional.empty();
    }

    private static List<Map<String, Object>> list(FakeForge forge, String whole) {
        var label = whole.replaceAll(".*[?&]labels=([^&]*).*", "$1");
        var found =
                new java.util.ArrayList<>(
                        forge
                                .tracked
                                .labelled(URLDecoder.decode(label, StandardCharsets.UTF_8))
                                .stream()
                                .map(each -> document(forge, each))
                                .toList());
        for (var each : forge.requests) {
            var request = map("number", each.number, "user", map("login", forge.opener()));
            request.put("pull_request", map("url", forge.address()));
            found.add(request);
        }
        return found;
    }

    private static Map<String, Object> document(FakeForge forge, FakeIssues.FakeIssue issue) {
        return map(
                "number", issue.number,
                "state", issue.state,
                "title", issue.title,
                "body", issue.body,
                "user", map("login", issue.author),
                "labels", FakeIssues.labelDocuments(issue),
                "html_url", forge.address() + "/me/shop/issues/" + issue.number);
    }

    private static Map<String, Object> event(FakeIssues.LabelEvent event) {
        return map(
                "id", event.id(),
                "event", event.added() ? "labeled" : "unlabeled",
                "actor", map("login", event.account()),
                "label", map("name", event.label()));
    }

    static String text(String body) {
        return JsonMapper.shared().readTree(body).path("body").asString();
    }

    private static Reply missing() {
        return new Reply(404, map("message", "Not Found"));
    }
}
