package dev.foldline.app.run;

import io.vavr.control.Option;

import java.util.HashMap;
import java.util.Map;

/**
 * The locale of this JVM. It reads and writes names of files in the encoding of its locale, so the
 * launcher starts it in one with UTF-8, whatever the user's is. What the user has set is a property
 * of the JVM: the programs that Foldline starts get that.
 */
public final class LauncherLocale {
    private static final String VARIABLE = "LC_ALL";
    private static final String UTF_8 = "C.UTF-8";

    /** The user's own {@code LC_ALL}; empty if there is none. The launcher sets it. */
    private static final String PROPERTY = "foldline.locale";

    private LauncherLocale() {}

    /** Returns the environment that the user has, from the environment of this JVM. */
    public static Map<String, String> withoutIt(Map<String, String> environment) {
        return withoutIt(environment, Option.of(System.getProperty(PROPERTY)));
    }

    static Map<String, String> withoutIt(Map<String, String> environment, Option<String> own) {
        if (own.isEmpty()) return environment;
        var users = new HashMap<>(environment);
        if (own.get().isEmpty()) users.remove(VARIABLE);
        else users.put(VARIABLE, own.get());
        return Map.copyOf(users);
    }

    /** Sets the locale for another JVM that gets the options of this one. */
    public static void set(Map<String, String> environment) {
        if (System.getProperty(PROPERTY) != null) environment.put(VARIABLE, UTF_8);
    }
}
