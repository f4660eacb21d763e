package dev.foldline.app.forge;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Headers;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A repository on GitHub. What it does is described in GitHub's REST documentation
 * (docs.github.com, "REST API", version 2022-11-28; its machine-readable form is
 * github/rest-api-description, MIT licence): a bearer token; pages by the header Link; conditional
 * requests by ETag, answered with 304; the list of pull requests filtered by "OWNER:BRANCH"; 422
 * with a list of errors for a request that exists or has no commits; the log of a job behind a
 * redirection to a storage that wants no token; check runs in a field of each page; remarks in
 * three lists; "mergeable" is false in a conflict, and "mergeable_state" is what GraphQL calls
 * MergeStateStatus: behind only where a protected base wants branches to be up to date, blocked
 * where it wants a review, and unstable with checks that run or have failed; a merge with "sha" and
 * "merge_method" is answered with 405 if it is not possible, and with 409 if the head is another
 * one; a pull request is closed when its branch is deleted; a draft is marked as ready by the
 * GraphQL mutation markPullRequestReadyForReview only, whose errors have the status 200; a reply
 * names the comment that started its thread, and replies to replies are refused; whether a thread
 * is resolved is in GraphQL only, and resolveReviewThread changes it. Each request and answer, but
 * those of GraphQL, is held against the description (see descriptions/README.md); pages and ETags
 * are documented in "Using pagination in the REST API" and "Best practices for using the REST API".
 */
final class FakeGitHub extends FakeForge {
    private static final String REPOSITORY = "/repos/me/shop";
    private static final DescribedInterface DESCRIPTION = DescribedInterface.of("github.json");

    private final Set<String> deviations = ConcurrentHashMap.newKeySet();
    private final RequestHeads heads = new RequestHeads(this);

    FakeGitHub(Path bare) throws IOException {
        super(bare);
    }

    @Override
    boolean isAuthorized(Headers headers) {
        return ("Bearer " + TOKEN).equals(headers.getFirst("Authorization"));
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
        if (!whole.equals("/graphql"))
            deviations.addAll(DESCRIPTION.problems(method, whole, body, reply));
        return reply;
    }

    @Override
    public void close() {
        super.close();
        assertThat(deviations).as("what GitHub's description does not allow").isEmpty();
    }

    private Reply answered(String method, String whole, String body) {
        var path = whole.replaceAll("\\?.*", "");
        if (path.equals("/user")) return account("login");
        if (path.equals("/graphql")) return queried(body);
        if (!path.startsWith(REPOSITORY)) return missing();
        var rest = path.substring(REPOSITORY.length());
        if (rest.isEmpty()) return new Reply(200, map("default_branch", "main"));
        var tracked = GitHubIssueRoutes.reply(this, method, whole, body, this::remarks);
        if (tracked.isPresent()) return tracked.get();
        if (rest.equals("/pulls") && method.equals("POST")) return opened(body);
        if (rest.matches("/pulls/\\d+/requested_reviewers"))
            return prepared(requests.get(number(rest, 2) - 1), body);
        if (rest.matches("/issues/\\d+/labels")) {
            var request = requests.get(number(rest, 2) - 1);
            prepared(request, body);
            return new Reply(200, named("name", request.labels));
        }
        if (rest.matches("/pulls/\\d+/merge") && method.equals("PUT"))
            return merged(requests.get(number(rest, 2) - 1), body);
        if (rest.equals("/pulls")) return new Reply(200, requests(whole));
        if (rest.matches("/pulls/\\d+"))
            return number(rest, 2) > requests.size()
                    ? missing()
                    : new Reply(200, document(requests.get(number(rest, 2) - 1)));
        if (rest.matches("/issues/\\d+")) return issue(number(rest, 2));
        if (rest.endsWith("/reviews")) return new Reply(200, remarks(reviews));
        if (rest.matches("/pulls/\\d+/comments/\\d+/replies") && method.equals("POST"))
            return replied(number(rest, 4), body);
        if (rest.matches("/pulls/\\d+/comments")) return new Reply(200, remarks(lines));
        if (rest.matches("/issues/\\d+/comments")) return new Reply(200, remarks(comments));
        if (rest.endsWith("/status")) return new Reply(200, map("statuses", List.of()));
        return checks(rest);
    }

