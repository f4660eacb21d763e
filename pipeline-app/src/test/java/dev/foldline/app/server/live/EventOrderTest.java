package dev.foldline.app.server.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.app.server.live.EventOrder.Entry;
import dev.foldline.effects.store.RunId;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.LongStream;

class EventOrderTest {
    private static final RunId RUN = new RunId("raaaaaaaaaaaaaaaa");
    @TempDir Path folder;

    private static Entry event(long seq) {
        return new Entry(RUN, seq, 100 * seq, true);
    }

    @Test
    void a_line_that_is_being_appended_is_not_read() throws IOException {
        var file = folder.resolve("event-order");
        var order = EventOrder.create(file, List.of(event(1)));
        order.append(List.of(event(2)));
        assertThat(order.isReplaced()).isFalse();
        Files.writeString(file, RUN.text() + " 3", StandardOpenOption.APPEND);
        assertThat(order.read(0, 9)).containsExactly(event(1), event(2));
        assertThat(order.read(2, 9)).containsExactly(event(2));
        assertThat(order.isReplaced()).isTrue();
        var opened = EventOrder.open(file).get();
        assertThat(opened.isReplaced()).isFalse();
        assertThat(opened.read(0, 9)).containsExactly(event(1), event(2));
    }

    @Test
    void nothing_is_appended_to_a_deleted_order_nor_read_from_another() throws IOException {
        var file = folder.resolve("event-order");
        var order = EventOrder.create(file, List.of(event(1)));
        Files.delete(file);
        assertThat(order.isReplaced()).isTrue();
        assertThatThrownBy(() -> order.append(List.of(event(2))))
                .isInstanceOf(NoSuchFileException.class);
        assertThat(file).doesNotExist();
        EventOrder.create(file, List.of(event(1)));
        assertThatThrownBy(() -> order.read(0, 9)).hasMessageContaining("replaced");
    }

    /** The lines before are only skipped, so they may as well be others of the same length. */
    @Test
    void a_page_is_read_without_the_lines_before_it() throws IOException {
        var file = folder.resolve("event-order");
        var order = EventOrder.create(file, List.of());
        for (long first : new long[] {1, 1_501})
            order.append(
                    LongStream.range(first, first + 1_500).mapToObj(each -> event(each)).toList());
        for (var known : List.of(order, EventOrder.open(file).get())) {
            assertThat(known.read(2_001, 2)).containsExactly(event(2_001), event(2_002));
            assertThat(known.read(1_999, 3))
                    .containsExactly(event(1_999), event(2_000), event(2_001));
            assertThat(known.read(3_000, 9)).containsExactly(event(3_000));
            assertThat(known.read(3_001, 9)).isEmpty();
        }
        var lines = Files.readString(file).lines().toList();
        var head = lines.getFirst() + "\n";
        var text = Files.readString(file);
        int page = text.indexOf(lines.get(2_001));
        Files.writeString(file, head + "\n".repeat(page - head.length()) + text.substring(page));
        assertThat(order.read(2_001, 2)).containsExactly(event(2_001), event(2_002));
    }
}
