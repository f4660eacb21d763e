package dev.foldline.effects.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

class FailingDiskTest {
    @TempDir Path directory;

    private Path file;
    private byte[] before;

    @BeforeEach
    void a_log_of_two_events() throws IOException {
        file = directory.resolve("events.jsonl");
        before = Logs.write(file, 2);
    }

    @Test
    void a_full_disk_costs_no_more_than_the_event_that_did_not_fit() throws IOException {
        int[] room = {40};
        try (FileEventLog log =
                on(
                        new FailingDisk(file) {
                            @Override
                            public void write(byte[] bytes) throws IOException {
                                super.write(Arrays.copyOf(bytes, Math.min(bytes.length, room[0])));
                                if (bytes.length > room[0]) {
                                    throw new IOException("No space left on device");
                                }
                            }
                        })) {
            LogFault fault = assertThrows(LogFault.class, () -> log.append(Logs.entry(3)));
            assertThat(fault)
                    .hasMessageContaining("No space left")
                    .hasMessageContaining(file.toString());
            assertThat(fault.isPoisoned()).isFalse();
            assertThat(Files.readAllBytes(file)).isEqualTo(before);
            room[0] = Integer.MAX_VALUE;
            assertThat(log.append(Logs.entry(3)).seq()).isEqualTo(3);
        }
        assertThat(Logs.lines(file)).hasSize(3);
    }

    @Test
    void an_event_that_cannot_be_forced_is_not_in_the_log() throws IOException {
        int[] forces = {0};
        try (FileEventLog log =
                on(
                        new FailingDisk(file) {
                            @Override
                            public void force() throws IOException {
                                if (forces[0]++ == 0) {
                                    throw new IOException("I/O error");
                                }
                                super.force();
                            }
                        })) {
            assertThrows(LogFault.class, () -> log.append(Logs.entry(3)));
            assertThat(Files.readAllBytes(file)).isEqualTo(before);
            assertThat(log.end().seq()).isEqualTo(2);
        }
    }

    @Test
    void a_log_that_cannot_be_cut_back_takes_nothing_more_until_it_is_opened_again()
            throws IOException {
        try (FileEventLog log =
                on(
                        new FailingDisk(file) {
                            @Override
                            public void write(byte[] bytes) throws IOException {
                                super.write(Arrays.copyOf(bytes, 5));
                                throw new IOException("I/O error");
                            }

                            @Override
                            public void truncate(long size) throws IOException {
                                throw new IOException("I/O error");
                            }
                        })) {
            assertThat(assertThrows(LogFault.class, () -> log.append(Logs.entry(3))).isPoisoned())
                    .isTrue();
            assertThat(assertThrows(LogFault.class, () -> log.append(Logs.entry(3))).isPoisoned())
                    .isTrue();
            assertThat(Files.size(file)).isEqualTo(before.length + 5);
        }
        try (FileEventLog again = Logs.open(file)) {
            assertThat(again.append(Logs.entry(3)).seq()).isEqualTo(3);
        }
    }

    @Test
    void a_log_whose_cut_cannot_be_forced_takes_nothing_more() throws IOException {
        try (FileEventLog log =
                on(
                        new FailingDisk(file) {
                            @Override
                            public void force() throws IOException {
                                throw new IOException("I/O error");
                            }
                        })) {
            assertThat(assertThrows(LogFault.class, () -> log.append(Logs.entry(3))).isPoisoned())
                    .isTrue();
        }
    }

    @Test
    void a_real_limit_of_the_system_leaves_every_event_before_it_whole() throws Exception {
        Process limited =
                new ProcessBuilder(
                                "sh",
                                "-c",
                                "ulimit -f 16; exec \"$@\"",
                                "sh",
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:+UseSerialGC",
                                "-XX:-UsePerfData",
                                "-cp",
                                System.getProperty("java.class.path"),
                                DiskFiller.class.getName(),
                                file.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        String said = limited.inputReader().readLine();
        assertThat(limited.waitFor()).isZero();
        assertThat(said)
                .isEqualTo("refused after " + Logs.lines(file).size() + ", poisoned: false");
        assertThat(Logs.last(Files.readAllBytes(file)))
                .isInstanceOfSatisfying(
                        ReadResult.End.class,
                        end -> {
                            assertThat(end.tail()).isEmpty();
                            assertThat(end.position().seq()).isGreaterThan(10);
                        });
    }

    /** A process that appends until the system takes no more. */
    static final class DiskFiller {
        private DiskFiller() {}

        public static void main(String[] logFile) throws IOException {
            try (FileEventLog log = Logs.open(Path.of(logFile[0]))) {
                while (true) {
                    try {
                        log.append(Logs.entry(1));
                    } catch (LogFault full) {
                        System.out.println(
                                "refused after "
                                        + log.end().seq()
                                        + ", poisoned: "
                                        + full.isPoisoned());
                        return;
                    }
                }
            }
        }
    }

    private FileEventLog on(LogFileOperations disk) throws IOException {
        ReadResult.End end = (ReadResult.End) Logs.last(before);
        return new FileEventLog(file, disk, end.position());
    }

    /** A real file on a disk that fails where a test says so. */
    private static class FailingDisk implements LogFileOperations {
        private final LogFileOperations real;

        FailingDisk(Path file) throws IOException {
            this.real = LogFileOperations.to(file);
        }

        @Override
        public long size() throws IOException {
            return real.size();
        }

        @Override
        public void write(byte[] bytes) throws IOException {
            real.write(bytes);
        }

        @Override
        public void force() throws IOException {
            real.force();
        }

        @Override
        public void truncate(long size) throws IOException {
            real.truncate(size);
        }

        @Override
        public void close() throws IOException {
            real.close();
        }
    }
}