    private Reply checks(String rest) {
        if (rest.endsWith("/check-runs"))
            return new Reply(
                    200,
                    map(
                            "check_runs",
                            checks.stream()
                                    .filter(each -> each.head.equals(commit(rest.split("/")[2])))
                                    .map(FakeGitHub::document)
                                    .toList()));
        if (rest.matches("/actions/jobs/\\d+/logs"))
            return new Reply(
                    302,
                    new RawText(""),
                    Map.of("Location", address() + "/storage/" + rest.split("/")[3]));
        if (rest.matches("/actions/jobs/\\d+"))
            return logs.containsKey(rest.split("/")[3]) ? new Reply(200, job()) : missing();
        if (rest.startsWith("/collaborators/")) {
            var right = writers.contains(rest.split("/")[2]) ? "write" : "read";
            return new Reply(200, map("permission", right, "role_name", right));
        }
        return missing();
    }

    /** A commit, or a branch after "heads/". */
    private String commit(String ref) {
        var name = URLDecoder.decode(ref, StandardCharsets.UTF_8);
        return name.startsWith("heads/") ? head(name.substring("heads/".length())) : name;
    }

    private static Map<String, Object> job() {
        return map(
                "steps",
                List.of(
                        map("name", "Set up", "conclusion", "success"),
                        map("name", "Test", "conclusion", "failure")));
    }

    private static Map<String, Object> document(Check check) {
        boolean runs = check.conclusion.isEmpty();
        return map(
                "id",
                check.id,
                "name",
                check.name,
                "head_sha",
                check.head,
                "status",
                runs ? "in_progress" : "completed",
                "conclusion",
                runs ? null : check.conclusion,
                "output",
                map("title", null, "summary", null, "text", null));
    }

    private Reply issue(int number) {
        var issue = issues.get(number);
        if (issue == null) return number > requests.size() ? missing() : requestAsIssue(number);
        return new Reply(
                200,
                map(
                        "number", number,
                        "state", issue.state(),
                        "title", issue.title(),
                        "body", issue.body(),
                        "html_url", address() + "/me/shop/issues/" + number));
    }

    /** Each pull request is an issue, too. */
    private Reply requestAsIssue(int number) {
        var request = requests.get(number - 1);
        return new Reply(
                200,
                map(
                        "number",
                        number,
                        "state",
                        request.state,
                        "title",
                        request.title,
                        "body",
                        request.body,
                        "html_url",
                        address() + "/me/shop/pull/" + number,
                        "pull_request",
                        map("url", address() + "/pulls/" + number)));
    }

    private List<Map<String, Object>> remarks(List<Remark> remarks) {
        return remarks.stream().map(each -> remark(remarks, each)).toList();
    }

    /** Reviews do not tell when they were edited. */
    private Map<String, Object> remark(List<Remark> remarks, Remark each) {
        var document =
                map(
                        "id", each.id(),
                        "user", map("login", each.author()),
                        "body", each.body());
        if (remarks == reviews) document.put("state", each.state());
        if (remarks == lines) {
            document.put("path", each.path());
            document.put("line", each.line());
            if (threads.root(each) != each.id()) document.put("in_reply_to_id", threads.root(each));
        }
        if (remarks == reviews) document.put("submitted_at", time(each.created()));
        else {
            document.put("created_at", time(each.created()));
            document.put("updated_at", time(each.changed()));
        }
        return document;
    }

