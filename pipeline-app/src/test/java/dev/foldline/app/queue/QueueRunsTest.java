package dev.foldline.app.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.queue.QueueView.Activity;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.QueuedIssueRecord;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

/** What the folder of a run says about a queue. */
class QueueRunsTest {
    @TempDir Path folder;

    @Test
    void a_run_of_a_queue_is_found_by_its_folder_also_if_its_log_is_damaged() throws Exception {
        var place = CliFixture.gated(folder);
        var run = place.runs().newestFirst().getFirst();
        try (var here = Workspace.open(place.root, place.environment)) {
            assertThat(new QueueRuns(here).read()).isEmpty();
            new QueuedIssueRecord(41, 9000, false).write(run);
            assertThat(new QueueRuns(here).read())
                    .singleElement()
                    .satisfies(
                            found -> {
                                assertThat(found.isOf(41, 9000)).isTrue();
                                assertThat(found.activity()).isEqualTo(Activity.LEFT);
                                assertThat(found.report())
                                        .contains("Waits for you: approve planning.");
                                assertThat(found.isFinished()).isFalse();
                            });
            QueuedIssueRecord.of(run).get().finished().write(run);
            Files.writeString(
                    run.events(), Files.readString(run.events()).replaceFirst("\\n", "\nbroken\n"));
            assertThat(new QueueRuns(here).read())
                    .singleElement()
                    .satisfies(
                            found -> {
                                assertThat(found.activity()).isEqualTo(Activity.WAITING);
                                assertThat(found.report()).contains("cannot be read");
                                assertThat(found.isFinished()).isTrue();
                            });
        }
    }

    @Test
    void a_run_that_is_not_resumed_again_is_resumed_as_its_report_says() throws Exception {
        var place = CliFixture.gated(folder);
        new QueuedIssueRecord(41, 9000, false).write(place.runs().newestFirst().getFirst());
        try (var here = Workspace.open(place.root, place.environment)) {
            var limit = new ResumeLimit();
            for (int time = 0; time < ResumeLimit.RESUMES_MAX; time++)
                limit.count(new QueueRuns(here).read().get());
            var limited = limit.of(new QueueRuns(here).read()).get();
            assertThat(limited.activity()).isEqualTo(Activity.WAITING);
            var command = limited.report().replaceFirst("(?s).*`foldline (resume \\S+)`.*", "$1");
            assertThat(place.foldline("approve").exit()).isZero();
            var resumed = place.foldline(command.split(" "));
            assertThat(resumed.exit()).as(resumed.all()).isZero();
            assertThat(new QueueRuns(here).read().get().activity()).isEqualTo(Activity.ENDED);
        }
    }

    @Test
    void a_finished_run_is_read_once_and_one_whose_log_is_no_file_waits_for_the_user()
            throws Exception {
        var place = CliFixture.gated(folder);
        var run = place.runs().newestFirst().getFirst();
        new QueuedIssueRecord(41, 9000, true).write(run);
        assertThat(place.foldline("cancel", "--yes").exit()).isZero();
        try (var here = Workspace.open(place.root, place.environment)) {
            var runs = new QueueRuns(here);
            var ended = runs.read();
            assertThat(ended.get().activity()).isEqualTo(Activity.ENDED);
            Files.delete(run.events());
            Files.createDirectory(run.events());
            assertThat(runs.read()).isEqualTo(ended);
            assertThat(new QueueRuns(here).read().get().activity()).isEqualTo(Activity.WAITING);
        }
    }
}
