package dev.foldline.effects.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

/**
 * The sender's side of a run's inbox. A message is written to a temporary file and renamed; its
 * answer comes back as a file.
 *
 * <p>{@code <name>.json} is an unanswered message, {@code <name>.answer} an answer that was not
 * fetched yet.
 */
public final class Inbox {
    /** Maximum length of a message; the receiver rejects longer ones. */
    public static final int MESSAGE_BYTES_MAX = 1 << 20;

    static final String MESSAGE = ".json";
    static final String ANSWER = ".answer";
    static final Pattern NAME = Pattern.compile("\\d{16}-[0-9a-f]{12}");

    private static final AtomicLong LAST_MICROS = new AtomicLong();

    private final Path directory;

    public Inbox(Path directory) {
        this.directory = directory;
    }

    /**
     * Sends a message atomically and durably, and returns its name.
     *
     * @param json the command, one JSON value
     * @throws IOException if it may not be durable; if only its name could not be forced, it may
     *     still be received
     */
    public String send(String json) throws IOException {
        byte[] content = json.getBytes(StandardCharsets.UTF_8);
        if (content.length > MESSAGE_BYTES_MAX) {
            throw new IOException(
                    "a message of "
                            + content.length
                            + " bytes is longer than "
                            + MESSAGE_BYTES_MAX);
        }
        Files.createDirectories(directory);
        String name = nextName();
        AtomicFile.write(directory.resolve(name + MESSAGE), content);
        return name;
    }

    /**
     * Waits for the answer to a message and fetches it, once.
     *
     * @return empty if there was none within {@code deadline}; the message then remains in the
     *     inbox
     */
    public Optional<String> awaitAnswer(String name, Duration deadline)
            throws IOException, InterruptedException {
        long until = System.nanoTime() + deadline.toNanos();
        try (DirectoryWatch watch = DirectoryWatch.on(directory)) {
            while (true) {
                Optional<String> answer = fetchAnswer(name);
                long remaining = until - System.nanoTime();
                if (answer.isPresent() || remaining <= 0) {
                    return answer;
                }
                watch.awaitChange(remaining, TimeUnit.NANOSECONDS);
            }
        }
    }

    /** Returns the answer if it has arrived. */
    public Optional<String> fetchAnswer(String name) throws IOException {
        try {
            String answer = Files.readString(directory.resolve(name + ANSWER));
            // The message is deleted first: without its answer it would be carried out a second
            // time.
            Files.deleteIfExists(directory.resolve(name + MESSAGE));
            Files.deleteIfExists(directory.resolve(name + ANSWER));
            return Optional.of(answer);
        } catch (NoSuchFileException notYet) {
            return Optional.empty();
        }
    }

    /** Withdraws a message if it was not received yet; returns true if it was still there. */
    public boolean withdraw(String name) throws IOException {
        return Files.deleteIfExists(directory.resolve(name + MESSAGE));
    }

    /** Returns whether a text has the form of a message's name. */
    public static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    /** Writes a message that was sent elsewhere under this name. */
    public void deliver(String name, String json) throws IOException {
        byte[] content = json.getBytes(StandardCharsets.UTF_8);
        if (!isName(name) || content.length > MESSAGE_BYTES_MAX)
            throw new IOException("not a message: " + name);
        Files.createDirectories(directory);
        AtomicFile.write(directory.resolve(name + MESSAGE), content);
    }

    /** Returns a name that no other message has; later ones are greater. */
    public static String nextName() {
        long now = TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis());
        long micros = LAST_MICROS.updateAndGet(last -> Math.max(last + 1, now));
        String random = UUID.randomUUID().toString();
        return "%016d-%s".formatted(micros, random.substring(random.length() - 12));
    }
}
