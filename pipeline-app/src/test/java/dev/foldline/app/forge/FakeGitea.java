package dev.foldline.app.forge;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Headers;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A repository on Gitea. What it does is described in Gitea's API description (the file
 * templates/swagger/v1_json.tmpl of go-gitea/gitea, MIT licence) and its page "API Usage": the
 * scheme "token"; pages by the header Link; no ETags; pull requests that are listed without a
 * filter by branch; 409 for a request that exists and 404 for a branch that does not; the combined
 * status of a commit, whose states are in the field "status"; runs and jobs of Actions, whose log
 * is sent at once; comments in one page (an array here, no list); comments on lines below their
 * review; a merge with "head_commit_id" and "Do" has an empty answer, 405 if it is not allowed
 * (yet), and 409 if the head is another one. Whether the reviews suffice is not part of
 * "mergeable". A pull request is closed when its branch is deleted. A draft has a title that starts
 * with "WIP:", one of the standard prefixes. A review is created with its comments, whose place is
 * a path and a "new_position"; a comment is resolved below /pulls/comments, from version 1.26 on.
 * Each request and answer is held against the description (see descriptions/README.md).
 */
final class FakeGitea extends FakeForge {
    private static final String REPOSITORY = "/repos/me/shop";

    private static final DescribedInterface DESCRIPTION = DescribedInterface.of("gitea.json");

    private final RequestHeads heads = new RequestHeads(this);
    private final Set<String> deviations = ConcurrentHashMap.newKeySet();

    FakeGitea(Path bare) throws IOException {
        super(bare);
    }

    @Override
    boolean isAuthorized(Headers headers) {
        return ("token " + TOKEN).equals(headers.getFirst("Authorization"));
    }

    @Override
    boolean hasEtags() {
        return false;
    }

    @Override
    String creation() {
        return "/pulls";
    }

    @Override
    String reading(int number) {
        return "/pulls/" + number;
    }

    @Override
    Reply route(String method, String whole, String body) {
        var reply = answered(method, whole, body);
        deviations.addAll(DESCRIPTION.problems(method, whole, body, reply));
        return reply;
    }

    @Override
    public void close() {
        super.close();
        assertThat(deviations).as("what Gitea's description does not allow").isEmpty();
    }

    private Reply answered(String method, String whole, String body) {
        var path = whole.replaceAll("\\?.*", "");
        if (path.equals("/user")) return account("login");
        if (!path.startsWith(REPOSITORY)) return missing();
        var rest = path.substring(REPOSITORY.length());
        if (rest.isEmpty()) return new Reply(200, map("default_branch", "main"));
        var tracked = GiteaIssueRoutes.reply(this, method, whole, body, FakeGitea::remark);
        if (tracked.isPresent()) return tracked.get();
        if (rest.equals("/pulls") && method.equals("POST")) return opened(body);
        if (rest.matches("/pulls/\\d+/requested_reviewers")) {
            var reply = prepared(requests.get(number(rest, 2) - 1), body);
            return reply.status() == 201 ? new Reply(201, List.of()) : reply;
        }
        if (rest.matches("/issues/\\d+/labels")) {
            var request = requests.get(number(rest, 2) - 1);
            prepared(request, body);
            return new Reply(200, named("name", request.labels));
        }
        if (rest.matches("/pulls/\\d+") && method.equals("PATCH")) {
            var request = requests.get(number(rest, 2) - 1);
            request.title = JsonMapper.shared().readTree(body).path("title").asString();
            return new Reply(201, document(request));
        }
        if (rest.matches("/pulls/\\d+/merge") && method.equals("POST"))
            return merged(requests.get(number(rest, 2) - 1), body);
        if (rest.equals("/pulls"))
            return new Reply(200, requests.reversed().stream().map(this::document).toList());
        if (rest.matches("/pulls/\\d+"))
            return number(rest, 2) > requests.size()
                    ? missing()
                    : new Reply(200, document(requests.get(number(rest, 2) - 1)));
        if (rest.matches("/issues/\\d+")) return issue(number(rest, 2));
        if (rest.matches("/issues/\\d+/comments"))
            return new Reply(200, comments.stream().map(FakeGitea::remark).toArray());
        if (rest.matches("/pulls/\\d+/reviews"))
            return method.equals("POST")
                    ? reviewed(JsonMapper.shared().readTree(body))
                    : new Reply(200, reviews());
        if (rest.matches("/pulls/comments/\\d+/resolve")) {
            var root = threads.started(number(rest, 3));
            if (!threads.canResolve || root.isEmpty()) return missing();
            threads.resolve(root.get());
            return new Reply(204, new RawText(""));
        }
        if (rest.matches("/pulls/\\d+/reviews/\\d+/comments"))
            return new Reply(
                    200,
                    lines.stream()
                            .filter(each -> each.id() == number(rest, 4) - 5000)
                            .map(this::onLine)
                            .toArray());
        if (rest.startsWith("/collaborators/"))
            return new Reply(
                    200,
                    map("permission", writers.contains(rest.split("/")[2]) ? "write" : "read"));
        return checks(rest, whole);
    }

    private Reply checks(String rest, String whole) {
        if (rest.endsWith("/status"))
            return new Reply(
                    200,
                    map(
                            "statuses",
                            checks.stream()
                                    .filter(each -> rest.contains("/" + each.head + "/"))
                                    .map(this::status)
                                    .toList()));
        if (rest.equals("/actions/runs"))
            return new Reply(
                    200,
                    map(
                            "workflow_runs",
                            checks.stream()
                                    .filter(each -> whole.contains("head_sha=" + each.head))
                                    .map(each -> map("id", each.id, "head_sha", each.head))
                                    .toList()));
        if (rest.matches("/actions/runs/\\d+/jobs"))
            return new Reply(
                    200,
                    map(
                            "jobs",
                            checks.stream()
                                    .filter(each -> each.id == number(rest, 3))
                                    .map(FakeGitea::job)
                                    .toList()));
        if (rest.matches("/actions/jobs/\\d+/logs"))
            return logs.get(rest.split("/")[3]).isEmpty()
                    ? missing()
                    : new Reply(200, new RawText(logs.get(rest.split("/")[3])));
        return missing();
    }

