package dev.foldline.effects.process;

import dev.foldline.effects.redact.SecretNames;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;

/** Selects the environment variables of child processes. */
public final class ChildEnvironment {
    private static final Set<String> ALWAYS =
            Set.of("PATH", "HOME", "USER", "SHELL", "LANG", "TZ", "TMPDIR", "TERM");
    private static final Pattern FAMILIES = Pattern.compile("(LC|XDG)_.*");

    private ChildEnvironment() {}

    /**
     * Returns an agent's environment: a short list of harmless names, the listed ones, and the
     * marker. In particular, {@code GIT_*} and {@code SSH_AUTH_SOCK} are included only if listed.
     *
     * @param listed the names that its adapter needs or the user's configuration adds
     */
    public static Map<String, String> forAgents(
            Map<String, String> parent, Collection<String> listed, ProcessMarker marker) {
        Map<String, String> chosen =
                only(
                        parent,
                        (name, _) ->
                                ALWAYS.contains(name)
                                        || FAMILIES.matcher(name).matches()
                                        || listed.contains(name));
        chosen.putAll(marker.variables());
        return chosen;
    }

    /**
     * Returns a check's environment: the user's, without variables whose names suggest secrets, and
     * without {@code GIT_*}, because an inherited {@code GIT_DIR} or {@code GIT_INDEX_FILE} would
     * point it at another repository.
     */
    public static Map<String, String> forChecks(Map<String, String> parent) {
        return only(
                parent,
                (name, value) -> !SecretNames.looksSecret(name, value) && !name.startsWith("GIT_"));
    }

    private static Map<String, String> only(
            Map<String, String> parent, BiPredicate<String, String> wanted) {
        Map<String, String> chosen = new TreeMap<>(parent);
        chosen.entrySet()
                .removeIf(variable -> !wanted.test(variable.getKey(), variable.getValue()));
        return chosen;
    }
}
