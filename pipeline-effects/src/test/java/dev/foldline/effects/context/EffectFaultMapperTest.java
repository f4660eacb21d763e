package dev.foldline.effects.context;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.state.Fault;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;

/** What an operating error becomes for those who read it. */
class EffectFaultMapperTest {
    private static final IOException FULL = new IOException("No space left on device");

    @Test
    void a_full_disk_is_reported_in_the_words_of_the_system_and_needs_a_person() {
        for (var fault :
                new Fault[] {
                    FaultMapper.of(FULL),
                    FaultMapper.of(new IOException(FULL)),
                    FaultMapper.of(new UncheckedIOException(FULL))
                })
            assertThat(fault)
                    .isEqualTo(Fault.of(Fault.Kind.NEEDS_PERSON, "No space left on device"));
    }

    @Test
    void any_other_error_names_its_kind() {
        assertThat(FaultMapper.of(new java.nio.file.NoSuchFileException("a.txt")))
                .isEqualTo(Fault.of(Fault.Kind.FILES, "NoSuchFileException: a.txt"));
    }
}
