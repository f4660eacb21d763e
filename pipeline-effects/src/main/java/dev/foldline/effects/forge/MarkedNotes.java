package dev.foldline.effects.forge;

import dev.foldline.effects.forge.IssueTracker.Note;
import dev.foldline.effects.forge.RemarkCollector.Permissions;
import dev.foldline.effects.forge.RemarkCollector.Remark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Collects the comments that Foldline wrote: a mark in a comment of a stranger is none. */
final class MarkedNotes {
    private final Permissions permissions;
    private final Optional<String> own;
    private final Map<String, Boolean> known = new HashMap<>();
    private final List<Note> notes = new ArrayList<>();

    /**
     * @param own the account of the token; if the forge does not name it, that of a bot
     */
    MarkedNotes(Permissions permissions, Optional<String> own) {
        this.permissions = permissions;
        this.own = own;
    }

    void add(Remark remark) throws IOException, InterruptedException {
        if (remark.body().contains(Markers.START) && isTrusted(remark))
            notes.add(new Note(remark.id(), remark.body().replace("\r", "").strip()));
    }

    private boolean isTrusted(Remark remark) throws IOException, InterruptedException {
        if (AnswerRules.isOwn(own, remark.author())) return true;
        var already = known.get(remark.account());
        if (already != null) return already;
        boolean may = permissions.mayWrite(remark.account());
        known.put(remark.account(), may);
        return may;
    }

    List<Note> oldestFirst() {
        return notes.stream().sorted(Comparator.comparingLong(Note::id)).toList();
    }
}
