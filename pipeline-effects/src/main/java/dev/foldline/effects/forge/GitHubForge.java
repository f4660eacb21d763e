package dev.foldline.effects.forge;

import static dev.foldline.effects.forge.ForgeText.cut;
import static dev.foldline.effects.forge.ForgeText.encoded;
import static dev.foldline.effects.forge.ForgeText.name;
import static dev.foldline.effects.forge.ForgeText.text;

import dev.foldline.core.state.PullRequest.Checks;
import dev.foldline.core.state.PullRequest.Link;
import dev.foldline.core.state.PullRequest.Source;
import dev.foldline.core.state.PullRequest.Status;
import dev.foldline.core.state.RemarkReply;
import dev.foldline.core.workflow.MergeMethod;
import dev.foldline.effects.forge.RemarkCollector.Kind;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A repository on GitHub, through its REST interface of version 2022-11-28. */
final class GitHubForge implements Forge {
    private static final String PER_PAGE = "per_page=100";
    private static final Set<String> WRITERS = Set.of("admin", "maintain", "write");
    private static final Set<String> GOOD = Set.of("success", "neutral", "skipped");

    private static final String READY =
            "mutation($id: ID!) { markPullRequestReadyForReview(input: {pullRequestId: $id})"
                    + " { pullRequest { isDraft } } }";

    /**
     * What is not blocked, behind, in conflict, a draft, still computed, or with pending checks.
     */
    private static final Set<String> MERGEABLE = Set.of("clean", "has_hooks");

    private static final Set<String> NO_REQUESTS = Set.of("APPROVED", "DISMISSED", "PENDING");

    private final ForgeAccess access;
    private final ForgeApi api;
    private final String repository;

    GitHubForge(ForgeAccess access) {
        this.access = access;
        this.api = new ForgeApi(access);
        this.repository = "/repos/" + access.repository();
    }

    @Override
    public String remote() {
        return access.remote();
    }

    @Override
    public Optional<Link> find(String branch, String marker)
            throws IOException, InterruptedException {
        var found =
                api.list(
                        repository
                                + "/pulls?state=all&sort=created&direction=desc&head="
                                + encoded(access.owner() + ":" + branch)
                                + "&"
                                + PER_PAGE,
                        Optional.empty());
        return found.stream()
                .filter(each -> text(each, "state").equals("open"))
                .findFirst()
                .or(
                        () ->
                                found.stream()
                                        .filter(each -> text(each, "body").contains(marker))
                                        .findFirst())
                .map(GitHubDocuments::link);
    }

    @Override
    public Link open(Draft draft) throws IOException, InterruptedException {
        var document = new HashMap<String, Object>();
        document.put("title", draft.title());
        document.put("head", draft.branch());
        document.put("base", draft.base().isPresent() ? draft.base().get() : defaultBranch());
        document.put("body", draft.body());
        if (draft.unready()) document.put("draft", true);
        return new RequestCreator(
                        api,
                        repository + "/pulls",
                        () -> find(draft.branch(), draft.body()),
                        GitHubDocuments::link)
                .create(document);
    }

    private String defaultBranch() throws IOException, InterruptedException {
        return text(api.get(repository), "default_branch");
    }

    @Override
    public boolean isPrepared(long number) throws IOException, InterruptedException {
        return access.wanted().isEmpty() || missing(number).isEmpty();
    }

    @Override
    public void prepare(long number) throws IOException, InterruptedException {
        if (access.wanted().isEmpty()) return;
        var missing = missing(number);
        if (!missing.labels().isEmpty())
            api.put(
                    "POST",
                    repository + "/issues/" + number + "/labels",
                    Map.of("labels", missing.labels()));
        if (!missing.reviewers().isEmpty())
            api.put(
                    "POST",
                    repository + "/pulls/" + number + "/requested_reviewers",
                    Map.of("reviewers", missing.reviewers()));
    }

