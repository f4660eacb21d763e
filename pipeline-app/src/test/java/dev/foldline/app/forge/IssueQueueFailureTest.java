package dev.foldline.app.forge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.queue.IssueQueue;
import dev.foldline.app.queue.QueueRequirements;
import dev.foldline.app.queue.QueueRunStarter;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.QueuedIssueRecord;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.effects.forge.ForgeKind;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** What a queue does if something fails. */
class IssueQueueFailureTest {
    private static final String LABEL = "foldline";

    @TempDir Path folder;
    private final List<String> notices = new CopyOnWriteArrayList<>();

    @Test
    void an_issue_that_is_deleted_or_cannot_be_claimed_does_not_stop_the_others() throws Exception {
        try (var fixture = new DeliveryFixture(folder, ForgeKind.GITHUB)) {
            var place = fixture.place;
            place.foldline("run", "--gate", "planning", "Add work");
            var run = place.runs().newestFirst().getFirst();
            new QueuedIssueRecord(40, 9000, false).write(run);
            fixture.forge.tracked.open(41, "me", "Locked").label(41, "me", LABEL);
            fixture.forge.tracked.open(42, "me", "Second").label(42, "me", LABEL);
            for (int i = 0; i < 100; i++)
                fixture.forge.disturb("POST", "/issues/41/comments", 403, Map.of(), false);
            try (var here = Workspace.open(place.root, place.environment);
                    var _ = serve(here, place, true)) {
                Files.writeString(place.root.resolve("foldline.yaml"), "broken: true\n");
                CliFixture.until(
                        "a refused start, a claim that is withdrawn, and the end of the run",
                        () ->
                                hasNotice("issue #42: ")
                                        && fixture.forge.tracked.issue(42).notes.isEmpty()
                                        && QueuedIssueRecord.of(run).get().isFinished(),
                        () -> true);
                assertThat(notices).anyMatch(each -> each.contains("issue #41: "));
            }
        }
    }

    @Test
    void a_sandbox_is_required_at_each_start_and_resumption() throws Exception {
        try (var fixture = new DeliveryFixture(folder, ForgeKind.GITHUB)) {
            var place = fixture.place;
            place.foldline("run", "--gate", "planning", "Add work");
            var tracked = fixture.forge.tracked;
            tracked.open(40, "me", "First").label(40, "me", LABEL);
            tracked.open(41, "me", "Second").label(41, "me", LABEL);
            new QueuedIssueRecord(40, tracked.issue(40).events.getFirst().id(), false)
                    .write(place.runs().newestFirst().getFirst());
            var configured = Files.readString(place.root.resolve("foldline.yaml"));
            place.write("foldline.yaml", configured + "queue: { runs_at_once: 2 }\n");
            try (var here = Workspace.open(place.root, place.environment);
                    var _ = serve(here, place, false)) {
                CliFixture.until(
                        "two refusals",
                        () ->
                                hasNotice("issue #40: a queue takes its tasks")
                                        && hasNotice("issue #41: a queue takes its tasks"),
                        () -> true);
            }
            assertThat(place.runs().newestFirst()).hasSize(1);
        }
    }

    private boolean hasNotice(String text) {
        return notices.stream().anyMatch(each -> each.contains(text));
    }

    private IssueQueue serve(Workspace here, CliFixture place, boolean allowsUnsandboxed)
            throws Exception {
        return IssueQueue.start(
                here,
                RunLauncher.configuration(here.root(), here.environment()).settings(),
                LABEL,
                new QueueRunStarter(
                        here,
                        place.root,
                        place.environment,
                        new QueueRequirements(LABEL, allowsUnsandboxed),
                        notices::add),
                notices::add);
    }
}
