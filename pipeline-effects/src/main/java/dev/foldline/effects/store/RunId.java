package dev.foldline.effects.store;

import dev.foldline.core.PipelineBug;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * The id of a run: {@code r} and 16 lower-case base-32 characters (80 bits, random except for a
 * child run and a run that follows another in a series).
 */
public record RunId(String text) implements Comparable<RunId> {
    private static final String BASE_32 = "abcdefghijklmnopqrstuvwxyz234567";
    private static final Pattern SHAPE = Pattern.compile("r[a-z2-7]{16}");
    private static final int DIGITS = 16;

    public RunId {
        if (!isRunId(text)) {
            throw new IllegalArgumentException("not the id of a run: " + text);
        }
    }

    /** Returns a new id; a seeded generator always returns the same ones. */
    public static RunId draw(RandomGenerator random) {
        StringBuilder id = new StringBuilder("r");
        for (int digit = 0; digit < DIGITS; digit++) {
            id.append(BASE_32.charAt(random.nextInt(BASE_32.length())));
        }
        return new RunId(id.toString());
    }

    /** Returns the id of the child run started with this ticket, always the same. */
    public static RunId childOf(RunId parent, long ticket) {
        return derived(parent.text() + ":" + ticket);
    }

    /** Returns the id of the run that follows this one in a series of runs, always the same. */
    public static RunId successorOf(RunId previous) {
        return derived(previous.text() + ":next");
    }

    private static RunId derived(String from) {
        byte[] digest = sha256(from);
        StringBuilder id = new StringBuilder("r");
        for (int digit = 0; digit < DIGITS; digit++) {
            id.append(BASE_32.charAt(Byte.toUnsignedInt(digest[digit]) % BASE_32.length()));
        }
        return new RunId(id.toString());
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256")
                    .digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new PipelineBug("every Java has SHA-256", impossible);
        }
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
