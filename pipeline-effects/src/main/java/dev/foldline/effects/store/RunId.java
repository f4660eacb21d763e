package dev.foldline.effects.store;

import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/** The name of a run: {@code r} and 16 lower-case base-32 characters (80 random bits). */
public record RunId(String text) implements Comparable<RunId> {
    private static final String BASE_32 = "abcdefghijklmnopqrstuvwxyz234567";
    private static final Pattern SHAPE = Pattern.compile("r[a-z2-7]{16}");
    private static final int DIGITS = 16;

    public RunId {
        if (!isRunId(text)) {
            throw new IllegalArgumentException("not the id of a run: " + text);
        }
    }

    /** A new id; a seeded generator always draws the same ones. */
    public static RunId draw(RandomGenerator random) {
        StringBuilder id = new StringBuilder("r");
        for (int digit = 0; digit < DIGITS; digit++) {
            id.append(BASE_32.charAt(random.nextInt(BASE_32.length())));
        }
        return new RunId(id.toString());
    }

    public static boolean isRunId(String text) {
        return SHAPE.matcher(text).matches();
    }

    @Override
    public int compareTo(RunId other) {
        return text.compareTo(other.text);
    }

    @Override
    public String toString() {
        return text;
    }
}
