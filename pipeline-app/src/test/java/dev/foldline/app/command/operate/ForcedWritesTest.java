package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.store.ForcedFiles;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

/**
 * What a run forces to disk beside its events and its head: the guard of each call, and the texts
 * that its events name. Each costs two forced writes, one of them for the name.
 */
class ForcedWritesTest {
    private static final int WITH_ITS_NAME = 2;

    @TempDir Path folder;

    @Test
    void an_iteration_forces_a_guard_and_an_output_of_each_call_and_no_text_twice()
            throws Exception {
        var two = forced(2);
        var three = forced(3);
        assertThat(three.guards() - two.guards()).isEqualTo(4 * WITH_ITS_NAME);
        assertThat(three.texts() - two.texts())
                .as("four outputs, and the prompts that name the work so far")
                .isBetween(4 * WITH_ITS_NAME, 8 * WITH_ITS_NAME);
        assertThat(three.others()).isEqualTo(two.others());
    }

    /** The files are written aside, so their folders tell what they are. */
    private record ForcedCounts(int guards, int texts, int others) {
        static ForcedCounts of(List<Path> files, Path runs) {
            var texts = files.stream().filter(it -> it.startsWith(runs.resolveSibling("blobs")));
            var guards = files.stream().filter(it -> it.startsWith(runs) && !it.equals(runs));
            int text = (int) texts.count();
            int guard = (int) guards.count();
            return new ForcedCounts(guard, text, files.size() - text - guard);
        }
    }

    /** In a repository of its own, with agents whose output differs in each call. */
    private ForcedCounts forced(int iterations) throws Exception {
        var place = CliFixture.ready(folder.resolve("run of " + iterations));
        place.agent(AgentScripts.HELPFUL + "echo $FOLDLINE_RUN $FOLDLINE_TICKET\n");
        place.configured(
                "checks: [ \"true\" ]\nreviews: 0\nralph: { stop_when_completed: false }\n");
        var files =
                ForcedFiles.during(
                        () -> {
                            var reported =
                                    place.foldline(
                                            "run",
                                            "--iterations",
                                            String.valueOf(iterations),
                                            "Add work");
                            assertThat(reported.exit()).as(reported.all()).isZero();
                        });
        return ForcedCounts.of(files, place.root.resolve(".git/foldline/runs"));
    }
}
