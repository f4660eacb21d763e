package dev.foldline.effects.agent.stream;

import java.util.List;
import java.util.Optional;

/** The output format of an agent's CLI. Every method is pure. */
public interface StreamFormat {

    /** Parses a line of standard output. Never throws. */
    List<AgentSignal> line(String line);

    /** Returns the meaning of an exit code other than 0. */
    default Optional<FailureKind> ofExit(int code) {
        return Optional.empty();
    }

    /** Returns its meaning if there is no message either. */
    default Optional<FailureKind> ofExitAlone(int code) {
        return Optional.empty();
    }

    /** Returns the HTTP status that an exit code represents. */
    default Optional<Integer> statusOfExit(int code) {
        return Optional.empty();
    }

    /** Returns phrases that identify failures, the more specific first. */
    default List<ErrorPhrase> phrases() {
        return List.of();
    }

    /** Returns whether success is reported in the stream, or by the exit code alone. */
    default Farewell farewell() {
        return Farewell.SAID;
    }

    /** Returns what its total usage covers. */
    default Sum sum() {
        return Sum.OF_CALL;
    }

    /** The scope of a total. */
    enum Sum {
        /** The call. */
        OF_CALL,
        /** All calls of its conversation, including earlier ones. */
        OF_CONVERSATION
    }

    /** Where success is reported. */
    enum Farewell {
        SAID,
        BY_EXIT
    }
}
