package dev.foldline.app.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.repository.RunHistory;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

class StreamMessageTest {
    private static final MessageLog LOG = new RunMessages(RunHistory.ofFile(Path.of("rshop")));

    @Test
    void a_lag_notice_has_no_position_so_that_a_returning_client_misses_nothing()
            throws IOException {
        var reported = new ByteArrayOutputStream();
        new EventStream(LOG, reported).sendLagged(new StreamPosition(12, 2));
        assertThat(reported.toString(StandardCharsets.UTF_8))
                .isEqualTo(
                        "data:"
                            + " {\"type\":\"system.lagged\",\"workflowId\":\"rshop\",\"data\":{\"after\":\"12.2\"}}\n\n");
    }

    @Test
    void a_message_sent_without_its_position_beside_it_contains_it() {
        assertThat(
                        new StreamMessage(StreamPosition.behind(14), "x", "{\"type\":\"x\"}")
                                .placed(LOG))
                .isEqualTo("{\"id\":\"14\",\"type\":\"x\"}");
    }
}
