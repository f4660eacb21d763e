package dev.foldline.testkit.agent;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The external behavior of an agent's CLI: its arguments, output and exit codes. */
interface Persona {

    /** Returns its program's name. */
    String name();

    /** Returns its error for invalid arguments, or none if they are valid. */
    Optional<End> refusal(Words words);

    /** Returns the conversation to resume. */
    Optional<String> resumed(Words words);

    /**
     * Returns the id of a new conversation: the caller's choice if the CLI allows it, else this
     * one.
     */
    String fresh(Words words, String made);

    /** Returns the error for an unknown conversation. */
    End unknown(String session);

    /** Returns its first frames. */
    List<String> begins(String session);

    /** Returns the frames of a text. */
    List<String> says(String session, String text);

    /** Returns the frames of a tool that used a file. */
    List<String> uses(String session, String id, String file, boolean ok);

    /**
     * Returns its last frames after success.
     *
     * @param calls number of this call in the conversation, from 1
     */
    List<String> ends(String session, int calls);

    /** Returns its last frames and its exit code after a failure. */
    End fails(String session, InjectedFailure failing, Instant resetsAt);

    /** Returns the frames of a retry to reach its provider. */
    List<String> retries(String session, int attempt);

    /** Returns a meaningless frame. */
    default String heartbeat(String session) {
        return Frame.line("type", "heartbeat.of.another.version", "session_id", session);
    }

    /** Options without and with a value. */
    record Options(List<String> alone, List<String> valued) {}

    /** How it ends. */
    record End(List<String> lines, String stderr, int exit) {
        static End failure(String stderr, int exit) {
            return new End(List.of(), stderr, exit);
        }
    }

    /** The arguments of a program. */
    record Words(Map<String, String> options, List<String> others) {
        boolean has(String option) {
            return options.containsKey(option);
        }

        Optional<String> value(String option) {
            return Optional.ofNullable(options.get(option));
        }
    }
}
