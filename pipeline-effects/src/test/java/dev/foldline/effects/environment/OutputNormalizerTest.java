package dev.foldline.effects.environment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Random;

/** The same failure has the same fingerprint, another one another. */
class OutputNormalizerTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Tests run: 3, Failures: 1, Time elapsed: 0.123 s | Tests run: 3, Failures: 1, Time"
                        + " elapsed: 12.9 s",
                "1 failed, 2 passed in 0.12s | 1 failed, 2 passed in 1.07s",
                "[INFO] Total time:  01:02 min | [INFO] Total time:  11.200 s",
                "[INFO] Finished at: 2026-11-23T08:47:49Z | [INFO] Finished at:"
                        + " 2026-11-23T09:00:01+01:00",
                "BUILD FAILED in 1m 3s | BUILD FAILED in 59s",
                "at Object.java: Foo@1b2c3d4e is wrong | at Object.java: Foo@77aa88bb is wrong",
                "segfault at 0x7ffe1234 | segfault at 0x55d0aa00",
                "cannot open /tmp/pytest-12/test_a0/x.txt: no | cannot open"
                        + " /tmp/pytest-13/test_a0/x.txt: no",
                "cannot open /var/folders/zz/abc/T/x: no | cannot open /var/folders/zz/def/T/x: no",
                "connection to localhost:43121 refused | connection to localhost:50001 refused",
                "process 1234 exited | process 99887 exited",
                "==1234== invalid read | ==777== invalid read",
                "id 123e4567-e89b-12d3-a456-426614174000 | id 00000000-e89b-12d3-a456-426614174fff",
                "Mon Nov 23 08:47:49 failed | Tue Nov 24 10:00:01 failed",
            })
    void differences_from_run_to_run_do_not_count(String one, String other) {
        assertThat(OutputNormalizer.normalized(one)).isEqualTo(OutputNormalizer.normalized(other));
        assertThat(OutputNormalizer.fingerprint(one))
                .isEqualTo(OutputNormalizer.fingerprint(other));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "3 tests failed | 2 tests failed",
                "expected: 5 but was: 3 | expected: 5 but was: 4",
                "src/Main.java:12: error | src/Main.java:13: error",
                "Main.java:[12,5] cannot find symbol | Main.java:[12,9] cannot find symbol",
                "TestA failed | TestB failed",
                "exit code 1 | exit code 2",
                "cannot open /srv/a.txt | cannot open /srv/b.txt",
                "expected abcdef01 | expected abcdef02",
            })
    void differences_in_progress_count(String one, String other) {
        assertThat(OutputNormalizer.fingerprint(one))
                .isNotEqualTo(OutputNormalizer.fingerprint(other));
    }

    @Test
    void colours_and_the_ends_of_lines_do_not_count() {
        assertThat(OutputNormalizer.normalized("\u001b[31mfailed\u001b[0m\r\nhere\r\n"))
                .isEqualTo("failed\nhere");
    }

    @Test
    void normalizing_is_idempotent_and_any_duration_is_the_same() {
        var random = new Random(7);
        for (int i = 0; i < 300; i++) {
            int millis = random.nextInt(100_000);
            var text =
                    "done in "
                            + millis
                            + " ms or "
                            + millis / 1000
                            + "."
                            + millis % 10
                            + "s at "
                            + millis % 24
                            + ":0"
                            + millis % 10
                            + ":30, pid "
                            + millis;
            var once = OutputNormalizer.normalized(text);
            assertThat(once)
                    .as(text)
                    .isEqualTo("done in <time> or <time> at <time>, pid <pid>")
                    .isEqualTo(OutputNormalizer.normalized(once));
        }
    }
}
