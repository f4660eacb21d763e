package dev.foldline.app.forge;

import dev.foldline.app.config.ForgeKeys;
import dev.foldline.effects.forge.ForgeKind;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The repository that the address of a git remote names.
 *
 * @param repository its owner and its name, with a slash; on GitLab its path
 */
record RemoteAddress(ForgeKind kind, String host, String repository) {
    private static final Pattern URL =
            Pattern.compile(
                    "(?:https?|ssh|git)://(?:[^@/]*@)?([^/:]+)(?::\\d+)?/([^/]+(?:/[^/]+)*/[^/]+?)(?:\\.git)?/?");
    private static final Pattern SHORT =
            Pattern.compile("(?:[^@/:]+@)?([^/:]+):([^/]+(?:/[^/]+)*/[^/]+?)(?:\\.git)?/?");

    /**
     * Returns the repository, or none if the address is a path or names no repository.
     *
     * @param kind the configured kind of the forge
     */
    static Optional<RemoteAddress> parse(String address, ForgeKeys.Kind kind) {
        for (var form : new Pattern[] {URL, SHORT}) {
            var match = form.matcher(address.strip());
            if (match.matches() && kind.on(match.group(1)).isRepository(match.group(2)))
                return Optional.of(
                        new RemoteAddress(kind.on(match.group(1)), match.group(1), match.group(2)));
        }
        return Optional.empty();
    }

    /** Returns the address of its API. */
    String api() {
        return kind.api(host);
    }
}
