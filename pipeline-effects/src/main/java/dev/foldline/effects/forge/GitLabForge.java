package dev.foldline.effects.forge;

import static dev.foldline.effects.forge.ForgeText.encoded;
import static dev.foldline.effects.forge.ForgeText.name;
import static dev.foldline.effects.forge.ForgeText.text;
import static dev.foldline.effects.forge.ForgeText.written;

import dev.foldline.core.state.PullRequest.Checks;
import dev.foldline.core.state.PullRequest.Link;
import dev.foldline.core.state.PullRequest.Source;
import dev.foldline.core.state.PullRequest.Status;
import dev.foldline.core.state.RemarkReply;
import dev.foldline.core.workflow.MergeMethod;
import dev.foldline.effects.forge.RemarkCollector.Kind;
import dev.foldline.effects.forge.RemarkCollector.Remark;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** A project on GitLab, through version 4 of its REST interface. */
final class GitLabForge implements Forge {
    private static final String PER_PAGE = "per_page=100";
    private static final int DEVELOPER = 30;

    private static final String SUCCESS = "success";

    /** A skipped pipeline, or one that waits for someone to start a job, has checked nothing. */
    private static final Set<String> UNCHECKED = Set.of("skipped", "manual");

    private static final Set<String> BAD = Set.of("failed", "canceled");

    private final ForgeAccess access;
    private final ForgeApi api;
    private final String project;

    GitLabForge(ForgeAccess access) {
        this.access = access;
        this.api = new ForgeApi(access);
        this.project = "/projects/" + encoded(access.repository());
    }

    @Override
    public String remote() {
        return access.remote();
    }

    /** A fork may have a branch of the same name, so only requests of this project count. */
    @Override
    public Optional<Link> find(String branch, String marker)
            throws IOException, InterruptedException {
        var path =
                project
                        + "/merge_requests?state=all&order_by=created_at&sort=desc&source_branch="
                        + encoded(branch)
                        + "&"
                        + PER_PAGE;
        var found =
                api.list(path, Optional.empty()).stream()
                        .filter(
                                each ->
                                        each.path("source_project_id").asLong(0)
                                                == each.path("target_project_id").asLong(0))
                        .toList();
        return found.stream()
                .filter(each -> text(each, "state").equals("opened"))
                .findFirst()
                .or(
                        () ->
                                found.stream()
                                        .filter(each -> text(each, "description").contains(marker))
                                        .findFirst())
                .map(GitLabForge::link);
    }

    @Override
    public Link open(Draft draft) throws IOException, InterruptedException {
        var document = new HashMap<String, Object>();
        document.put("title", (draft.unready() ? "Draft: " : "") + ForgeText.ready(draft.title()));
        document.put("source_branch", draft.branch());
        document.put(
                "target_branch",
                draft.base().isPresent()
                        ? draft.base().get()
                        : text(api.get(project), "default_branch"));
        document.put("description", draft.body());
        return new RequestCreator(
                        api,
                        project + "/merge_requests",
                        () -> find(draft.branch(), draft.body().strip()),
                        GitLabForge::link)
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
        var document = new HashMap<String, Object>();
        if (!missing.labels().isEmpty()) document.put("add_labels", missing.labels());
        if (!missing.reviewers().isEmpty())
            document.put("reviewer_ids", reviewers(number, missing.reviewers()));
        if (!document.isEmpty()) api.put("PUT", project + "/merge_requests/" + number, document);
    }

    /** The author need not review what was opened in its name. */
    private Preparation missing(long number) throws IOException, InterruptedException {
        var request = api.get(project + "/merge_requests/" + number);
        return access.wanted()
                .without(
                        request.path("labels")
                                .valueStream()
                                .map(each -> each.asString(""))
                                .toList(),
                        Stream.concat(
                                        Stream.of(request.path("author")),
                                        request.path("reviewers").valueStream())
                                .map(each -> text(each, "username"))
                                .toList());
    }

    /** The ids replace those that there are, so they are sent again. */
    private List<Long> reviewers(long number, List<String> missing)
            throws IOException, InterruptedException {
        var ids = new ArrayList<Long>();
        var request = api.get(project + "/merge_requests/" + number);
        request.path("reviewers").valueStream().forEach(each -> ids.add(each.path("id").asLong(0)));
        for (var name : missing)
            ids.add(
                    api.list("/users?username=" + encoded(name), Optional.empty()).stream()
                            .map(each -> each.path("id").asLong(0))
                            .findFirst()
                            .orElseThrow(() -> new IOException("there is no account " + name)));
        return ids;
    }

