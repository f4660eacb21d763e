package dev.foldline.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.history.Verification;
import dev.foldline.app.history.Verification.Verdict;
import dev.foldline.core.kernel.Pipeline;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Files;
import java.util.stream.Stream;

/** Logs of other days are read, folded and decided as on the day they were written. */
class GoldenLogsTest {

    /** Only traces are written anew. A log that is there is what users have: it stays as it is. */
    @BeforeAll
    static void regenerate() throws IOException {
        if (!Boolean.getBoolean("foldline.regenerate")) return;
        for (var recording : Recording.ALL)
            new GoldenLog(recording.name()).record(recording.simulation().run());
        for (var log : GoldenLog.all().toList()) Files.writeString(log.trace(), log.readTrace());
    }

    static Stream<GoldenLog> logs() throws IOException {
        return GoldenLog.all();
    }

    static Stream<Recording> recordings() {
        return Recording.ALL.stream();
    }

    @ParameterizedTest
    @MethodSource("logs")
    void a_log_prints_the_same_trace_as_when_it_was_written(GoldenLog log) throws IOException {
        assertThat(log.readTrace())
                .as("what %s tells, against %s", log.events(), log.trace())
                .isEqualTo(Files.readString(log.trace()));
    }

    /** Under newer rules a log is folded as ever, and its decisions are not repeated. */
    @ParameterizedTest
    @MethodSource("logs")
    void every_decision_in_a_log_of_our_rules_is_made_again(GoldenLog log) throws IOException {
        long lines = Files.readString(log.events()).lines().count();
        switch (Verification.of(log.history(), Long.MAX_VALUE)) {
            case Verdict.Confirmed(var seq, var decisions) -> {
                assertThat(seq).isEqualTo(lines);
                assertThat(decisions).isEqualTo(lines - 1);
            }
            case Verdict.OtherRules(var seq, var recorded, var ours) -> {
                assertThat(seq).isEqualTo(lines);
                assertThat(recorded).isLessThan(ours).isLessThan(Pipeline.RULES_VERSION);
            }
            case Verdict.Diverged diverged -> assertThat(diverged).as("%s", log.events()).isNull();
        }
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void a_log_shows_what_it_was_recorded_for(Recording recording) throws IOException {
        assertThat(Files.readString(new GoldenLog(recording.name()).trace()))
                .containsSubsequence(recording.shows());
    }
}
