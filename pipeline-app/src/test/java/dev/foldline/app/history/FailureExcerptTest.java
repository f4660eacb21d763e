package dev.foldline.app.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.state.Fault;
import dev.foldline.effects.store.Blobs;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

class FailureExcerptTest {
    private static final String STUCK =
            "the check unit has failed 4 times in a row; last: the check 'make test' failed: exit"
                    + " code 1";

    @TempDir Path folder;

    @Test
    void a_failed_check_is_shown_from_its_first_failing_line_on() throws IOException {
        var output =
                "ok 1 - starts\n\u001b[31mnot ok 2 - prints the version\u001b[0m\n  got 1.1\n\n";
        assertThat(of(Fault.of(Fault.Kind.STUCK, STUCK), output))
                .isEqualTo(
                        new FailureExcerpt(
                                Vector.of("not ok 2 - prints the version", "  got 1.1"), 0));
    }

    @Test
    void a_long_output_is_cut_and_counted() throws IOException {
        var excerpt =
                of(Fault.of(Fault.Kind.CHECK_FAILED, "failed"), "FAIL a\n" + "more\n".repeat(213));
        assertThat(excerpt.lines()).hasSize(20).startsWith("FAIL a");
        assertThat(excerpt.more()).isEqualTo(194);
    }

    @Test
    void an_output_without_a_failing_line_is_shown_from_its_start() throws IOException {
        assertThat(of(Fault.of(Fault.Kind.CHECK_FAILED, "failed"), "0 failures\nsome text").lines())
                .containsExactly("0 failures", "some text");
    }

    @Test
    void what_the_sentence_says_is_not_said_again() throws IOException {
        var fault = Fault.of(Fault.Kind.NEEDS_PERSON, "which login?\nthere are two");
        assertThat(FailureExcerpt.of(fault, "Stopped: which login?", blobs()).lines())
                .containsExactly("there are two");
        assertThat(FailureExcerpt.of(fault, "Stopped: which...", blobs()).lines())
                .containsExactly("which login?", "there are two");
    }

    /** The stream of an agent is for programs. */
    @Test
    void the_output_of_an_agent_is_no_text_of_its_failure() throws IOException {
        assertThat(
                        of(Fault.of(Fault.Kind.AGENT_FAILED, "overloaded"), "{\"type\":\"error\"}")
                                .lines())
                .containsExactly("overloaded");
    }

    private FailureExcerpt of(Fault fault, String output) throws IOException {
        var blobs = blobs();
        return FailureExcerpt.of(fault.withOutput(blobs.put(output)), "Stopped.", blobs);
    }

    private Blobs blobs() {
        return new Blobs(folder);
    }
}
