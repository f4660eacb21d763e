package dev.foldline.effects.agent.cli;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The supported agents. */
public final class Adapters {
    /** The kind of an agent that speaks the Agent Client Protocol. */
    public static final String ACP = "acp";

    private static final Adapter OF_PROTOCOL = new Acp();

    /** The supported CLIs, in display order. Each is an agent without a definition. */
    public static final List<Adapter> ALL =
            List.of(new Claude(), new Codex(), new Gemini(), new OpenCode());

    private Adapters() {}

    /** Returns the adapter of a kind. */
    public static Optional<Adapter> of(String kind) {
        return Stream.concat(ALL.stream(), Stream.of(OF_PROTOCOL))
                .filter(each -> each.name().equals(kind))
                .findFirst();
    }
}
