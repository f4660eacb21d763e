package dev.foldline.app.repository;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.effects.recording.RunRecording;
import dev.foldline.effects.store.RunId;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Which recordings a repository keeps. */
class RecordingRetentionTest {
    private static final long HALF = 1L << 29;

    @TempDir Path folder;
    private CliFixture place;
    private long time = 1_000_000;
    private final Random random = new Random(1);

    @BeforeEach
    void a_repository() throws Exception {
        place = CliFixture.ready(folder);
    }

    /** Makes runs with recordings of this size, the oldest first, and returns their ids. */
    private List<String> recorded(int runs, long bytes) throws Exception {
        var ids = new ArrayList<String>();
        for (int n = 0; n < runs; n++) {
            var run = place.runs().create(RunId.draw(random));
            var recording = new RunRecording(run);
            Files.createDirectories(recording.folder());
            Files.writeString(recording.folder().resolve("content-bytes"), Long.toString(bytes));
            place.git("update-ref", recording.ref(), "HEAD^{tree}");
            Files.setLastModifiedTime(run.path(), FileTime.fromMillis(++time));
            ids.add(run.id().text());
        }
        return ids;
    }

    private List<String> kept() throws IOException, InterruptedException {
        try (var here = Workspace.open(place.root, place.environment)) {
            RecordingRetention.prune(here);
            var kept = RecordingRetention.all(here).map(each -> each.run().id().text());
            assertThat(
                            place.git(
                                            "for-each-ref",
                                            "--format=%(refname:lstrip=3)",
                                            "refs/foldline/recordings")
                                    .lines())
                    .as("a ref for each recording")
                    .containsExactlyInAnyOrderElementsOf(kept);
            return kept.reverse().asJava();
        }
    }

    @Test
    void the_recordings_of_the_last_50_runs_are_kept() throws Exception {
        var runs = recorded(53, 10);
        assertThat(kept()).isEqualTo(runs.subList(3, 53));
    }

    @Test
    void recordings_beyond_a_gibibyte_are_removed_but_never_the_last_one() throws Exception {
        recorded(2, HALF);
        var last = recorded(1, 3 * HALF);
        assertThat(kept()).isEqualTo(last);
        var later = recorded(2, HALF / 4);
        assertThat(kept()).isEqualTo(later);
    }
}
