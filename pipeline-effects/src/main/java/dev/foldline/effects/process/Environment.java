package dev.foldline.effects.process;

import dev.foldline.effects.redact.SecretNames;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;

/** Which of our variables a child process sees. */
public final class Environment {
    private static final Set<String> ALWAYS = Set.of("PATH", "HOME", "USER", "SHELL", "LANG", "TZ", "TMPDIR", "TERM");
    private static final Pattern FAMILIES = Pattern.compile("(LC|XDG)_.*");

    private Environment() {}

    /**
     * What an agent sees: a short list of harmless names, what is listed, and the marker. Nothing else, in particular no
     * {@code GIT_*} and no {@code SSH_AUTH_SOCK} unless listed.
     *
     * @param listed the names its adapter needs and those the user's configuration adds
     */
    public static Map<String, String> forAgents(Map<String, String> parent, Collection<String> listed, Marker marker) {
        Map<String, String> chosen =
                only(parent, (name, _) -> ALWAYS.contains(name) || FAMILIES.matcher(name).matches() || listed.contains(name));
        chosen.putAll(marker.variables());
        return chosen;
    }

    /**
     * What a check sees: the user's environment, less what its name says is secret, and less {@code GIT_*}, since an inherited
     * {@code GIT_DIR} or {@code GIT_INDEX_FILE} would point it at another repository.
     */
    public static Map<String, String> forChecks(Map<String, String> parent) {
        return only(parent, (name, value) -> !SecretNames.looksSecret(name, value) && !name.startsWith("GIT_"));
    }

    private static Map<String, String> only(Map<String, String> parent, BiPredicate<String, String> wanted) {
        Map<String, String> chosen = new TreeMap<>(parent);
        chosen.entrySet().removeIf(variable -> !wanted.test(variable.getKey(), variable.getValue()));
        return chosen;
    }
}
