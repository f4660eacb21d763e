package dev.foldline.app.config.key;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the most similar name within a small edit distance. */
public final class SpellingSuggestion {
    private static final int LENGTH_MAX = 64;

    private SpellingSuggestion() {}

    /**
     * The candidate nearest to {@code written}; at most one edit for each three characters, at
     * least one.
     */
    public static Optional<String> to(String written, Collection<String> candidates) {
        if (written.length() > LENGTH_MAX) return Optional.empty();
        var folded = fold(written);
        int editsMax = Math.max(1, folded.length() / 3);
        return candidates.stream()
                .filter(candidate -> edits(folded, fold(candidate)) <= editsMax)
                .min(Comparator.comparingInt(candidate -> edits(folded, fold(candidate))));
    }

    private static String fold(String name) {
        return name.toLowerCase(Locale.ROOT).replace('-', '_');
    }

    /**
     * Insertions, deletions, replacements and swaps of neighbours that lead from one word to the
     * other.
     */
    static int edits(String from, String to) {
        var rows = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                rows[i][j] = i == 0 || j == 0 ? i + j : cheapest(rows, from, to, i, j);
            }
        }
        return rows[from.length()][to.length()];
    }

    private static int cheapest(int[][] rows, String from, String to, int i, int j) {
        int replaced = rows[i - 1][j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        int best = Math.min(replaced, 1 + Math.min(rows[i - 1][j], rows[i][j - 1]));
        boolean swapped =
                i > 1
                        && j > 1
                        && from.charAt(i - 1) == to.charAt(j - 2)
                        && from.charAt(i - 2) == to.charAt(j - 1);
        return swapped ? Math.min(best, rows[i - 2][j - 2] + 1) : best;
    }
}
