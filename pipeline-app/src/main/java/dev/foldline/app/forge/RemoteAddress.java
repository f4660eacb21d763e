package dev.foldline.app.forge;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The repository that the address of a git remote names.
 *
 * @param repository its owner and its name, with a slash
 */
record RemoteAddress(String host, String repository) {
    private static final Pattern URL =
            Pattern.compile(
                    "(?:https?|ssh|git)://(?:[^@/]*@)?([^/:]+)(?::\\d+)?/([^/]+/[^/]+?)(?:\\.git)?/?");
    private static final Pattern SHORT =
            Pattern.compile("(?:[^@/:]+@)?([^/:]+):([^/]+/[^/]+?)(?:\\.git)?/?");

    /** Returns the repository, or none if the address is a path or names no owner. */
    static Optional<RemoteAddress> parse(String address) {
        for (var form : new Pattern[] {URL, SHORT}) {
            var match = form.matcher(address.strip());
            if (match.matches())
                return Optional.of(new RemoteAddress(match.group(1), match.group(2)));
        }
        return Optional.empty();
    }

    /** Returns the address of its API. */
    String api() {
        return host.equals("github.com") ? "https://api.github.com" : "https://" + host + "/api/v3";
    }
}
