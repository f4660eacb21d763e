package dev.foldline.effects.forge;

import dev.foldline.core.state.PullRequest.Checks;
import dev.foldline.core.state.PullRequest.Link;
import dev.foldline.core.state.PullRequest.Source;
import dev.foldline.core.state.PullRequest.Status;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A repository on GitHub, through its REST interface of version 2022-11-28. */
public final class GitHubForge implements Forge {
    private static final int OPEN_ATTEMPTS_MAX = 3;
    private static final int LOG_CHARS_MAX = 20_000;
    private static final int REMARK_CHARS_MAX = 10_000;
    private static final String ASKS = " asks for a change";
    private static final String PER_PAGE = "per_page=100";
    private static final Set<String> WRITERS = Set.of("admin", "maintain", "write");
    private static final Set<String> GOOD = Set.of("success", "neutral", "skipped");

    private final ForgeAccess access;
    private final ForgeApi api;
    private final String repository;

    public GitHubForge(ForgeAccess access) {
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
                .filter(each -> each.path("state").asString("").equals("open"))
                .findFirst()
                .or(
                        () ->
                                found.stream()
                                        .filter(each -> text(each, "body").contains(marker))
                                        .findFirst())
                .map(GitHubForge::link);
    }

    /** An answer that was lost may belong to a pull request that exists. */
    @Override
    public Link open(Draft draft) throws IOException, InterruptedException {
        var document = new HashMap<String, Object>();
        document.put("title", draft.title());
        document.put("head", draft.branch());
        document.put("base", draft.base().isPresent() ? draft.base().get() : defaultBranch());
        document.put("body", draft.body());
        for (int attempt = 1; ; attempt++) {
            var answer = posted(document, attempt == OPEN_ATTEMPTS_MAX);
            if (answer.isPresent() && answer.get().status() < 500)
                return created(answer.get(), draft);
            if (answer.isPresent() && attempt == OPEN_ATTEMPTS_MAX)
                ForgeApi.expected(answer.get(), repository + "/pulls");
            var found = find(draft.branch(), draft.body());
            if (found.isPresent()) return found.get();
        }
    }

    /** Returns the answer, or none if it was lost and another attempt is left. */
    private Optional<ForgeApi.Answer> posted(Map<String, Object> document, boolean isLast)
            throws IOException, InterruptedException {
        try {
            return Optional.of(api.post(repository + "/pulls", document));
        } catch (IOException lost) {
            if (isLast) throw lost;
            return Optional.empty();
        }
    }

    private Link created(ForgeApi.Answer answer, Draft draft)
            throws IOException, InterruptedException {
        if (answer.status() == 422) {
            var existing = find(draft.branch(), draft.body());
            if (existing.isPresent()) return existing.get();
            var why =
                    answer.json()
                            .path("errors")
                            .valueStream()
                            .map(each -> text(each, "message"))
                            .filter(each -> !each.isEmpty())
                            .findFirst();
            if (why.isPresent())
                throw new IOException("the pull request was refused: " + why.get());
        }
        return link(ForgeApi.expected(answer, repository + "/pulls").json());
    }

    private String defaultBranch() throws IOException, InterruptedException {
        return text(api.get(repository), "default_branch");
    }

    @Override
    public Snapshot observe(long number) throws IOException, InterruptedException {
        var request = api.get(repository + "/pulls/" + number);
        var head = text(request.path("head"), "sha");
        var status =
                request.path("merged").asBoolean(false)
                        ? Status.MERGED
                        : text(request, "state").equals("closed") ? Status.CLOSED : Status.OPEN;
        if (status != Status.OPEN) return new Snapshot(head, status, Checks.NONE, List.of());
        var items = new ArrayList<Item>();
        var checks = checks(head, items);
        remarks(number, items);
        return new Snapshot(head, status, checks, items);
    }

    @Override
    public Issue issue(long number) throws IOException, InterruptedException {
        var issue = api.get(repository + "/issues/" + number);
        if (issue.has("pull_request"))
            throw new IOException("#" + number + " is a pull request, not an issue");
        var remarks = new ArrayList<Item>();
        comments(number, "A comment", "", new HashMap<>(), remarks);
        return new Issue(
                number,
                name(text(issue, "title")),
                text(issue, "body"),
                text(issue, "html_url"),
                text(issue, "state").equals("open"),
                remarks);
    }

