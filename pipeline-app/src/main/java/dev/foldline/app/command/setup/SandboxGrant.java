package dev.foldline.app.command.setup;

import dev.foldline.app.config.SandboxKeys;
import dev.foldline.effects.sandbox.Credentials;
import dev.foldline.effects.sandbox.HostGrants;
import dev.foldline.effects.sandbox.SandboxProfile.Network;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One grant that the user considers.
 *
 * @param value as the configuration writes it
 */
record SandboxGrant(Target list, String value) {

    /** The list of grants to which it belongs. */
    enum Target {
        WRITE("write"),
        READ("read"),
        HOSTS("hosts");

        private final String key;

        Target(String key) {
            this.key = key;
        }

        String key() {
            return key;
        }
    }

    /** Reads a path or the name of a host; empty if it is neither. */
    static Optional<SandboxGrant> of(String text, boolean read, Path directory, Path home) {
        var isPath =
                text.contains("/") || text.equals("~") || Files.exists(directory.resolve(text));
        if (isPath)
            return Optional.of(
                    new SandboxGrant(
                            read ? Target.READ : Target.WRITE, path(text, directory, home)));
        return !read && HostGrants.FORM.matcher(text).matches()
                ? Optional.of(new SandboxGrant(Target.HOSTS, text))
                : Optional.empty();
    }

    private static String path(String text, Path directory, Path home) {
        if (text.startsWith("~/")) return text;
        var path = directory.resolve(text).normalize();
        return path.startsWith(home) && !path.equals(home)
                ? "~/" + home.relativize(path)
                : path.toString();
    }

    /** Returns the lines of {@code foldline.yaml}, with the grants that are there already. */
    String lines(SandboxKeys keys) {
        var network =
                list == Target.HOSTS && keys.network() != Network.HOSTS ? "  network: hosts\n" : "";
        var granted =
                switch (list) {
                    case WRITE -> keys.grants().write();
                    case READ -> keys.grants().read();
                    case HOSTS -> keys.grants().hosts();
                };
        return "sandbox:\n"
                + network
                + "  grants:\n    "
                + list.key()
                + ": ["
                + Stream.concat(granted.stream(), Stream.of(value))
                        .distinct()
                        .map(each -> "\"" + each.replace("\\", "\\\\").replace("\"", "\\\"") + "\"")
                        .collect(Collectors.joining(", "))
                + "]\n";
    }

    /** Returns the path that is granted. */
    Path path(Path home) {
        return value.startsWith("~/") ? home.resolve(value.substring(2)) : Path.of(value);
    }

    /** Returns what the user should know about it; empty if there is nothing. */
    String warning(SandboxKeys keys) {
        if (list == Target.HOSTS)
            return keys.network() == Network.ON
                    ? "calls can connect to every host now; with these lines, only to the granted"
                            + " ones"
                    : "";
        var secret =
                Credentials.PATHS.stream()
                        .map(each -> "~/" + each)
                        .filter(each -> value.equals(each) || value.startsWith(each + "/"))
                        .findFirst();
        if (secret.isPresent())
            return "credentials are there: every agent and check could use them, and send them"
                    + " elsewhere";
        return list == Target.WRITE && List.of("/", "~").contains(value)
                ? "this gives calls almost all of your rights"
                : "";
    }
}
