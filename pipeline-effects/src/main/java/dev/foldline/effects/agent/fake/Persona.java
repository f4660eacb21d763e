package dev.foldline.effects.agent.fake;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How one agent's command line looks from outside: what it takes, what it writes, how it exits. */
interface Persona {

    /** Its program's name. */
    String name();

    /** What it refuses of the words it was called with; none if it takes them. */
    Optional<End> refusal(Words words);

    /** The conversation it was told to take up. */
    Optional<String> resumed(Words words);

    /** The id of a new one: chosen by the caller where it can be, else this. */
    String fresh(Words words, String made);

    /** That the conversation is not known. */
    End unknown(String session);

    /** Its first frames. */
    List<String> begins(String session);

    /** It says something. */
    List<String> says(String session, String text);

    /** It has used a tool on a file. */
    List<String> uses(String session, String id, String file, boolean ok);

    /** Its last frames, when all went well: of which call of the conversation, from 1. */
    List<String> ends(String session, int calls);

    /** Its last frames when it fails, and how it exits. */
    End fails(String session, Failing failing, Instant resetsAt);

    /** It tries to reach its provider again. */
    List<String> retries(String session, int attempt);

    /** A frame that means nothing. */
    default String heartbeat(String session) { return Frame.line("type", "heartbeat.of.another.version", "session_id", session); }

    /** Options that stand alone, and options that take a value. */
    record Options(List<String> alone, List<String> valued) {}

    /** How it ends. */
    record End(List<String> lines, String stderr, int exit) {
        static End complaint(String stderr, int exit) { return new End(List.of(), stderr, exit); }
    }

    /** The words a program was called with. */
    record Words(Map<String, String> options, List<String> others) {
        boolean has(String option) { return options.containsKey(option); }

        Optional<String> value(String option) { return Optional.ofNullable(options.get(option)); }
    }
}