    private Checks checks(String head, List<Item> items) throws IOException, InterruptedException {
        var commit = repository + "/commits/" + head;
        var runs =
                api.list(
                        commit + "/check-runs?filter=latest&" + PER_PAGE,
                        Optional.of("check_runs"));
        var statuses = api.list(commit + "/status?" + PER_PAGE, Optional.of("statuses"));
        boolean pending = false;
        for (var run : runs) {
            if (!text(run, "status").equals("completed")) pending = true;
            else if (!GOOD.contains(text(run, "conclusion"))) items.add(failed(run));
        }
        for (var each : statuses) {
            var state = text(each, "state");
            if (state.equals("pending")) pending = true;
            else if (!state.equals("success"))
                items.add(
                        new Item(
                                "status-" + each.path("id").asLong(),
                                Source.CHECK,
                                "The check " + name(text(each, "context")) + " reports " + state,
                                text(each, "description")));
        }
        if (pending) return Checks.PENDING;
        if (!items.isEmpty()) return Checks.FAILED;
        return runs.isEmpty() && statuses.isEmpty() ? Checks.NONE : Checks.PASSED;
    }

    private Item failed(JsonNode run) throws IOException, InterruptedException {
        long id = run.path("id").asLong();
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
        var output = run.path("output");
        return new Item(
                "check-" + id,
                Source.CHECK,
                "The check "
                        + name(text(run, "name"))
                        + " ended with "
                        + text(run, "conclusion")
                        + step.map(each -> " in the step " + name(each)).orElse(""),
                log.map(each -> JobLog.failure(each, LOG_CHARS_MAX))
                        .orElseGet(
                                () ->
                                        cut(
                                                (text(output, "title")
                                                                + "\n"
                                                                + text(output, "summary")
                                                                + "\n"
                                                                + text(output, "text"))
                                                        .strip(),
                                                LOG_CHARS_MAX)));
    }

    private void remarks(long number, List<Item> items) throws IOException, InterruptedException {
        var request = repository + "/pulls/" + number;
        var writers = new HashMap<String, Boolean>();
        for (var each : api.list(request + "/reviews?" + PER_PAGE, Optional.empty()))
            if (!text(each, "state").equals("APPROVED")
                    && !text(each, "state").equals("DISMISSED")
                    && !text(each, "state").equals("PENDING"))
                remark(new Kind("review", Source.REVIEW, "A review", ASKS), each, writers, items);
        for (var each : api.list(request + "/comments?" + PER_PAGE, Optional.empty()))
            remark(
                    new Kind(
                            "line",
                            Source.REVIEW,
                            "A comment on " + name(text(each, "path")) + line(each.path("line")),
                            ASKS),
                    each,
                    writers,
                    items);
        comments(number, "A comment", ASKS, writers, items);
    }

    /** The comments of an issue or of a pull request. */
    private void comments(
            long number,
            String what,
            String purpose,
            Map<String, Boolean> writers,
            List<Item> items)
            throws IOException, InterruptedException {
        for (var each :
                api.list(
                        repository + "/issues/" + number + "/comments?" + PER_PAGE,
                        Optional.empty()))
            remark(new Kind("comment", Source.COMMENT, what, purpose), each, writers, items);
    }

    /** A kind of remark, and the words for its title. */
    private record Kind(String id, Source source, String what, String purpose) {}

    private static String line(JsonNode line) {
        return line.isNumber() ? " line " + line.asLong() : "";
    }

    /** Only remarks of accounts that may write count, and never what Foldline wrote itself. */
    private void remark(Kind kind, JsonNode each, Map<String, Boolean> writers, List<Item> items)
            throws IOException, InterruptedException {
        var body = text(each, "body").strip();
        var author = text(each.path("user"), "login");
        if (body.isEmpty() || body.contains(Markers.START) || !mayWrite(author, writers)) return;
        items.add(
                new Item(
                        kind.id() + "-" + each.path("id").asLong(),
                        kind.source(),
                        kind.what() + " of " + name(author) + kind.purpose(),
                        cut(body, REMARK_CHARS_MAX)));
    }

    private boolean mayWrite(String account, Map<String, Boolean> known)
            throws IOException, InterruptedException {
        if (account.isEmpty()) return false;
        var already = known.get(account);
        if (already != null) return already;
        var permission =
                api.find(repository + "/collaborators/" + encoded(account) + "/permission");
        boolean may =
                permission
                                .map(
                                        each ->
                                                text(each, "role_name").isEmpty()
                                                        ? text(each, "permission")
                                                        : text(each, "role_name"))
                                .filter(WRITERS::contains)
                                .isPresent()
                        || permission
                                .map(each -> text(each, "permission"))
                                .filter(WRITERS::contains)
                                .isPresent();
        known.put(account, may);
        return may;
    }

    private static Link link(JsonNode request) {
        return new Link(request.path("number").asLong(), text(request, "html_url"));
    }

    private static String text(JsonNode node, String field) {
        return node.path(field).asString("");
    }

    /** Names are of unknown origin and get into a prompt: one short line. */
    private static String name(String text) {
        var line = text.replaceAll("\\s+", " ").strip();
        return line.length() <= 100 ? line : line.substring(0, 100);
    }

    private static String cut(String text, int max) {
        return text.length() <= max ? text : text.substring(0, max) + "\n[cut]";
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