    /**
     * The forge forgets that it asked a reviewer who has answered, and refuses to ask the author.
     */
    private Preparation missing(long number) throws IOException, InterruptedException {
        var path = repository + "/pulls/" + number;
        var request = api.get(path);
        var asked = new ArrayList<String>();
        asked.add(text(request.path("user"), "login"));
        for (var each : request.path("requested_reviewers").valueStream().toList())
            asked.add(text(each, "login"));
        for (var each : api.list(path + "/reviews?" + PER_PAGE, Optional.empty()))
            asked.add(text(each.path("user"), "login"));
        return access.wanted()
                .without(
                        request.path("labels")
                                .valueStream()
                                .map(each -> text(each, "name"))
                                .toList(),
                        asked);
    }

    @Override
    public Standing standing(long number) throws IOException, InterruptedException {
        return GitHubDocuments.standing(api.get(repository + "/pulls/" + number));
    }

    /** The REST interface cannot do this. */
    @Override
    public void markReady(long number) throws IOException, InterruptedException {
        var request = api.get(repository + "/pulls/" + number);
        api.query(READY, Map.of("id", text(request, "node_id")));
    }

    @Override
    public Optional<String> merge(long number, String head, MergeMethod method)
            throws IOException, InterruptedException {
        return api.merge(
                "PUT",
                repository + "/pulls/" + number + "/merge",
                Map.of("sha", head, "merge_method", ForgeText.word(method)));
    }

    @Override
    public Snapshot observe(long number) throws IOException, InterruptedException {
        var request = api.get(repository + "/pulls/" + number);
        var standing = GitHubDocuments.standing(request);
        if (standing.status() != Status.OPEN) return Snapshot.ended(standing);
        var head = standing.head();
        var items = new ArrayList<Item>();
        var checks = checks(head, items);
        items.addAll(remarks(number));
        toBase(request, head).ifPresent(items::add);
        return new Snapshot(
                head,
                Status.OPEN,
                checks,
                items,
                Optional.of(text(request, "mergeable_state")).filter(MERGEABLE::contains));
    }

    /** While the forge computes it, whether they can be merged is null. */
    private static Optional<Item> toBase(JsonNode request, String head) {
        if (request.path("mergeable").isBoolean() && !request.path("mergeable").asBoolean())
            return Optional.of(Item.ofBase(Source.CONFLICT, head));
        return text(request, "mergeable_state").equals("behind")
                ? Optional.of(Item.ofBase(Source.BEHIND, head))
                : Optional.empty();
    }

    @Override
    public String base(long number) throws IOException, InterruptedException {
        return text(api.get(repository + "/pulls/" + number).path("base"), "ref");
    }

    @Override
    public void reply(long number, List<RemarkReply> replies, boolean resolves)
            throws IOException, InterruptedException {
        var names = access.repository().split("/");
        Map<String, Object> request = Map.of("owner", names[0], "name", names[1], "number", number);
        new ThreadReplier(
                        new GitHubThreads(api, repository + "/pulls/" + number, request),
                        this,
                        this::mayWrite)
                .reply(replies, resolves);
    }

    @Override
    public Optional<String> account() throws IOException, InterruptedException {
        return api.permitted("/user").map(each -> text(each, "login"));
    }

    @Override
    public Issue issue(long number) throws IOException, InterruptedException {
        var issue =
                api.find(repository + "/issues/" + number)
                        .orElseThrow(() -> new NoSuchIssue(number, access.repository()));
        if (issue.has("pull_request")) throw NoSuchIssue.butRequest(number);
        var remarks = new RemarkCollector(this::mayWrite);
        comments(number, Kind.OF_ISSUE, remarks);
        return new Issue(
                number,
                name(text(issue, "title")),
                text(issue, "body"),
                text(issue, "html_url"),
                text(issue, "state").equals("open"),
                remarks.items());
    }

    /** The base may be another one than when the pull request was opened. */
    @Override
    public List<String> failedOnBase(long number) throws IOException, InterruptedException {
        var base = encoded("heads/" + base(number));
        var names = new ArrayList<String>();
        for (var run : runs(base)) if (isFailed(run)) names.add(job(run));
        for (var status : statuses(base)) if (isBad(status)) names.add(context(status));
        return names;
    }

    private List<JsonNode> runs(String commit) throws IOException, InterruptedException {
        return api.list(
                repository + "/commits/" + commit + "/check-runs?filter=latest&" + PER_PAGE,
                Optional.of("check_runs"));
    }

