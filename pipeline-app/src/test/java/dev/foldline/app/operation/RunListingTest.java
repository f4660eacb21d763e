package dev.foldline.app.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.output.JsonOutput;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.Runs;

import io.vavr.collection.HashMap;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/** The pages of the list, compared with the documents about all runs, one after the other. */
class RunListingTest {
    private static final int RUNS = 300;

    @TempDir Path folder;
    private Runs runs = new Runs(Path.of(""));
    private final AtomicInteger made = new AtomicInteger();

    @BeforeEach
    void many_runs() throws IOException {
        runs = new Runs(folder);
        var random = new Random(1);
        for (int number = 0; number < RUNS; number++) runs.make(runs.directory(RunId.draw(random)));
    }

    private Map<String, Object> document(RunDirectory run) {
        made.incrementAndGet();
        return JsonOutput.fields("run", JsonOutput.fields("id", run.id().text()));
    }

    /** The runs of all pages, in their order. */
    private List<Object> listed(String text, long limit) throws IOException {
        var ids = new ArrayList<>();
        Map<String, Object> asked =
                text.isEmpty() ? Map.of("limit", limit) : Map.of("limit", limit, "text", text);
        while (true) {
            var input = Input.of(HashMap.ofAll(asked));
            var page = RunListing.page(runs, complete(input), this::document);
            assertThat(page.runs().size()).isLessThanOrEqualTo((int) limit);
            page.runs().forEach(each -> ids.add(each.get("run")));
            if (page.next().isEmpty()) return ids;
            asked = page.following(complete(input)).get();
        }
    }

    private static Input complete(Input input) {
        return input.complete(RunListing.LIST.fields(), FrontEnd.HTTP);
    }

    @Test
    void the_pages_together_have_the_selected_runs_in_the_order_of_the_index() throws IOException {
        for (var text : List.of("", "a", "rb", "no such run"))
            for (long limit : new long[] {40, 128, RUNS, 1000})
                assertThat(listed(text, limit))
                        .as(text + " " + limit)
                        .isEqualTo(
                                runs.newestFirst().stream()
                                        .filter(run -> run.id().text().contains(text))
                                        .map(run -> document(run).get("run"))
                                        .toList());
    }

    /** One more than it returns: then there is another page. */
    @Test
    void a_page_makes_the_documents_of_its_own_runs() throws IOException {
        var input = complete(Input.of(HashMap.of("limit", 10L)));
        assertThat(RunListing.page(runs, input, this::document).runs()).hasSize(10);
        assertThat(made.get()).isEqualTo(11);
    }
}
