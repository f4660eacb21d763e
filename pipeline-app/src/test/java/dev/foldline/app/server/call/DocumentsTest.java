package dev.foldline.app.server.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import io.vavr.collection.Vector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents that are kept for those who look again. */
class DocumentsTest {
    @TempDir Path folder;
    private final Documents documents = new Documents();
    private int made;

    private RunDirectory run(String id) throws IOException { return new RunDirectory(new RunId(id), Files.createDirectory(folder.resolve(id))); }

    private Map<String, Object> about(RunDirectory run) throws IOException {
        return documents.about(run, () -> new Documents.Made(new HashMap<>(Map.of("made", ++made)), Vector.of(run)));
    }

    @Test
    void of_runs_that_are_gone_nothing_is_kept() throws IOException {
        var stays = run("r2222222222222222");
        var goes = run("r3333333333333333");
        about(stays);
        about(goes);
        documents.only(Vector.of(stays));
        assertThat(about(stays)).as("as it was").containsEntry("made", 1);
        assertThat(about(goes)).as("made anew").containsEntry("made", 3);
    }

    @Test
    void nobody_changes_what_others_look_at() throws IOException {
        var document = about(run("r2222222222222222"));
        assertThatThrownBy(() -> document.put("next", "")).isInstanceOf(UnsupportedOperationException.class);
    }
}