    private List<JsonNode> statuses(String commit) throws IOException, InterruptedException {
        return api.list(
                repository + "/commits/" + commit + "/status?" + PER_PAGE, Optional.of("statuses"));
    }

    private Checks checks(String head, List<Item> items) throws IOException, InterruptedException {
        var runs = runs(head);
        var statuses = statuses(head);
        for (var run : runs) if (isFailed(run)) items.add(failed(run));
        for (var each : statuses)
            if (isBad(each))
                items.add(
                        Item.failed(
                                "status-" + each.path("id").asLong(0),
                                Optional.of(context(each)),
                                "The check " + context(each) + " reports " + text(each, "state"),
                                text(each, "description")));
        if (runs.stream().anyMatch(run -> !isCompleted(run))
                || statuses.stream().anyMatch(each -> text(each, "state").equals("pending")))
            return Checks.PENDING;
        if (!items.isEmpty()) return Checks.FAILED;
        return runs.isEmpty() && statuses.isEmpty() ? Checks.NONE : Checks.PASSED;
    }

    private static boolean isCompleted(JsonNode run) {
        return text(run, "status").equals("completed");
    }

    private static boolean isFailed(JsonNode run) {
        return isCompleted(run) && !GOOD.contains(text(run, "conclusion"));
    }

    private static boolean isBad(JsonNode status) {
        return !Set.of("pending", "success").contains(text(status, "state"));
    }

    private static String job(JsonNode run) {
        return name(text(run, "name"));
    }

    private static String context(JsonNode status) {
        return name(text(status, "context"));
    }

    private Item failed(JsonNode run) throws IOException, InterruptedException {
        long id = run.path("id").asLong(0);
        var job = api.find(repository + "/actions/jobs/" + id);
        var step =
                job.stream()
                        .flatMap(each -> each.path("steps").valueStream())
                        .filter(each -> text(each, "conclusion").equals("failure"))
                        .map(each -> text(each, "name"))
                        .findFirst();
        var log =
                job.isPresent()
                        ? api.text(repository + "/actions/jobs/" + id + "/logs")
                        : Optional.<String>empty();
        return Item.failed(
                "check-" + id,
                Optional.of(job(run)),
                "The check "
                        + job(run)
                        + " ended with "
                        + text(run, "conclusion")
                        + step.map(each -> " in the step " + name(each)).orElse(""),
                log.map(each -> JobLog.failure(each, ForgeText.LOG_CHARS_MAX))
                        .orElseGet(() -> output(run.path("output"))));
    }

    private static String output(JsonNode output) {
        var text = text(output, "title") + "\n" + text(output, "summary");
        return cut((text + "\n" + text(output, "text")).strip(), ForgeText.LOG_CHARS_MAX);
    }

    private List<Item> remarks(long number) throws IOException, InterruptedException {
        var request = repository + "/pulls/" + number;
        var remarks = new RemarkCollector(this::mayWrite);
        for (var each : api.list(request + "/reviews?" + PER_PAGE, Optional.empty()))
            if (!NO_REQUESTS.contains(text(each, "state")))
                remarks.add(Kind.REVIEW, GitHubDocuments.remark(each));
        for (var each : api.list(request + "/comments?" + PER_PAGE, Optional.empty()))
            remarks.add(
                    Kind.onLine(text(each, "path"), each.path("line").asLong(0)),
                    GitHubDocuments.remark(each));
        comments(number, Kind.COMMENT, remarks);
        return remarks.items();
    }

    /** The comments of an issue or of a pull request. */
    private void comments(long number, Kind kind, RemarkCollector remarks)
            throws IOException, InterruptedException {
        var path = repository + "/issues/" + number + "/comments?" + PER_PAGE;
        for (var each : api.list(path, Optional.empty()))
            remarks.add(kind, GitHubDocuments.remark(each));
    }

    boolean mayWrite(String account) throws IOException, InterruptedException {
        var permission =
                api.find(repository + "/collaborators/" + encoded(account) + "/permission");
        return permission.stream()
                .anyMatch(
                        each ->
                                WRITERS.contains(text(each, "role_name"))
                                        || WRITERS.contains(text(each, "permission")));
    }

    IssueTracker issues() {
        return new GitHubIssues(this, api, repository + "/issues");
    }
}
