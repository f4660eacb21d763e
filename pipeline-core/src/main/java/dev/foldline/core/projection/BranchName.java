package dev.foldline.core.projection;

import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Pattern;

/** Derives the branch name of a pull request from its title. */
public final class BranchName {
    private BranchName() {}

    private static final int SLUG_CHARS_MAX = 60;
    private static final Pattern CONVENTIONAL =
            Pattern.compile(
                    "^([a-z]+)(\\([^)]*\\))?!?:\\s*(.+)$",
                    Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    /**
     * Returns {@code feat/add-a-flag} for {@code feat: Add a flag}, and a {@code feature/} branch
     * for a title of another form. A slash in the title is an ordinary character.
     */
    public static String of(String title) {
        var parts = CONVENTIONAL.matcher(title.strip());
        return parts.matches()
                ? branch(parts.group(1).toLowerCase(Locale.ROOT), parts.group(3), title)
                : branch("feature", title, title);
    }

    private static String branch(String type, String words, String title) {
        var slug = slug(words);
        return type + "/" + (slug.isEmpty() ? "pr-%08x".formatted(title.hashCode()) : slug);
    }

    /**
     * Returns lower-case letters and digits separated by single dashes, at most 60 characters, cut
     * at a dash. The result is empty if there are none.
     */
    public static String slug(String words) {
        var ascii =
                Normalizer.normalize(words, Normalizer.Form.NFKD)
                        .replaceAll("\\p{M}", "")
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^a-z0-9]+", "-")
                        .replaceAll("^-+|-+$", "");
        if (ascii.length() <= SLUG_CHARS_MAX) return ascii;
        int dash = ascii.lastIndexOf('-', SLUG_CHARS_MAX);
        return dash > 0 ? ascii.substring(0, dash) : ascii.substring(0, SLUG_CHARS_MAX);
    }
}
