package dev.foldline.effects.forge;

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
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** A repository on Gitea or Forgejo, through version 1 of their REST interface. */
final class GiteaForge implements Forge {
    static final String PER_PAGE = "limit=50";
    private static final Set<String> WRITERS = Set.of("owner", "admin", "write");
    private static final Set<String> GOOD = Set.of("success", "warning", "skipped");

    private static final Pattern EVENT = Pattern.compile(" \\(\\w+\\)$");

    private final ForgeAccess access;
    private final ForgeApi api;
    private final String repository;

    GiteaForge(ForgeAccess access) {
        this.access = access;
        this.api = new ForgeApi(access);
        this.repository = "/repos/" + access.repository();
    }

    @Override
    public String remote() {
        return access.remote();
    }

    /** The list has no filter by branch; the latest changes are first. */
    @Override
    public Optional<Link> find(String branch, String marker)
            throws IOException, InterruptedException {
        var path = repository + "/pulls?state=all&sort=recentupdate&" + PER_PAGE;
        var found =
                api.start(path).stream()
                        .filter(each -> isOfBranch(each.path("head"), branch))
                        .toList();
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

    private boolean isOfBranch(JsonNode head, String branch) {
        return text(head, "ref").equals(branch)
                && text(head.path("repo"), "full_name").equalsIgnoreCase(access.repository());
    }

    @Override
    public Link open(Draft draft) throws IOException, InterruptedException {
        var document = new HashMap<String, Object>();
        document.put("title", (draft.unready() ? "WIP: " : "") + ForgeText.ready(draft.title()));
        document.put("head", draft.branch());
        document.put(
                "base",
                draft.base().isPresent()
                        ? draft.base().get()
                        : text(api.get(repository), "default_branch"));
        document.put("body", draft.body());
        return new RequestCreator(
                        api,
                        repository + "/pulls",
                        () -> find(draft.branch(), draft.body().strip()),
                        GitHubDocuments::link)
                .create(document);
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

    @Override
    public void markReady(long number) throws IOException, InterruptedException {
        var path = repository + "/pulls/" + number;
        var title = text(api.get(path), "title");
        api.put("PATCH", path, Map.of("title", ForgeText.ready(title)));
    }

    @Override
    public Optional<String> merge(long number, String head, MergeMethod method)
            throws IOException, InterruptedException {
        return api.merge(
                "POST",
                repository + "/pulls/" + number + "/merge",
                Map.of("head_commit_id", head, "Do", ForgeText.word(method)));
    }

    @Override
    public Snapshot observe(long number) throws IOException, InterruptedException {
        var request = api.get(repository + "/pulls/" + number);
        var standing = GitHubDocuments.standing(request);
        if (standing.status() != Status.OPEN) return Snapshot.ended(standing);
        var head = standing.head();
        var items = new ArrayList<Item>();
        var checks = checks(head, items);
        var reviews =
                api.list(
                        repository + "/pulls/" + number + "/reviews?" + PER_PAGE, Optional.empty());
        items.addAll(remarks(number, reviews));
        toBase(request, head).ifPresent(items::add);
        return new Snapshot(head, Status.OPEN, checks, items, mergeable(request, reviews));
    }

    /** The forge does not report here whether the reviews suffice; what reviewers say may. */
    private static Optional<String> mergeable(JsonNode request, List<JsonNode> reviews) {
        var counted =
                reviews.stream()
                        .filter(each -> !each.path("dismissed").asBoolean(false))
                        .filter(each -> !each.path("stale").asBoolean(false))
                        .map(each -> text(each, "state"))
                        .toList();
        return request.path("mergeable").asBoolean(false)
                ? Optional.of(
                        "approved by "
                                + Collections.frequency(counted, "APPROVED")
                                + ", refused by "
                                + Collections.frequency(counted, "REQUEST_CHANGES"))
                : Optional.empty();
    }

    /**
     * A draft, or a pull request that is still checked, cannot be merged either. One that has all
     * commits of its base has no conflict.
     */
    private static Optional<Item> toBase(JsonNode request, String head) {
        var base = text(request.path("base"), "sha");
        if (base.isEmpty() || text(request, "merge_base").equals(base)) return Optional.empty();
        boolean conflicts =
                !request.path("mergeable").asBoolean(true)
                        && !request.path("draft").asBoolean(false);
        return Optional.of(
                Item.ofBase(conflicts ? Source.CONFLICT : Source.BEHIND, head + "-" + base));
    }

    @Override
    public String base(long number) throws IOException, InterruptedException {
        return text(api.get(repository + "/pulls/" + number).path("base"), "ref");
    }

    @Override
    public void reply(long number, List<RemarkReply> replies, boolean resolves)
            throws IOException, InterruptedException {
        var pulls = repository + "/pulls";
        var path = pulls + "/" + number + "/reviews";
        new ThreadReplier(new GiteaThreads(api, pulls, path), this, this::mayWrite)
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
        if (!issue.path("pull_request").isMissingNode() && !issue.path("pull_request").isNull())
            throw NoSuchIssue.butRequest(number);
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

    @Override
    public List<String> failedOnBase(long number) throws IOException, InterruptedException {
        var base = text(api.get(repository + "/pulls/" + number).path("base"), "sha");
        if (base.isEmpty()) return List.of();
        return statuses(base).stream().filter(GiteaForge::isFailed).map(GiteaForge::job).toList();
    }

    /** The combined status has the latest status of each context. */
    private List<JsonNode> statuses(String commit) throws IOException, InterruptedException {
        var path = repository + "/commits/" + commit + "/status?" + PER_PAGE;
        return api.list(path, Optional.of("statuses"));
    }

    private static boolean isPending(JsonNode status) {
        return text(status, "status").equals("pending");
    }

    private static boolean isFailed(JsonNode status) {
        return !isPending(status) && !GOOD.contains(text(status, "status"));
    }

    /** The context of a job names the event, which is another one on the base. */
    private static String job(JsonNode status) {
        return name(EVENT.matcher(text(status, "context")).replaceFirst(""));
    }

    private Checks checks(String head, List<Item> items) throws IOException, InterruptedException {
        var statuses = statuses(head);
        var failed = statuses.stream().filter(GiteaForge::isFailed).toList();
        boolean pending = statuses.stream().anyMatch(GiteaForge::isPending);
        if (!failed.isEmpty() && !pending) {
            var jobs = failedJobs(head);
            for (var each : failed) items.add(failure(each, jobs));
        }
        if (pending) return Checks.PENDING;
        if (!failed.isEmpty()) return Checks.FAILED;
        return statuses.isEmpty() ? Checks.NONE : Checks.PASSED;
    }

    /** Returns the failed jobs of a commit by name; none of a forge that does not report them. */
    private Map<String, JsonNode> failedJobs(String head) throws IOException, InterruptedException {
        var jobs = new HashMap<String, JsonNode>();
        var path = repository + "/actions/runs?head_sha=" + encoded(head) + "&" + PER_PAGE;
        var runs = api.find(path);
        if (runs.isEmpty()) return jobs;
        for (var run : runs.get().path("workflow_runs").valueStream().toList()) {
            var ofRun = repository + "/actions/runs/" + run.path("id").asLong(0) + "/jobs?";
            for (var job : api.list(ofRun + PER_PAGE, Optional.of("jobs")))
                if (text(job, "conclusion").equals("failure")) jobs.put(text(job, "name"), job);
        }
        return jobs;
    }

    /** The context of a job's status is "WORKFLOW / JOB (EVENT)". */
    private Item failure(JsonNode status, Map<String, JsonNode> jobs)
            throws IOException, InterruptedException {
        var context = text(status, "context");
        var job =
                jobs.entrySet().stream()
                        .filter(
                                each ->
                                        context.equals(each.getKey())
                                                || context.contains("/ " + each.getKey() + " ("))
                        .map(Map.Entry::getValue)
                        .findFirst();
        var step =
                job.stream()
                        .flatMap(each -> each.path("steps").valueStream())
                        .filter(each -> text(each, "conclusion").equals("failure"))
                        .map(each -> " in the step " + name(text(each, "name")))
                        .findFirst();
        var log =
                job.isPresent()
                        ? api.text(
                                repository
                                        + "/actions/jobs/"
                                        + job.get().path("id").asLong(0)
                                        + "/logs")
                        : Optional.<String>empty();
        return Item.failed(
                "status-" + status.path("id").asLong(0),
                Optional.of(job(status)),
                "The check "
                        + name(context)
                        + " ended with "
                        + text(status, "status")
                        + step.orElse(""),
                log.map(each -> JobLog.failure(each, ForgeText.LOG_CHARS_MAX))
                        .orElseGet(() -> text(status, "description")));
    }

    private List<Item> remarks(long number, List<JsonNode> reviews)
            throws IOException, InterruptedException {
        var path = repository + "/pulls/" + number + "/reviews/";
        var remarks = new RemarkCollector(this::mayWrite);
        for (var each : reviews) {
            var state = text(each, "state");
            if (state.equals("PENDING") || each.path("dismissed").asBoolean(false)) continue;
            if (!state.equals("APPROVED")) remarks.add(Kind.REVIEW, GitHubDocuments.remark(each));
            if (each.path("comments_count").asLong(0) == 0) continue;
            var lines = path + each.path("id").asLong(0) + "/comments";
            for (var line : api.list(lines, Optional.empty()))
                if (!line.path("resolver").isObject())
                    remarks.add(
                            Kind.onLine(text(line, "path"), line.path("position").asLong(0)),
                            GitHubDocuments.remark(line));
        }
        comments(number, Kind.COMMENT, remarks);
        return remarks.items();
    }

    /** The comments of an issue or of a pull request; the forge sends them all at once. */
    private void comments(long number, Kind kind, RemarkCollector remarks)
            throws IOException, InterruptedException {
        var path = repository + "/issues/" + number + "/comments";
        for (var each : api.list(path, Optional.empty()))
            remarks.add(kind, GitHubDocuments.remark(each));
    }

    boolean mayWrite(String account) throws IOException, InterruptedException {
        return api.find(repository + "/collaborators/" + encoded(account) + "/permission").stream()
                .anyMatch(each -> WRITERS.contains(text(each, "permission")));
    }

    IssueTracker issues() {
        return new GiteaIssues(this, api, repository + "/issues");
    }
}