    @Override
    public Standing standing(long number) throws IOException, InterruptedException {
        return standing(api.get(project + "/merge_requests/" + number));
    }

    private static Standing standing(JsonNode request) throws IOException {
        return new Standing(
                        text(request, "sha"),
                        switch (text(request, "state")) {
                            case "merged" -> Status.MERGED;
                            case "closed" -> Status.CLOSED;
                            default -> Status.OPEN;
                        },
                        request.path("draft").asBoolean(false))
                .checked();
    }

    @Override
    public void markReady(long number) throws IOException, InterruptedException {
        var path = project + "/merge_requests/" + number;
        var title = text(api.get(path), "title");
        api.put("PUT", path, Map.of("title", ForgeText.ready(title)));
    }

    /** Whether a merge has a commit of its own or rebases is a setting of the project. */
    @Override
    public Optional<String> merge(long number, String head, MergeMethod method)
            throws IOException, InterruptedException {
        return api.merge(
                "PUT",
                project + "/merge_requests/" + number + "/merge",
                Map.of("sha", head, "squash", method == MergeMethod.SQUASH));
    }

    @Override
    public Snapshot observe(long number) throws IOException, InterruptedException {
        var request = api.get(project + "/merge_requests/" + number);
        var standing = standing(request);
        if (standing.status() != Status.OPEN) return Snapshot.ended(standing);
        var head = standing.head();
        var items = new ArrayList<Item>();
        var pipelines = pipelines(number, head, request.path("head_pipeline"));
        var checks = checks(pipelines, items);
        items.addAll(remarks(number));
        toBase(request, head).ifPresent(items::add);
        return new Snapshot(
                head,
                Status.OPEN,
                checks,
                items,
                Optional.of(text(request, "detailed_merge_status"))
                        .filter("mergeable"::equals)
                        .filter(_ -> pipelines.stream().allMatch(GitLabForge::isSuccess)));
    }

    private static Optional<Item> toBase(JsonNode request, String head) {
        if (request.path("has_conflicts").asBoolean(false))
            return Optional.of(Item.ofBase(Source.CONFLICT, head));
        return text(request, "detailed_merge_status").equals("need_rebase")
                ? Optional.of(Item.ofBase(Source.BEHIND, head))
                : Optional.empty();
    }

    @Override
    public String base(long number) throws IOException, InterruptedException {
        return text(api.get(project + "/merge_requests/" + number), "target_branch");
    }

    @Override
    public void reply(long number, List<RemarkReply> replies, boolean resolves)
            throws IOException, InterruptedException {
        var path = project + "/merge_requests/" + number + "/discussions";
        new ThreadReplier(new GitLabThreads(api, path), this, this::mayWrite)
                .reply(replies, resolves);
    }

    @Override
    public Optional<String> account() throws IOException, InterruptedException {
        return api.permitted("/user").map(each -> text(each, "username"));
    }

    @Override
    public Issue issue(long number) throws IOException, InterruptedException {
        var issue =
                api.find(project + "/issues/" + number)
                        .orElseThrow(() -> new NoSuchIssue(number, access.repository()));
        var remarks = new RemarkCollector(this::mayWrite);
        var path = project + "/issues/" + number + "/notes?order_by=created_at&sort=asc&";
        for (var each : api.list(path + PER_PAGE, Optional.empty()))
            if (!each.path("system").asBoolean(false)) remarks.add(Kind.OF_ISSUE, remark(each));
        return new Issue(
                number,
                name(text(issue, "title")),
                text(issue, "description"),
                text(issue, "web_url"),
                text(issue, "state").equals("opened"),
                remarks.items());
    }

    /** The latest pipeline of each ref on this head counts. */
    private List<JsonNode> pipelines(long number, String head, JsonNode latest)
            throws IOException, InterruptedException {
        var path = project + "/merge_requests/" + number + "/pipelines?" + PER_PAGE;
        var byRef = new LinkedHashMap<String, JsonNode>();
        for (var each : api.list(path, Optional.empty()))
            if (text(each, "sha").equals(head) || isOfResult(each, latest))
                byRef.merge(text(each, "ref"), each, GitLabForge::later);
        return List.copyOf(byRef.values());
    }

    private Checks checks(List<JsonNode> pipelines, List<Item> items)
            throws IOException, InterruptedException {
        boolean pending = false;
        for (var pipeline : pipelines) {
            var status = text(pipeline, "status");
            if (BAD.contains(status)) failures(pipeline, items);
            else if (!isSuccess(pipeline) && !UNCHECKED.contains(status)) pending = true;
        }
        if (pending) return Checks.PENDING;
        if (!items.isEmpty()) return Checks.FAILED;
        return pipelines.stream().anyMatch(GitLabForge::isSuccess) ? Checks.PASSED : Checks.NONE;
    }

