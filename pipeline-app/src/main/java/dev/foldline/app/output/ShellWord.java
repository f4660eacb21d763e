package dev.foldline.app.output;

import java.util.regex.Pattern;

/** A word of a command that a person pastes into a shell, which is to take it as it is. */
public final class ShellWord {
    private static final Pattern PLAIN = Pattern.compile("[\\w./+@:-]+");

    private ShellWord() {}

    /** The same in quotes, where a shell would find anything in it. */
    public static String of(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
