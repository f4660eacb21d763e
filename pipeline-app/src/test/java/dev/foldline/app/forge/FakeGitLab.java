package dev.foldline.app.forge;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Headers;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A project on GitLab. What it does is described in GitLab's REST documentation (docs.gitlab.com,
 * folder doc/api of the project gitlab-org/gitlab, CC BY-SA 4.0): the path of a project is its
 * encoded id; personal tokens also as a bearer token; pages by the header Link; states opened,
 * closed and merged; 409 for a branch whose request is open (also in the documentation of clients);
 * 400 with messages by field for data that is not valid; pipelines of a merge request and their
 * jobs, whose log ("trace") has sections and colors; remarks as notes in threads, among them notes
 * of the system; access levels of members as numbers, of which 30 is a developer; has_conflicts and
 * detailed_merge_status, whose need_rebase is for projects that only fast-forward; a merge with
 * "sha" and "squash" is answered with 405 if it is not possible, with 409 if the head is another
 * one, and with 422 if it fails; a draft has a title that starts with "Draft:"; a request whose
 * branch was deleted stays open, with has_conflicts and the status commits_status; a note is added
 * to a discussion below it, and "resolved" is set on the discussion. Each request and answer is
 * held against an excerpt of the description (see descriptions/README.md).
 */
final class FakeGitLab extends FakeForge {
    private static final String PROJECT = "/projects/me%2Fgroup%2Fshop";

    private static final DescribedInterface DESCRIPTION = DescribedInterface.of("gitlab.json");

    private final RequestHeads heads = new RequestHeads(this);
    private final Set<String> deviations = ConcurrentHashMap.newKeySet();
    private static final String SCRIPT =
            "\u001B[0KRunning with gitlab-runner\n"
                    + "section_start:1700000000:get_sources\r\u001B[0KGetting source\n"
                    + "section_end:1700000001:get_sources\r\u001B[0K\n"
                    + "section_start:1700000002:step_script[collapsed=true]\r\u001B[0K\u001B[32;1m"
                    + "$ make\u001B[0;m\n";
    private static final String CLEANUP =
            "\nsection_end:1700000009:step_script\r\u001B[0K"
                    + "section_start:1700000010:cleanup_file_variables\r\u001B[0KCleaning up\n"
                    + "section_end:1700000011:cleanup_file_variables\r\u001B[0K"
                    + "\u001B[31;1mERROR: Job failed: exit code 1\u001B[0;m\n";

    FakeGitLab(Path bare) throws IOException {
        super(bare);
    }

    @Override
    boolean isAuthorized(Headers headers) {
        return ("Bearer " + TOKEN).equals(headers.getFirst("Authorization"));
    }

    @Override
    String creation() {
        return "/merge_requests";
    }

    @Override
    String reading(int number) {
        return "/merge_requests/" + number;
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
        assertThat(deviations).as("what GitLab's description does not allow").isEmpty();
    }

    private Reply answered(String method, String whole, String body) {
        var path = whole.replaceAll("\\?.*", "");
        if (path.equals("/user")) return account("username");
        if (path.equals("/users")) return new Reply(200, users(whole.replaceAll(".*=", "")));
        if (!path.startsWith(PROJECT)) return missing("404 Project Not Found");
        var rest = path.substring(PROJECT.length());
        if (rest.isEmpty()) return new Reply(200, map("id", 7, "default_branch", "main"));
        var tracked = GitLabIssueRoutes.reply(this, method, rest, whole, body);
        if (tracked.isPresent()) return tracked.get();
        if (rest.equals("/merge_requests") && method.equals("POST")) return opened(body);
        if (rest.matches("/merge_requests/\\d+") && method.equals("PUT"))
            return updated(requests.get(number(rest, 2) - 1), body);
        if (rest.matches("/merge_requests/\\d+/merge") && method.equals("PUT"))
            return merged(requests.get(number(rest, 2) - 1), body);
        if (rest.equals("/merge_requests")) return new Reply(200, requests(whole));
        if (rest.matches("/merge_requests/\\d+"))
            return number(rest, 2) > requests.size()
                    ? missing("404 Not found")
                    : new Reply(200, document(requests.get(number(rest, 2) - 1)));
        if (rest.matches("/merge_requests/\\d+/discussions")) return new Reply(200, threads());
        if (rest.matches("/merge_requests/\\d+/discussions/t\\d+(/notes)?"))
            return answered(method, rest, JsonMapper.shared().readTree(body));
        if (rest.matches("/merge_requests/\\d+/pipelines"))
            return new Reply(200, pipelines(requests.get(number(rest, 2) - 1)));
        if (rest.equals("/pipelines"))
            return new Reply(
                    200, pipelines(whole.replaceAll(".*ref=([^&]*).*", "$1").replace("%2F", "/")));
        if (rest.matches("/pipelines/\\d+/jobs")) return new Reply(200, jobs(number(rest, 2)));
        if (rest.matches("/jobs/\\d+/trace"))
            return logs.get(rest.split("/")[2]).isEmpty()
                    ? missing("404 Not found")
                    : new Reply(200, new RawText(SCRIPT + logs.get(rest.split("/")[2]) + CLEANUP));
        if (rest.matches("/issues/\\d+")) return issue(number(rest, 2));
        if (rest.matches("/issues/\\d+/notes"))
            return new Reply(200, comments.stream().map(FakeGitLab::note).toList());
        if (rest.startsWith("/members/all/")) return member(number(rest, 3));
        return missing("404 Not found");
    }

