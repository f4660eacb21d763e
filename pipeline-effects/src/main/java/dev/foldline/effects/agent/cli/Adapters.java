package dev.foldline.effects.agent.cli;

import java.util.List;
import java.util.Optional;

/** The table of command lines we know. A new one is a row here. */
public final class Adapters {
    /** All of them, in the order in which they are shown. */
    public static final List<Adapter> ALL = List.of(
            new Claude(),
            new Codex(),
            new Gemini(),
            new OpenCode());

    private Adapters() {}

    /** The one of a kind. */
    public static Optional<Adapter> of(String kind) { return ALL.stream().filter(each -> each.name().equals(kind)).findFirst(); }
}
