package dev.foldline.effects.forge;

import static dev.foldline.effects.forge.ForgeText.encoded;
import static dev.foldline.effects.forge.ForgeText.text;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The issues of a project on GitLab. */
record GitLabIssues(GitLabForge forge, ForgeApi api, String path) implements IssueTracker {
    private static final String PER_PAGE = "per_page=100";

    @Override
    public List<Entry> labelled(String label) throws IOException, InterruptedException {
        var query = "?state=opened&order_by=created_at&sort=asc&labels=" + encoded(label);
        return api.start(path + query + "&" + PER_PAGE).stream()
                .map(
                        each ->
                                new Entry(
                                        each.path("iid").asLong(0),
                                        text(each.path("author"), "username")))
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
                && text(issue.get(), "state").equals("opened")
                && issue.get()
                        .path("labels")
                        .valueStream()
                        .anyMatch(each -> each.asString("").equals(label));
    }

    @Override
    public Optional<Labelling> labelling(long number, String label)
            throws IOException, InterruptedException {
        var events = path + "/" + number + "/resource_label_events?" + PER_PAGE;
        var latest =
                api.list(events, Optional.empty()).stream()
                        .filter(each -> text(each, "action").equals("add"))
                        .filter(each -> text(each.path("label"), "name").equals(label))
                        .max(Comparator.comparingLong(each -> each.path("id").asLong(0)));
        if (latest.isEmpty()) return Optional.empty();
        var account = latest.get().path("user");
        var id = account.path("id").asString("");
        return Optional.of(
                new Labelling(
                        latest.get().path("id").asLong(0),
                        text(account, "username"),
                        !id.isEmpty() && forge.mayWrite(id)));
    }

    @Override
    public List<Note> notes(long number) throws IOException, InterruptedException {
        var notes = new MarkedNotes(forge::mayWrite, forge.account());
        var all = path + "/" + number + "/notes?order_by=created_at&sort=asc&" + PER_PAGE;
        for (var each : api.list(all, Optional.empty()))
            if (!each.path("system").asBoolean(false)) notes.add(GitLabForge.remark(each));
        return notes.oldestFirst();
    }

    @Override
    public void comment(long number, String body) throws IOException, InterruptedException {
        var notes = path + "/" + number + "/notes";
        ForgeApi.expected(api.post(notes, Map.of("body", body)), notes);
    }

    @Override
    public void edit(long number, long note, String body) throws IOException, InterruptedException {
        api.put("PUT", path + "/" + number + "/notes/" + note, Map.of("body", body));
    }

    @Override
    public void delete(long number, long note) throws IOException, InterruptedException {
        api.delete(path + "/" + number + "/notes/" + note);
    }

    @Override
    public void unlabel(long number, String label) throws IOException, InterruptedException {
        api.put("PUT", path + "/" + number, Map.of("remove_labels", List.of(label)));
    }
}