    /** The id of an account: the permissions know no names. */
    static int id(String account) {
        return Math.floorMod(account.hashCode(), 100_000) + 1;
    }

    private List<Map<String, Object>> users(String name) {
        return writers.contains(name) ? List.of(map("id", id(name), "username", name)) : List.of();
    }

    /** Labels are added; the ids of reviewers replace those that there were. */
    private Reply updated(Request request, String body) {
        var asked = JsonMapper.shared().readTree(body);
        asked.path("add_labels").valueStream().forEach(each -> request.labels.add(each.asString()));
        request.title = asked.path("title").asString(request.title);
        if (asked.has("reviewer_ids")) {
            request.reviewers.clear();
            for (var id : asked.path("reviewer_ids").valueStream().toList())
                for (var writer : writers)
                    if (id(writer) == id.asInt()) request.reviewers.add(writer);
        }
        return new Reply(200, document(request));
    }

    private Reply member(int id) {
        for (var writer : writers)
            if (id(writer) == id)
                return new Reply(
                        200,
                        map("id", id, "username", writer, "state", "active", "access_level", 30));
        return id == id("reporter")
                ? new Reply(
                        200,
                        map(
                                "id",
                                id,
                                "username",
                                "reporter",
                                "state",
                                "active",
                                "access_level",
                                20))
                : missing("404 Not found");
    }

    /** One pipeline for each check, the latest first: a real one has jobs, in this order too. */
    private List<Map<String, Object>> pipelines(Request request) {
        var found = new ArrayList<Map<String, Object>>();
        for (var each : checks.reversed())
            found.add(pipeline(each, request.branch + "-" + each.name));
        return found;
    }

    /** Those of a branch, the latest first. */
    private List<Map<String, Object>> pipelines(String branch) {
        return checks.reversed().stream()
                .filter(each -> each.head.equals(head(branch)))
                .map(each -> pipeline(each, branch))
                .toList();
    }

    private Map<String, Object> pipeline(Check check, String ref) {
        return map(
                "id",
                check.id + 1000,
                "sha",
                check.head,
                "ref",
                ref,
                "status",
                status(check),
                "web_url",
                address() + "/-/pipelines/" + (check.id + 1000));
    }

    private static String status(Check check) {
        return switch (check.conclusion) {
            case "" -> "running";
            case "failure" -> "failed";
            case "allowed" -> "success";
            default -> check.conclusion;
        };
    }

    private List<Map<String, Object>> jobs(int pipeline) {
        return checks.stream()
                .filter(each -> each.id + 1000 == pipeline && each.conclusion.equals("failure"))
                .map(
                        each ->
                                map(
                                        "id",
                                        each.id,
                                        "name",
                                        each.name,
                                        "stage",
                                        "Test",
                                        "status",
                                        "failed",
                                        "allow_failure",
                                        false,
                                        "failure_reason",
                                        "script_failure"))
                .toList();
    }

    /** Each remark in a thread of its own, between notes that the system wrote. */
    private List<Map<String, Object>> threads() {
        var threads = new ArrayList<Map<String, Object>>();
        threads.add(map("id", "a0", "individual_note", true, "notes", List.of(ofSystem())));
        for (var remarks : List.of(reviews, this.threads.started(), comments))
            for (var each : remarks)
                threads.add(
                        map(
                                "id",
                                "t" + each.id(),
                                "individual_note",
                                each.path().isEmpty(),
                                "notes",
                                notes(each)));
        return threads;
    }

    /** A push that changes a line leaves a note of the system in its thread. */
    private List<Map<String, Object>> notes(Remark root) {
        var notes = new ArrayList<Map<String, Object>>();
        for (var each : threads.remarks(root)) notes.add(note(each, threads.isResolved(each)));
        if (!root.path().isEmpty()) notes.add(ofSystem());
        return notes;
    }

    private static Map<String, Object> note(Remark remark, boolean isResolved) {
        var note = note(remark);
        note.put("resolved", isResolved);
        return note;
    }

