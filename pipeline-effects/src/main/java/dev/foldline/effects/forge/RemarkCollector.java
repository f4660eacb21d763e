package dev.foldline.effects.forge;

import dev.foldline.core.state.PullRequest.Source;
import dev.foldline.effects.forge.Forge.Item;
import dev.foldline.effects.forge.Forge.Written;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Collects the remarks that count: those of accounts that may write, and none of Foldline. */
final class RemarkCollector {
    private static final int REMARK_CHARS_MAX = 10_000;

    private final Permissions permissions;
    private final Map<String, Boolean> known = new HashMap<>();
    private final List<Item> items = new ArrayList<>();

    /** Asks the forge whether an account may write to the repository. */
    @FunctionalInterface
    interface Permissions {
        boolean mayWrite(String account) throws IOException, InterruptedException;
    }

    /**
     * A kind of remark, and the words for its title.
     *
     * @param id starts the ids of such remarks
     * @param purpose what the remark is for, after its author's name
     */
    record Kind(String id, Source source, String what, String purpose) {
        static final String ASKS = " asks for a change";
        static final String LINE = "line";
        static final Kind REVIEW = new Kind("review", Source.REVIEW, "A review", ASKS);
        static final Kind COMMENT = new Kind("comment", Source.COMMENT, "A comment", ASKS);
        static final Kind OF_ISSUE = new Kind("comment", Source.COMMENT, "A comment", "");

        /** A remark on a line of a file, or on a file if the line is 0. */
        static Kind onLine(String path, long line) {
            return new Kind(
                    LINE,
                    Source.LINE,
                    "A comment on " + ForgeText.name(path) + (line > 0 ? " line " + line : ""),
                    ASKS);
        }
    }

    /**
     * A remark as the forge reports it.
     *
     * @param account the author as the forge's permissions name it; empty if it is unknown
     */
    record Remark(long id, String author, String account, String body, Written written) {}

    RemarkCollector(Permissions permissions) {
        this.permissions = permissions;
    }

    void add(Kind kind, Remark remark) throws IOException, InterruptedException {
        var body = remark.body().strip();
        if (body.isEmpty() || body.contains(Markers.START) || !mayWrite(remark.account())) return;
        items.add(
                new Item(
                        kind.id() + "-" + remark.id(),
                        kind.source(),
                        kind.what() + " of " + ForgeText.name(remark.author()) + kind.purpose(),
                        ForgeText.cut(body, REMARK_CHARS_MAX),
                        remark.author(),
                        remark.written()));
    }

    List<Item> items() {
        return items;
    }

    private boolean mayWrite(String account) throws IOException, InterruptedException {
        if (account.isEmpty()) return false;
        var already = known.get(account);
        if (already != null) return already;
        boolean may = permissions.mayWrite(account);
        known.put(account, may);
        return may;
    }
}
