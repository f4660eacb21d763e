package dev.foldline.effects.forge;

import static dev.foldline.effects.forge.ForgeText.encoded;
import static dev.foldline.effects.forge.ForgeText.text;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The issues of a repository on GitHub. One that was transferred is at another address. */
record GitHubIssues(GitHubForge forge, ForgeApi api, String path) implements IssueTracker {
    private static final String PER_PAGE = "per_page=100";

    /** GitHub lists pull requests as issues. */
    @Override
    public List<Entry> labelled(String label) throws IOException, InterruptedException {
        var query = "?state=open&sort=created&direction=asc&labels=" + encoded(label);
        return api.start(path + query + "&" + PER_PAGE).stream()
                .filter(each -> !each.path("pull_request").isObject())
                .map(each -> new Entry(number(each), text(each.path("user"), "login")))
                .sorted(Comparator.comparingLong(Entry::number))
                .toList();
    }

    private static long number(JsonNode issue) {
        return issue.path("number").asLong(0);
    }

    @Override
    public boolean exists(long number) throws IOException, InterruptedException {
        return api.unmoved(path + "/" + number).isPresent();
    }

    @Override
    public boolean isLabelled(long number, String label) throws IOException, InterruptedException {
        var issue = api.unmoved(path + "/" + number);
        return issue.isPresent()
                && text(issue.get(), "state").equals("open")
                && issue.get()
                        .path("labels")
                        .valueStream()
                        .anyMatch(each -> text(each, "name").equalsIgnoreCase(label));
    }

    @Override
    public Optional<Labelling> labelling(long number, String label)
            throws IOException, InterruptedException {
        var events = path + "/" + number + "/events?" + PER_PAGE;
        var latest =
                api.list(events, Optional.empty()).stream()
                        .filter(each -> text(each, "event").equals("labeled"))
                        .filter(each -> text(each.path("label"), "name").equalsIgnoreCase(label))
                        .max(Comparator.comparingLong(each -> each.path("id").asLong(0)));
        if (latest.isEmpty()) return Optional.empty();
        var account = text(latest.get().path("actor"), "login");
        return Optional.of(
                new Labelling(
                        latest.get().path("id").asLong(0),
                        account,
                        !account.isEmpty() && forge.mayWrite(account)));
    }

    @Override
    public List<Note> notes(long number) throws IOException, InterruptedException {
        var notes = new MarkedNotes(forge::mayWrite, forge.account());
        var comments = path + "/" + number + "/comments?" + PER_PAGE;
        for (var each : api.list(comments, Optional.empty()))
            notes.add(GitHubDocuments.remark(each));
        return notes.oldestFirst();
    }

    @Override
    public void comment(long number, String body) throws IOException, InterruptedException {
        var comments = path + "/" + number + "/comments";
        ForgeApi.expected(api.post(comments, Map.of("body", body)), comments);
    }

    @Override
    public void edit(long number, long note, String body) throws IOException, InterruptedException {
        api.put("PATCH", path + "/comments/" + note, Map.of("body", body));
    }

    @Override
    public void delete(long number, long note) throws IOException, InterruptedException {
        api.delete(path + "/comments/" + note);
    }

    @Override
    public void unlabel(long number, String label) throws IOException, InterruptedException {
        api.delete(path + "/" + number + "/labels/" + ForgeText.segment(label));
    }
}