    private Reply answered(String method, String rest, JsonNode asked) {
        var root = threads.started(Integer.parseInt(rest.split("/")[4].substring(1)));
        if (root.isEmpty()) return missing("404 Discussion Not Found");
        if (method.equals("PUT") && asked.path("resolved").asBoolean()) {
            threads.resolve(root.get());
            return new Reply(200, map("id", "t" + root.get().id()));
        }
        return new Reply(201, note(threads.reply(root.get(), asked.path("body").asString())));
    }

    private static Map<String, Object> ofSystem() {
        var note = note(new Remark(1, "me", "", "", 0, "added 1 commit"));
        note.put("system", true);
        return note;
    }

    static Map<String, Object> note(Remark each) {
        var note =
                map(
                        "id", each.id(),
                        "type", each.path().isEmpty() ? null : "DiffNote",
                        "body", each.body(),
                        "created_at", each.created().truncatedTo(ChronoUnit.MILLIS).toString(),
                        "updated_at", each.changed().truncatedTo(ChronoUnit.MILLIS).toString(),
                        "author", map("id", id(each.author()), "username", each.author()),
                        "system", false,
                        "resolvable", !each.path().isEmpty());
        if (each.path().isEmpty()) return note;
        note.put("resolved", each.state().equals("resolved"));
        note.put("position", map("new_path", each.path(), "new_line", each.line()));
        return note;
    }

    private Reply issue(int number) {
        var issue = issues.get(number);
        if (issue == null) return missing("404 Not found");
        return new Reply(
                200,
                map(
                        "iid",
                        number,
                        "state",
                        issue.state().equals("open") ? "opened" : issue.state(),
                        "title",
                        issue.title(),
                        "description",
                        issue.body(),
                        "web_url",
                        address() + "/me/group/shop/-/issues/" + number));
    }

    /** A fork may have a branch with this name, too. The list does not name the last pipeline. */
    private List<Map<String, Object>> requests(String whole) {
        var found = new ArrayList<Map<String, Object>>();
        for (var each : requests.reversed())
            if (whole.contains("source_branch=" + each.branch.replace("/", "%2F"))) {
                var ofFork = document(each);
                ofFork.put("iid", 999);
                ofFork.put("state", "opened");
                ofFork.put("source_project_id", 8);
                found.add(ofFork);
                found.add(document(each));
            }
        found.forEach(each -> each.remove("head_pipeline"));
        return found;
    }

    private static Reply missing(String message) {
        return new Reply(404, map("message", message));
    }

    private Reply opened(String body) {
        var asked = JsonMapper.shared().readTree(body);
        var branch = asked.path("source_branch").asString();
        if (isOpen(branch))
            return new Reply(
                    409,
                    map(
                            "message",
                            List.of(
                                    "Another open merge request already exists for this source"
                                            + " branch: !1")));
        if (head(branch).isEmpty())
            return new Reply(400, map("message", map("source_branch", List.of("does not exist"))));
        return new Reply(
                201, document(opened(asked, "source_branch", "target_branch", "description")));
    }

    /** An approval is no note. */
    @Override
    public void approve(String author) {
        approvers.add(author);
    }

    private Reply merged(Request request, String body) {
        var asked = JsonMapper.shared().readTree(body);
        var reply =
                merge(
                        request,
                        asked.path("sha").asString(),
                        asked.path("squash").asBoolean() ? "squash" : "merge",
                        new Reply(409, map("message", "SHA does not match HEAD of source branch")),
                        new Reply(
                                conflicts(request) ? 422 : 405,
                                map(
                                        "message",
                                        conflicts(request)
                                                ? "Branch cannot be merged"
                                                : "405 Method Not Allowed")));
        return reply.status() == 200 ? new Reply(200, document(request)) : reply;
    }

    private Map<String, Object> document(Request request) {
        var state = request.merged ? "merged" : request.state;
        return map(
                "iid",
                request.number,
                "web_url",
                address() + "/me/group/shop/-/merge_requests/" + request.number,
                "state",
                state.equals("open") ? "opened" : state,
                "labels",
                List.copyOf(request.labels),
                "author",
                map("username", opener()),
                "reviewers",
                request.reviewers.stream()
                        .map(each -> map("id", id(each), "username", each))
                        .toList(),
                "title",
                request.title,
                "draft",
                isDraft(request),
                "description",
                request.body,
                "source_branch",
                request.branch,
                "target_branch",
                request.base,
                "source_project_id",
                7,
                "target_project_id",
                7,
                "sha",
                heads.of(request),
                "head_pipeline",
                null,
                "has_conflicts",
                conflicts(request),
                "detailed_merge_status",
                mergeStatus(request));
    }

    private String mergeStatus(Request request) {
        if (heads.isDeleted(request)) return "commits_status";
        if (isDraft(request)) return "draft_status";
        if (conflicts(request)) return "conflict";
        if (strict && isBehind(request)) return "need_rebase";
        return isApproved() ? "mergeable" : "not_approved";
    }
}
