package dev.foldline.effects.forge;

import static dev.foldline.effects.forge.ForgeText.encoded;
import static dev.foldline.effects.forge.ForgeText.text;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The issues of a repository on Gitea or Forgejo. */
record GiteaIssues(GiteaForge forge, ForgeApi api, String path) implements IssueTracker {
    private static final String PER_PAGE = "limit=50";
    private static final String ADDED = "1";

    /** The list has the latest first. */
    @Override
    public List<Entry> labelled(String label) throws IOException, InterruptedException {
        var query = "?state=open&type=issues&labels=" + encoded(label) + "&" + PER_PAGE;
        return api.start(path + query).stream()
                .map(
                        each ->
                                new Entry(
                                        each.path("number").asLong(0),
                                        text(each.path("user"), "login")))
                .sorted(Comparator.comparingLong(Entry::number))
                .toList();
    }

    @Override
    public boolean exists(long number) throws IOException, InterruptedException {
        return api.find(path + "/" + number).isPresent();
    }

    @Override
    public boolean isLabelled(long number, String label) throws IOException, InterruptedException {
        var issue = api.find(path + "/" + number);
        return issue.isPresent()
                && text(issue.get(), "state").equals("open")
                && label(issue.get(), label).isPresent();
    }

    private static Optional<JsonNode> label(JsonNode issue, String label) {
        return issue.path("labels")
                .valueStream()
                .filter(each -> text(each, "name").equals(label))
                .findFirst();
    }

    /**
     * A label that was taken has an event of the same type without a text. The timeline does not
     * name its next page.
     */
    @Override
    public Optional<Labelling> labelling(long number, String label)
            throws IOException, InterruptedException {
        var events = path + "/" + number + "/timeline?" + PER_PAGE;
        var latest =
                api.pages(events).stream()
                        .filter(each -> text(each, "type").equals("label"))
                        .filter(each -> text(each, "body").equals(ADDED))
                        .filter(each -> text(each.path("label"), "name").equals(label))
                        .max(Comparator.comparingLong(each -> each.path("id").asLong(0)));
        if (latest.isEmpty()) return Optional.empty();
        var account = text(latest.get().path("user"), "login");
        return Optional.of(
                new Labelling(
                        latest.get().path("id").asLong(0),
                        account,
                        !account.isEmpty() && forge.mayWrite(account)));
    }

    /** The forge sends them all at once. */
    @Override
    public List<Note> notes(long number) throws IOException, InterruptedException {
        var notes = new MarkedNotes(forge::mayWrite, forge.account());
        for (var each : api.list(path + "/" + number + "/comments", Optional.empty()))
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

    /** The label is named by its id. */
    @Override
    public void unlabel(long number, String label) throws IOException, InterruptedException {
        var issue = api.get(path + "/" + number);
        var found = label(issue, label);
        if (found.isPresent())
            api.delete(path + "/" + number + "/labels/" + found.get().path("id").asLong(0));
    }
}
