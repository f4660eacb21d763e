package dev.foldline.testkit.agent;

import dev.foldline.testkit.agent.Persona.End;
import dev.foldline.testkit.agent.Persona.Options;
import dev.foldline.testkit.agent.Persona.Words;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/** The CLIs that can be imitated. */
enum Personas {
    CLAUDE(new FakeClaude(), FakeClaude.OPTIONS, "error: unknown option '%s'", 1),
    CODEX(new FakeCodex(), FakeCodex.OPTIONS, "error: unexpected argument '%s' found", 2),
    GEMINI(new FakeGemini(), FakeGemini.OPTIONS, "Unknown argument: %s", 1),
    OPENCODE(new FakeOpenCode(), FakeOpenCode.OPTIONS, "Unknown argument: %s", 1);

    private final Persona persona;
    private final Options options;
    private final String error;
    private final int exit;

    Personas(Persona persona, Options options, String error, int exit) {
        this.persona = persona;
        this.options = options;
        this.error = error;
        this.exit = exit;
    }

    static Optional<Personas> of(String name) {
        for (var each : values()) {
            if (each.persona.name().equals(name)) return Optional.of(each);
        }
        return Optional.empty();
    }

    Persona persona() {
        return persona;
    }

    /** Parses arguments, or returns the error for the first unknown one. */
    Reading read(List<String> words) {
        var values = new LinkedHashMap<String, String>();
        var others = new ArrayList<String>();
        for (int at = 0; at < words.size(); at++) {
            var word = words.get(at);
            if (options.alone().contains(word)) values.put(word, "");
            else if (options.valued().contains(word) && at + 1 < words.size())
                values.put(word, words.get(++at));
            else if (word.startsWith("-") && !word.equals("-"))
                return new Reading.Refused(End.failure(error.formatted(word), exit));
            else others.add(word);
        }
        return new Reading.Understood(new Words(values, others));
    }

    /** The result of parsing. */
    sealed interface Reading {
        record Understood(Words words) implements Reading {}

        record Refused(End end) implements Reading {}
    }
}