    private static String time(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private List<Map<String, Object>> requests(String whole) {
        return requests.reversed().stream()
                .filter(each -> whole.contains("head=" + encoded("me:" + each.branch) + "&"))
                .map(this::listed)
                .toList();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** A list does not say what is known of one pull request only. */
    private Map<String, Object> listed(Request request) {
        var document = document(request);
        document.keySet().removeAll(List.of("merged", "mergeable", "mergeable_state"));
        document.put("merged_at", request.merged ? time(Instant.EPOCH) : null);
        return document;
    }

    private static Reply missing() {
        return new Reply(404, map("message", "Not Found"));
    }

    private Reply opened(String body) {
        var asked = JsonMapper.shared().readTree(body);
        var branch = asked.path("head").asString();
        if (isOpen(branch)) return invalid("A pull request already exists for me:" + branch + ".");
        if (head(branch).isEmpty()) return invalidField("head");
        if (head(asked.path("base").asString()).isEmpty()) return invalidField("base");
        if (head(branch).equals(head(asked.path("base").asString())))
            return invalid("No commits between main and " + branch);
        var request = opened(asked, "head", "base", "body");
        request.draft = asked.path("draft").asBoolean(false);
        return new Reply(201, document(request));
    }

    private Reply queried(String body) {
        var asked = JsonMapper.shared().readTree(body);
        var query = asked.path("query").asString();
        var variables = asked.path("variables");
        var id = variables.path("id").asString("");
        if (query.contains("markPullRequestReadyForReview"))
            requests.get(Integer.parseInt(id.substring(3)) - 1).draft = false;
        else if (query.contains("resolveReviewThread"))
            threads.started(Integer.parseInt(id.substring(5))).ifPresent(threads::resolve);
        else if (query.contains("reviewThreads(first: 100"))
            return new Reply(200, map("data", threads(variables.path("after").asString("0"))));
        else return new Reply(200, map("errors", List.of(map("message", "unknown query"))));
        return new Reply(200, map("data", map()));
    }

    /** Pages of threads have cursors. */
    private Map<String, Object> threads(String after) {
        var all = threads.started();
        int from = Math.min(all.size(), Integer.parseInt(after));
        int to = Math.min(all.size(), from + perPage);
        var nodes = new ArrayList<Map<String, Object>>();
        for (var each : all.subList(from, to))
            nodes.add(
                    map(
                            "id",
                            "PRRT_" + each.id(),
                            "isResolved",
                            threads.isResolved(each),
                            "comments",
                            map("nodes", List.of(map("fullDatabaseId", "" + each.id())))));
        var info = map("hasNextPage", to < all.size(), "endCursor", "" + to);
        var found = map("nodes", nodes, "pageInfo", info);
        return map("repository", map("pullRequest", map("reviewThreads", found)));
    }

    private Reply replied(int id, String body) {
        if (lines.stream().noneMatch(each -> each.id() == id)) return missing();
        var root = threads.started(id);
        if (root.isEmpty()) return invalid("in_reply_to is a reply");
        var text = JsonMapper.shared().readTree(body).path("body").asString();
        return new Reply(201, remark(lines, threads.reply(root.get(), text)));
    }

    private Reply merged(Request request, String body) {
        var asked = JsonMapper.shared().readTree(body);
        return merge(
                request,
                asked.path("sha").asString(),
                asked.path("merge_method").asString(),
                new Reply(
                        409,
                        map(
                                "message",
                                "Head branch was modified. Review and try the merge again.")),
                new Reply(405, map("message", "Pull Request is not mergeable")));
    }

    private static Reply invalid(String message) {
        return invalid(map("resource", "PullRequest", "code", "custom", "message", message));
    }

    /** Only errors with the code "custom" have a message. */
    private static Reply invalidField(String field) {
        return invalid(map("resource", "PullRequest", "field", field, "code", "invalid"));
    }

    private static Reply invalid(Map<String, Object> error) {
        return new Reply(422, map("message", "Validation Failed", "errors", List.of(error)));
    }

    private Map<String, Object> document(Request request) {
        heads.close(request);
        return map(
                "number",
                request.number,
                "node_id",
                "PR_" + request.number,
                "draft",
                request.draft,
                "html_url",
                address() + "/me/shop/pull/" + request.number,
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
                map("ref", request.branch, "sha", heads.of(request)),
                "base",
                map("ref", request.base),
                "mergeable",
                !conflicts(request),
                "mergeable_state",
                mergeableState(request));
    }

    private String mergeableState(Request request) {
        if (request.draft) return "draft";
        if (conflicts(request)) return "dirty";
        if (strict && isBehind(request)) return "behind";
        if (!isApproved()) return "blocked";
        var head = head(request.branch);
        return checks.stream()
                        .filter(each -> each.head.equals(head))
                        .allMatch(each -> each.conclusion.equals("success"))
                ? "clean"
                : "unstable";
    }
}
