package dev.foldline.app.config.key;

import java.util.Optional;

/** One entry of a role's fallback chain: an agent, and the model it uses if the role names one. */
public record ChainLink(String agent, Optional<String> model) {
    /**
     * Reads {@code agent} or {@code agent:model}; everything after the first colon is the model.
     */
    public static ChainLink of(String text) {
        int colon = text.indexOf(':');
        return colon < 0
                ? new ChainLink(text, Optional.empty())
                : new ChainLink(text.substring(0, colon), Optional.of(text.substring(colon + 1)));
    }
}
