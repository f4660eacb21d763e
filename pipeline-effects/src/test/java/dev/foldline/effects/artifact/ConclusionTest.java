package dev.foldline.effects.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.store.Blobs;

import io.vavr.collection.LinkedHashMap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

class ConclusionTest {
    @TempDir Path folder;

    @Test
    void artifacts_tell_what_was_concluded_in_a_line_each() throws IOException {
        var blobs = new Blobs(folder);
        var plan = blobs.put("{\"summary\": \"Add\\n a login.\", \"steps\": [{}, {}]}");
        var choice = blobs.put("{\"winner\": \"b\", \"reason\": \"It is \\u001b[31mshorter.\"}");
        var issues = blobs.put("{\"summary\": \"Clear.\", \"issues\": []}");
        var message = blobs.put("{\"subject\": \"Add a login\"}");
        assertThat(
                        Conclusion.of(
                                LinkedHashMap.of(
                                        "plan", plan,
                                        "choice", choice,
                                        "issues", issues,
                                        "commit_message", message,
                                        "gone", "0".repeat(64)),
                                blobs))
                .containsExactly(
                        new Conclusion("plan", "Add a login. (2 steps)"),
                        new Conclusion("choice", "It is \\u001b[31mshorter."),
                        new Conclusion("issues", "Clear. (0 issues)"));
    }
}