    private Map<String, Object> status(Check check) {
        var event =
                requests.stream().anyMatch(each -> head(each.branch).equals(check.head))
                        ? "pull_request"
                        : "push";
        return map(
                "id",
                check.id,
                "context",
                "ci / " + check.name + " (" + event + ")",
                "status",
                check.conclusion.isEmpty() ? "pending" : check.conclusion,
                "description",
                "Failing after 1s");
    }

    private static Map<String, Object> job(Check check) {
        return map(
                "id", check.id,
                "name", check.name,
                "conclusion", check.conclusion,
                "steps", List.of(map("name", "Test", "conclusion", check.conclusion)));
    }

    /** A comment on a line belongs to a review of its author that says nothing else. */
    private List<Map<String, Object>> reviews() {
        var found = new ArrayList<Map<String, Object>>();
        for (var each : reviews)
            found.add(
                    review(
                            each,
                            each.state().equals("CHANGES_REQUESTED")
                                    ? "REQUEST_CHANGES"
                                    : each.state(),
                            0));
        for (var each : lines) {
            var review = review(each, "COMMENT", 1);
            review.put("id", each.id() + 5000);
            review.put("body", "");
            found.add(review);
        }
        return found;
    }

    private static Map<String, Object> review(Remark each, String state, int comments) {
        var review = remark(each);
        review.put("submitted_at", review.remove("created_at"));
        review.put("state", state);
        review.put("comments_count", comments);
        review.put("dismissed", false);
        return review;
    }

    private Map<String, Object> onLine(Remark each) {
        var comment = remark(each);
        comment.put("path", each.path());
        comment.put("position", Math.max(0, each.line()));
        comment.put("original_position", Math.max(0, -each.line()));
        comment.put("resolver", threads.isResolved(each) ? map("login", "me") : null);
        return comment;
    }

    /** A comment at the place of another one is shown in its thread. */
    private Reply reviewed(JsonNode asked) {
        if (!asked.path("event").asString("").equals("COMMENT"))
            return new Reply(422, map("message", "review event requires a body"));
        for (var each : asked.path("comments").valueStream().toList()) {
            var body = each.path("body").asString();
            var path = each.path("path").asString();
            int line = each.path("new_position").asInt(-each.path("old_position").asInt(0));
            threads.started().stream()
                    .filter(one -> one.path().equals(path) && one.line() == line)
                    .findFirst()
                    .ifPresentOrElse(
                            root -> threads.reply(root, body),
                            () -> line(opener(), path, line, body));
        }
        return new Reply(200, map("state", "COMMENT"));
    }

    /** Times are in the zone of the server. */
    private static String time(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS)
                .atOffset(ZoneOffset.ofHours(2))
                .format(DateTimeFormatter.ISO_OFFSET_DATE_TIME);
    }

    private static Map<String, Object> remark(Remark each) {
        return map(
                "created_at", time(each.created()),
                "updated_at", time(each.changed()),
                "id", each.id(),
                "user", map("login", each.author()),
                "body", each.body());
    }

    private Reply issue(int number) {
        var issue = issues.get(number);
        if (issue == null) return missing();
        return new Reply(
                200,
                map(
                        "number",
                        number,
                        "state",
                        issue.state(),
                        "title",
                        issue.title(),
                        "body",
                        issue.body(),
                        "pull_request",
                        null,
                        "html_url",
                        address() + "/me/shop/issues/" + number));
    }

    private static Reply missing() {
        return new Reply(404, map("message", "The target couldn't be found.", "errors", List.of()));
    }

    private Reply opened(String body) {
        var asked = JsonMapper.shared().readTree(body);
        var branch = asked.path("head").asString();
        if (isOpen(branch))
            return new Reply(
                    409, map("message", "pull request already exists for these targets [id: 1]"));
        if (head(branch).isEmpty() || head(asked.path("base").asString()).isEmpty())
            return missing();
        return new Reply(201, document(opened(asked, "head", "base", "body")));
    }

    private Reply merged(Request request, String body) {
        var asked = JsonMapper.shared().readTree(body);
        var reply =
                merge(
                        request,
                        asked.path("head_commit_id").asString(),
                        asked.path("Do").asString(),
                        new Reply(409, map("message", "head out of date")),
                        new Reply(
                                405, map("message", "Does not have enough approvals", "url", "")));
        return reply.status() == 200 ? new Reply(200, new RawText("")) : reply;
    }

    private Map<String, Object> document(Request request) {
        heads.close(request);
        return map(
                "number",
                request.number,
                "html_url",
                address() + "/me/shop/pulls/" + request.number,
                "state",
                request.state,
                "merged",
                request.merged,
                "labels",
                named("name", request.labels),
                "user",
                map("login", opener()),
                "requested_reviewers",
                named("login", request.reviewers),
                "title",
                request.title,
                "body",
                request.body,
                "head",
                map(
                        "ref", request.branch,
                        "sha", heads.of(request),
                        "repo", map("full_name", "me/shop")),
                "base",
                map("ref", request.base, "sha", head(request.base)),
                "merge_base",
                mergeBase(request),
                "draft",
                isDraft(request),
                "mergeable",
                !isDraft(request) && !conflicts(request));
    }
}
