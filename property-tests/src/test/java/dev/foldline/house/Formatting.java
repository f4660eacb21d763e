package dev.foldline.house;

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.ImportOrderer;
import com.google.googlejavaformat.java.JavaFormatterOptions;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import com.google.googlejavaformat.java.StringWrapper;

/** google-java-format, AOSP style: four spaces, 100 columns. */
final class Formatting {
    private static final JavaFormatterOptions.Style STYLE = JavaFormatterOptions.Style.AOSP;

    private Formatting() {}

    /**
     * A source that only the layout pass leaves alone is formatted too: the other passes cost twice
     * its time.
     */
    static boolean isFormatted(String source) {
        try {
            boolean isLaidOut = formatter().formatSource(source).equals(source);
            return isLaidOut
                            && source.lines()
                                    .allMatch(line -> line.length() <= Formatter.MAX_LINE_LENGTH)
                    || formatted(source).equals(source);
        } catch (FormatterException unparsable) {
            throw new IllegalArgumentException(unparsable);
        }
    }

    /**
     * Wrapping long strings can make room for another layout, so the passes are repeated until
     * nothing changes.
     */
    static String formatted(String source) {
        try {
            String before = source;
            String after = pass(before);
            for (int pass = 0; pass < 5 && !after.equals(before); pass++) {
                before = after;
                after = pass(before);
            }
            return after;
        } catch (FormatterException unparsable) {
            throw new IllegalArgumentException(unparsable);
        }
    }

    private static String pass(String source) throws FormatterException {
        String ordered = ImportOrderer.reorderImports(source, STYLE);
        String laidOut = formatter().formatSource(RemoveUnusedImports.removeUnusedImports(ordered));
        return StringWrapper.wrap(laidOut, formatter());
    }

    private static Formatter formatter() {
        return new Formatter(JavaFormatterOptions.builder().style(STYLE).build());
    }
}
