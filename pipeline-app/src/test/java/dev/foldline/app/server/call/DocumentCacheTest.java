package dev.foldline.app.server.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.repository.Workspace;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** How often documents about runs are made. */
class DocumentCacheTest {
    @TempDir Path folder;
    private CliFixture place;
    private Workspace here;
    private final DocumentCache documents = new DocumentCache();
    private int made;

    @BeforeEach
    void two_workflows() throws Exception {
        place = CliFixture.ready(folder).write("tasks.yaml", "tasks: []\n");
        for (int i = 0; i < 2; i++) place.foldline("workflow", "create", "-f", "tasks.yaml");
        here = Workspace.open(place.root, place.environment);
    }

    @AfterEach
    void the_workspace_closes() {
        here.close();
    }

    private RunDirectory run(int back) throws IOException {
        return here.runs().newestFirst().get(back);
    }

    /** The number of the document about the latest run. */
    private int look(RunDirectory... of) throws IOException {
        return (int)
                Objects.requireNonNull(
                        documents
                                .about(
                                        of[0],
                                        () ->
                                                new DocumentCache.Made(
                                                        JsonOutput.fields("made", ++made),
                                                        Vector.of(of)))
                                .get("made"));
    }

    @Test
    void a_document_is_made_once_until_the_log_has_grown() throws Exception {
        assertThat(look(run(0))).isEqualTo(1);
        assertThat(look(run(0))).isEqualTo(1);
        assertThat(look(run(1))).as("another run has its own").isEqualTo(2);
        assertThat(look(run(0))).isEqualTo(1);
        place.foldline("workflow", "ready", run(0).id().text());
        assertThat(look(run(0))).isEqualTo(3);
    }

    @Test
    void each_part_of_a_document_counts() throws Exception {
        look(run(0), run(1));
        var known = look(run(0), run(1));
        assertThat(look(run(0), run(1))).isEqualTo(known);
        place.foldline("workflow", "ready", run(1).id().text());
        assertThat(look(run(0), run(1))).isGreaterThan(known);
    }

    @Test
    void the_driver_of_a_run_counts() throws Exception {
        look(run(0));
        try (var _ =
                dev.foldline.app.repository.RunLog.open(run(0), here.runs().redaction())
                        .orElseThrow()) {
            assertThat(look(run(0))).as("somebody holds it").isEqualTo(2);
        }
        assertThat(look(run(0))).as("nobody does").isEqualTo(3);
    }

    @Test
    void clients_that_ask_at_once_make_it_once() throws Exception {
        var run = run(0);
        var count = new AtomicInteger();
        try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            var all = new CountDownLatch(8);
            for (int client = 0; client < 8; client++)
                clients.submit(
                        () -> {
                            all.countDown();
                            all.await();
                            return documents.about(
                                    run,
                                    () ->
                                            new DocumentCache.Made(
                                                    JsonOutput.fields(
                                                            "made", count.incrementAndGet()),
                                                    Vector.of(run)));
                        });
        }
        assertThat(count.get()).isEqualTo(1);
    }

    @Test
    void documents_of_deleted_runs_are_dropped() throws IOException {
        look(run(0));
        look(run(1));
        documents.only(Vector.of(run(0)));
        assertThat(look(run(0))).as("as it was").isEqualTo(1);
        assertThat(look(run(1))).as("made anew").isEqualTo(3);
    }

    @Test
    void a_cached_document_cannot_be_changed() throws IOException {
        var document =
                documents.about(
                        run(0),
                        () ->
                                new DocumentCache.Made(
                                        new HashMap<>(Map.of("made", 1)), Vector.of(run(0))));
        assertThatThrownBy(() -> document.put("next", ""))
                .isInstanceOf(UnsupportedOperationException.class);
    }
}
