package dev.foldline.effects.agent.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.agent.stream.AgentSignal.Failed;
import dev.foldline.effects.agent.stream.AgentSignal.Failed.Weight;
import dev.foldline.effects.agent.stream.AgentSignal.Quota;
import dev.foldline.effects.agent.stream.AgentSignal.Retrying;
import dev.foldline.effects.agent.stream.AgentStream.Exit;
import dev.foldline.effects.agent.stream.CallOutcome.Evidence;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Which evidence outranks which, in a language that has all kinds of it. */
class EvidenceOrderTest {
    private static final int TELLING_CODE = 7;
    private static final int LESS_TELLING_CODE = 8;
    private static final int MUTE_CODE = 9;
    private static final Instant QUOTA_ENDS = Instant.parse("2026-11-21T10:00:00Z");

    /** Its lines are the names of these signals. */
    private record NamedSignalFormat(Map<String, AgentSignal> signals) implements StreamFormat {
        @Override
        public List<AgentSignal> line(String line) {
            return List.of(signals.get(line));
        }

        @Override
        public Optional<FailureKind> ofExit(int code) {
            return code == TELLING_CODE ? Optional.of(FailureKind.MAX_TURNS) : Optional.empty();
        }

        @Override
        public Optional<FailureKind> ofExitAlone(int code) {
            return code == LESS_TELLING_CODE
                    ? Optional.of(FailureKind.TRUST_OR_SETUP)
                    : Optional.empty();
        }

        @Override
        public List<ErrorPhrase> phrases() {
            return List.of(
                    new ErrorPhrase("said last", FailureKind.RATE_LIMIT),
                    new ErrorPhrase("said before", FailureKind.NETWORK));
        }
    }

    private static Failed failed(
            Weight weight, Optional<FailureKind> kind, OptionalInt status, String message) {
        return new Failed(weight, kind, status, message, Optional.empty());
    }

    private static <T> Optional<T> from(int rank, int strongest, T value) {
        return strongest <= rank ? Optional.of(value) : Optional.empty();
    }

    private static OptionalInt status(int rank, int strongest, int status) {
        return strongest <= rank ? OptionalInt.of(status) : OptionalInt.empty();
    }

    private static CallOutcome outcome(int code, AgentSignal... reported) {
        var stream =
                new AgentStream(
                        new NamedSignalFormat(
                                Map.of("a", reported[0], "b", reported[1], "c", reported[2])));
        var state = StreamState.EMPTY;
        for (var line : List.of("a", "b", "c")) state = stream.step(state, line).state();
        return stream.finish(state, new Exit.Code(code), "");
    }

    /** All evidence of this rank and the weaker ranks is there. */
    @ParameterizedTest
    @CsvSource({
        "1,CREDIT,FINAL_FRAME",
        "2,CONTEXT_FULL,EARLIER_FRAME",
        "3,MODEL_UNAVAILABLE,HTTP_STATUS",
        "4,MAX_TURNS,EXIT_CODE",
        "5,RATE_LIMIT,PHRASE",
        "6,OVERLOADED,HTTP_STATUS",
        "7,NETWORK,PHRASE",
        "8,AUTH,EARLIER_FRAME",
        "9,TRUST_OR_SETUP,EXIT_CODE",
        "10,UNKNOWN,NOTHING"
    })
    void the_strongest_evidence_decides(int strongest, FailureKind kind, Evidence evidence) {
        var retrying =
                new Retrying(
                        1,
                        5,
                        Duration.ZERO,
                        OptionalInt.empty(),
                        from(8, strongest, FailureKind.AUTH));
        var before =
                failed(
                        Weight.HINT,
                        from(2, strongest, FailureKind.CONTEXT_FULL),
                        status(6, strongest, 503),
                        from(7, strongest, "said before").orElse("x"));
        var last =
                failed(
                        Weight.FINAL,
                        from(1, strongest, FailureKind.CREDIT),
                        status(3, strongest, 404),
                        from(5, strongest, "said last").orElse("y"));
        int code = strongest <= 4 ? TELLING_CODE : strongest <= 9 ? LESS_TELLING_CODE : MUTE_CODE;
        assertThat(outcome(code, retrying, before, last))
                .isInstanceOfSatisfying(
                        CallOutcome.Failed.class,
                        reported -> {
                            assertThat(reported.kind()).isEqualTo(kind);
                            assertThat(reported.evidence()).isEqualTo(evidence);
                        });
    }

    @Test
    void a_typed_end_outranks_one_in_words_and_only_a_limit_has_one() {
        var quota = new Quota(Quota.Standing.REJECTED, "day", Optional.of(QUOTA_ENDS));
        var nothing = new AgentSignal.Warning("");
        var words = "said last, try again in 5s";
        assertThat(resets(FailureKind.RATE_LIMIT, words, quota, nothing))
                .contains(new LimitReset.At(QUOTA_ENDS));
        assertThat(resets(FailureKind.RATE_LIMIT, words, nothing, nothing))
                .contains(new LimitReset.In(Duration.ofSeconds(5)));
        assertThat(resets(FailureKind.OVERLOADED, "y", quota, nothing))
                .contains(new LimitReset.At(QUOTA_ENDS));
        assertThat(resets(FailureKind.CREDIT, words, quota, nothing)).isEmpty();
    }

    private static Optional<LimitReset> resets(
            FailureKind kind, String message, AgentSignal first, AgentSignal second) {
        return ((CallOutcome.Failed)
                        outcome(
                                1,
                                first,
                                second,
                                failed(
                                        Weight.FINAL,
                                        Optional.of(kind),
                                        OptionalInt.empty(),
                                        message)))
                .resets();
    }

    @ParameterizedTest
    @CsvSource({
        "401,AUTH",
        "403,AUTH",
        "402,CREDIT",
        "404,MODEL_UNAVAILABLE",
        "413,CONTEXT_FULL",
        "429,RATE_LIMIT",
        "500,OVERLOADED",
        "502,OVERLOADED",
        "503,OVERLOADED",
        "504,OVERLOADED",
        "520,OVERLOADED",
        "529,OVERLOADED",
        "400,",
        "418,",
        "200,"
    })
    void a_status_alone_maps_to_its_failure(int status, FailureKind kind) {
        assertThat(FailureKind.ofStatus(status)).isEqualTo(Optional.ofNullable(kind));
    }
}
