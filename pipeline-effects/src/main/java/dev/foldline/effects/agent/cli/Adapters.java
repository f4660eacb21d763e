package dev.foldline.effects.agent.cli;

import java.util.List;
import java.util.Optional;

/** The supported agent CLIs. */
public final class Adapters {
    /** All adapters, in display order. */
    public static final List<Adapter> ALL =
            List.of(new Claude(), new Codex(), new Gemini(), new OpenCode());

    private Adapters() {}

    /** Returns the adapter of a kind. */
    public static Optional<Adapter> of(String kind) {
        return ALL.stream().filter(each -> each.name().equals(kind)).findFirst();
    }
}
