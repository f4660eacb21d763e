package dev.foldline.effects.agent.stream;

import java.util.List;
import java.util.Optional;

/** The language of one agent's command line. Every method is pure. */
public interface Dialect {

    /** What a line of its standard output tells. Never throws. */
    List<AgentSignal> line(String line);

    /** What an exit code other than 0 says by itself. */
    default Optional<FailureKind> ofExit(int code) { return Optional.empty(); }

    /** What it says if there are no words either. */
    default Optional<FailureKind> ofExitAlone(int code) { return Optional.empty(); }

    /** The status of HTTP that an exit code stands for. */
    default Optional<Integer> statusOfExit(int code) { return Optional.empty(); }

    /** Words that tell what failed, the more telling first. */
    default List<Phrase> phrases() { return List.of(); }

    /** When a limit ends, as the words of a failure say. */
    default Optional<Resets> resets(String message) { return Optional.empty(); }

    /** Whether a good end is said in the stream, or told by the exit code alone. */
    default Farewell farewell() { return Farewell.SAID; }

    /** What it counts when it tells the spending of all. */
    default Sum sum() { return Sum.OF_CALL; }

    /** What a count of all covers. */
    enum Sum {
        /** The call. */
        OF_CALL,
        /** All calls of its conversation, those that were made before it as well. */
        OF_CONVERSATION
    }

    /** Where a good end shows. */
    enum Farewell { SAID, BY_EXIT }
}
