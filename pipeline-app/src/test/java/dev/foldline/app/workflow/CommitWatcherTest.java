package dev.foldline.app.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.core.command.Command.SeeCommits;
import dev.foldline.core.effect.TerminalAgent;
import dev.foldline.core.projection.CommitMetadata;
import dev.foldline.core.state.WatchedBranches;
import dev.foldline.core.state.WatchedBranches.Sighting;
import dev.foldline.effects.driver.DriverInput;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitOptions;
import dev.foldline.effects.git.watch.RepositoryHistory;
import dev.foldline.effects.store.RunId;

import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;

/** What the driver of a workflow is told of the commits in its repository. */
class CommitWatcherTest {
    private static final RunId OURS = new RunId("raaaaaaaaaaaaaaaa");
    private static final RunId ANOTHER = new RunId("rbbbbbbbbbbbbbbbb");

    @TempDir Path folder;

    /** What is found at once by whoever has been told so far. */
    private static Sighting found(CliFixture place, Option<WatchedBranches> reported)
            throws Exception {
        var asked = new ArrayList<DriverInput>();
        try (var _ =
                CommitWatcher.on(
                        history(place.root),
                        OURS,
                        Duration.ofHours(1),
                        reported,
                        asked::add,
                        _ -> {})) {
            return ((SeeCommits) ((DriverInput.CommandReceived) asked.getFirst()).command())
                    .sighting();
        }
    }

    private static RepositoryHistory history(Path folder) throws GitFault {
        return RepositoryHistory.of(folder, GitOptions.from(System.getenv()));
    }

    private static String madeFor(RunId workflow) {
        return "Work\n\n"
                + CommitMetadata.of(
                                new TerminalAgent(workflow.text(), "login", "developer"),
                                "completed")
                        .print();
    }

    @Test
    void S1_35_commits_of_another_workflow_are_not_reported_and_all_others_are() throws Exception {
        var place = CliFixture.ready(folder);
        var reported = WatchedBranches.NOTHING.after(found(place, Option.none()));
        for (var message : new String[] {madeFor(OURS), madeFor(ANOTHER), "by hand"})
            place.git("commit", "-q", "--allow-empty", "-m", message);
        var sighting = found(place, Option.of(reported));
        assertThat(sighting.commits().map(each -> each.message().strip()))
                .containsExactly(madeFor(OURS).strip(), "by hand");
        assertThat(sighting.moved().get("main"))
                .as("it is known all the same")
                .contains(place.git("rev-parse", "main"));
    }

    @Test
    void S1_35_a_very_long_message_is_reported_with_its_start_and_its_metadata() throws Exception {
        var place = CliFixture.ready(folder);
        var reported = WatchedBranches.NOTHING.after(found(place, Option.none()));
        place.git(
                "commit",
                "-q",
                "--allow-empty",
                "-m",
                "Subject\n\n" + "word ".repeat(4_000) + "\n\n" + madeFor(OURS));
        var message = found(place, Option.of(reported)).commits().head().message();
        assertThat(message).startsWith("Subject").hasSizeLessThan(9_000);
        assertThat(CommitMetadata.isOf(OURS.text(), message)).isTrue();
    }

    @Test
    void S1_36_a_folder_without_a_repository_cannot_be_watched() throws Exception {
        var nowhere = Files.createDirectories(folder.resolve("nowhere"));
        assertThatThrownBy(
                        () ->
                                CommitWatcher.on(
                                        history(nowhere),
                                        OURS,
                                        Duration.ofHours(1),
                                        Option.none(),
                                        _ -> {},
                                        _ -> {}))
                .isInstanceOf(GitFault.class)
                .hasMessage("Not a git repository: " + nowhere);
    }
}