    private static boolean isSuccess(JsonNode pipeline) {
        return text(pipeline, "status").equals(SUCCESS);
    }

    /** A pipeline on the result of the merge has a commit of its own. */
    private static boolean isOfResult(JsonNode pipeline, JsonNode latest) {
        return text(pipeline, "ref").endsWith("/merge")
                && pipeline.path("id").asLong(0) == latest.path("id").asLong(-1);
    }

    private static JsonNode later(JsonNode one, JsonNode other) {
        return one.path("id").asLong(0) >= other.path("id").asLong(0) ? one : other;
    }

    /** The latest pipelines are first. Those of the latest commit with any count. */
    @Override
    public List<String> failedOnBase(long number) throws IOException, InterruptedException {
        var path = project + "/pipelines?ref=" + encoded(base(number)) + "&" + PER_PAGE;
        var pipelines = api.page(path);
        var names = new ArrayList<String>();
        for (var each : pipelines)
            if (text(each, "sha").equals(text(pipelines.getFirst(), "sha")))
                for (var job : failedJobs(each)) names.add(name(text(job, "name")));
        return names;
    }

    /** Jobs that may fail are no failures. */
    private List<JsonNode> failedJobs(JsonNode pipeline) throws IOException, InterruptedException {
        var path =
                project
                        + "/pipelines/"
                        + pipeline.path("id").asLong(0)
                        + "/jobs?scope%5B%5D=failed&"
                        + PER_PAGE;
        return api.list(path, Optional.empty()).stream()
                .filter(job -> !job.path("allow_failure").asBoolean(false))
                .toList();
    }

    /** A pipeline without failed jobs is reported itself. */
    private void failures(JsonNode pipeline, List<Item> items)
            throws IOException, InterruptedException {
        long id = pipeline.path("id").asLong(0);
        var jobs = failedJobs(pipeline);
        for (var job : jobs) items.add(failed(job));
        if (jobs.isEmpty())
            items.add(
                    Item.failed(
                            "pipeline-" + id,
                            Optional.empty(),
                            "The pipeline " + id + " ended with " + text(pipeline, "status"),
                            text(pipeline, "web_url")));
    }

    private Item failed(JsonNode job) throws IOException, InterruptedException {
        long id = job.path("id").asLong(0);
        var reason = text(job, "failure_reason");
        return Item.failed(
                "job-" + id,
                Optional.of(name(text(job, "name"))),
                "The check "
                        + name(text(job, "name"))
                        + " ended with failure in the stage "
                        + name(text(job, "stage")),
                api.text(project + "/jobs/" + id + "/trace")
                        .filter(log -> !log.isBlank())
                        .map(log -> JobLog.gitLabFailure(log, ForgeText.LOG_CHARS_MAX))
                        .orElse(reason));
    }

    /** What a resolved thread asked for is done. */
    private List<Item> remarks(long number) throws IOException, InterruptedException {
        var remarks = new RemarkCollector(this::mayWrite);
        var path = project + "/merge_requests/" + number + "/discussions?" + PER_PAGE;
        for (var thread : api.list(path, Optional.empty()))
            for (var note : thread.path("notes").valueStream().toList())
                if (!note.path("system").asBoolean(false)
                        && !note.path("resolved").asBoolean(false))
                    remarks.add(kind(note.path("position")), remark(note));
        return remarks.items();
    }

    private static Kind kind(JsonNode position) {
        var path = text(position, "new_path");
        return path.isEmpty()
                ? Kind.COMMENT
                : Kind.onLine(path, position.path("new_line").asLong(0));
    }

    static Remark remark(JsonNode note) {
        var author = note.path("author");
        return new Remark(
                note.path("id").asLong(0),
                text(author, "username"),
                author.path("id").asString(""),
                text(note, "body"),
                written(note));
    }

    boolean mayWrite(String account) throws IOException, InterruptedException {
        return api.find(project + "/members/all/" + encoded(account)).stream()
                .anyMatch(
                        each ->
                                text(each, "state").equals("active")
                                        && each.path("access_level").asInt(0) >= DEVELOPER);
    }

    private static Link link(JsonNode request) {
        return new Link(request.path("iid").asLong(0), text(request, "web_url"));
    }

    IssueTracker issues() {
        return new GitLabIssues(this, api, project + "/issues");
    }
}
