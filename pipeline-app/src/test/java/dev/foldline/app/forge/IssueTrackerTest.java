package dev.foldline.app.forge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.Repository;
import dev.foldline.effects.forge.ForgeAccess;
import dev.foldline.effects.forge.ForgeKind;
import dev.foldline.effects.forge.IssueTracker;
import dev.foldline.effects.forge.IssueTracker.Entry;
import dev.foldline.effects.forge.Preparation;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** What each forge's issues promise, against a server that answers as it is documented. */
class IssueTrackerTest {
    private static final String LABEL = "to do";
    private static final String MARK = "<!-- foldline:claim:1 -->\n";

    @TempDir Path folder;

    @ParameterizedTest
    @EnumSource
    void labelled_issues_are_listed_and_it_is_known_who_set_the_label(ForgeKind kind)
            throws Exception {
        try (var server = server(kind)) {
            server.perPage = 1;
            var tracker = tracker(kind, server);
            server.tracked.open(41, "stranger", "First").open(42, "me", "Second");
            server.tracked.open(43, "me", "Third").label(43, "me", "other");
            server.tracked.label(42, "me", LABEL).label(41, "me", "bug").label(41, "me", LABEL);
            assertThat(tracker.labelled(LABEL))
                    .containsExactly(new Entry(41, "stranger"), new Entry(42, "me"));
            var first = tracker.labelling(41, LABEL).orElseThrow();
            assertThat(first.account()).isEqualTo("me");
            assertThat(first.mayWrite()).isTrue();
            tracker.unlabel(41, LABEL);
            tracker.unlabel(41, LABEL);
            assertThat(tracker.isLabelled(41, LABEL)).isFalse();
            assertThat(server.tracked.issue(41).labels).containsExactly("bug");
            server.tracked.label(41, "stranger", LABEL);
            var again = tracker.labelling(41, LABEL).orElseThrow();
            assertThat(again.id()).isGreaterThan(first.id());
            assertThat(again.mayWrite()).isFalse();
            assertThat(tracker.isLabelled(41, LABEL)).isTrue();
            server.tracked.issue(41).state = "closed";
            assertThat(tracker.isLabelled(41, LABEL)).isFalse();
            assertThat(tracker.isLabelled(99, LABEL)).isFalse();
            assertThat(tracker.exists(99)).isFalse();
            assertThat(tracker.exists(41)).isTrue();
            server.disturb("GET", "/issues/41", 410, Map.of(), false);
            assertThat(tracker.exists(41)).isFalse();
            assertThat(tracker.labelling(43, LABEL)).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void only_marks_of_the_token_or_of_those_who_may_write_are_found(ForgeKind kind)
            throws Exception {
        try (var server = server(kind)) {
            server.perPage = 1;
            var tracker = tracker(kind, server);
            server.tracked.open(41, "me", "First");
            server.tracked.note(41, "stranger", MARK + "mine");
            server.tracked.note(41, "me", "a remark");
            tracker.comment(41, MARK + "one");
            server.tracked.note(41, "me", MARK + "two\r\n");
            var notes = tracker.notes(41);
            assertThat(notes)
                    .extracting(IssueTracker.Note::body)
                    .containsExactly(MARK + "one", MARK + "two");
            tracker.edit(41, notes.getFirst().id(), MARK + "edited");
            tracker.delete(41, notes.getLast().id());
            server.disturb("DELETE", "/" + notes.getLast().id(), 410, Map.of(), false);
            tracker.delete(41, notes.getLast().id());
            assertThat(tracker.notes(41))
                    .extracting(IssueTracker.Note::body)
                    .containsExactly(MARK + "edited");
            assertThat(server.tracked.issue(41).notes).hasSize(3);
        }
    }

    private FakeForge server(ForgeKind kind) throws Exception {
        return FakeForges.of(
                kind, Repository.withOneCommit(folder.resolve("repo")).resolve(".git"));
    }

    private static IssueTracker tracker(ForgeKind kind, FakeForge server) {
        return IssueTracker.of(
                new ForgeAccess(
                        kind,
                        URI.create(server.address()),
                        FakeForges.repository(kind),
                        "origin",
                        Preparation.NONE,
                        () -> Optional.of(FakeForge.TOKEN)));
    }
}
