package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.store.ForcedFiles;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

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
        assertThat(three.get("guards") - two.get("guards")).isEqualTo(4 * WITH_ITS_NAME);
        assertThat(three.get("texts") - two.get("texts"))
                .as("four outputs, and the prompts that name the work so far")
                .isBetween(4 * WITH_ITS_NAME, 8 * WITH_ITS_NAME);
        assertThat(three.get("others") - two.get("others")).isZero();
    }

    /** In a repository of its own, with agents whose output differs in each call. */
    private Map<String, Integer> forced(int iterations) throws Exception {
        var place = CliFixture.ready(folder.resolve("run of " + iterations));
        place.agent(AgentScripts.HELPFUL + "echo $FOLDLINE_RUN $FOLDLINE_TICKET\n");
        place.configured(
                "checks: [ \"true\" ]\nreviews: 0\nralph: { stop_when_completed: false }\n");
        var counts = new TreeMap<>(Map.of("guards", 0, "texts", 0, "others", 0));
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
        var runs = place.root.resolve(".git/foldline/runs");
        for (var file : files) counts.merge(kind(runs, file), 1, Integer::sum);
        return counts;
    }

    /** The files are written aside, so their folders tell what they are. */
    private static String kind(Path runs, Path file) {
        if (file.startsWith(runs.resolveSibling("blobs"))) return "texts";
        return file.startsWith(runs) && !file.equals(runs) ? "guards" : "others";
    }
}
