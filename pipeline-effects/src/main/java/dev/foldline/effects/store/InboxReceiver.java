package dev.foldline.effects.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The receiver's side of a run's inbox: messages in the order of their names, each delivered once,
 * and deleted when answered.
 *
 * <p>An unanswered message is delivered again by the next receiver. Files that are not messages are
 * moved to {@code aside/}.
 */
public final class InboxReceiver implements AutoCloseable {
    private static final String ASIDE = "aside";

    private final Path directory;
    private final DirectoryWatch watch;
    private final Set<String> handedOut = new HashSet<>();

    private InboxReceiver(Path directory, DirectoryWatch watch) {
        this.directory = directory;
        this.watch = watch;
    }

    /** Starts receiving and creates the directory if necessary; earlier messages are not missed. */
    public static InboxReceiver open(Path directory) throws IOException {
        Files.createDirectories(directory);
        return new InboxReceiver(directory, DirectoryWatch.on(directory));
    }

    /** Waits for the next message; empty once this receiver has been closed. */
    public Optional<InboxMessage> next() throws IOException, InterruptedException {
        while (true) {
            List<InboxMessage> waiting = look(1);
            if (!waiting.isEmpty()) {
                return Optional.of(waiting.getFirst());
            }
            if (!watch.awaitChange()) {
                return Optional.empty();
            }
        }
    }

    /** Returns the messages that have arrived and were not delivered yet, without waiting. */
    public List<InboxMessage> waiting() throws IOException {
        return look(Integer.MAX_VALUE);
    }

    /**
     * Writes the answer, then deletes the message. In this order the message is not delivered again
     * after a crash between the two.
     *
     * @param json any text; by convention one JSON value
     */
    public void answer(InboxMessage message, String json) throws IOException {
        AtomicFile.write(directory.resolve(message.name() + Inbox.ANSWER), json);
        Files.deleteIfExists(directory.resolve(message.name() + Inbox.MESSAGE));
        forget(message.name());
    }

    /** Wakes threads that wait in {@link #next}. */
    @Override
    public void close() throws IOException {
        watch.close();
    }

    private synchronized void forget(String name) {
        handedOut.remove(name);
    }

    private synchronized List<InboxMessage> look(int messagesMax) throws IOException {
        List<InboxMessage> found = new ArrayList<>();
        for (Path entry : entries()) {
            if (found.size() >= messagesMax) {
                break;
            }
            String name = nameOf(entry);
            if (!handedOut.contains(name)) {
                read(entry, name).ifPresent(found::add);
            }
        }
        found.forEach(message -> handedOut.add(message.name()));
        return found;
    }

    private Optional<InboxMessage> read(Path entry, String name) throws IOException {
        if (Files.exists(directory.resolve(name + Inbox.ANSWER))) {
            Files.deleteIfExists(entry);
            return Optional.empty();
        }
        try {
            return Optional.of(new InboxMessage(name, JsonObjectText.read(content(entry))));
        } catch (NoSuchFileException withdrawn) {
            return Optional.empty();
        } catch (JsonObjectText.NotJson notAMessage) {
            setAside(entry);
            return Optional.empty();
        }
    }

    private static byte[] content(Path entry) throws IOException, JsonObjectText.NotJson {
        if (!Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)) {
            throw new JsonObjectText.NotJson("not a plain file");
        }
        try (InputStream in = Files.newInputStream(entry, LinkOption.NOFOLLOW_LINKS)) {
            byte[] content = in.readNBytes(Inbox.MESSAGE_BYTES_MAX + 1);
            if (content.length > Inbox.MESSAGE_BYTES_MAX) {
                throw new JsonObjectText.NotJson(
                        "longer than " + Inbox.MESSAGE_BYTES_MAX + " bytes");
            }
            return content;
        }
    }

    /** Returns all messages, oldest first, and moves other files aside. */
    private List<Path> entries() throws IOException {
        List<Path> messages = new ArrayList<>();
        for (Path entry : list()) {
            String file = String.valueOf(entry.getFileName());
            if (file.startsWith(".") || file.equals(ASIDE) || file.endsWith(Inbox.ANSWER)) {
                continue;
            }
            if (file.endsWith(Inbox.MESSAGE) && Inbox.NAME.matcher(nameOf(entry)).matches()) {
                messages.add(entry);
            } else {
                setAside(entry);
            }
        }
        return messages;
    }

    private List<Path> list() throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.sorted().toList();
        } catch (UncheckedIOException listing) {
            throw new IOException("cannot list the inbox " + directory, listing);
        }
    }

    private void setAside(Path entry) throws IOException {
        Path aside = directory.resolve(ASIDE);
        Files.createDirectories(aside);
        try {
            Files.move(
                    entry,
                    aside.resolve(String.valueOf(entry.getFileName())),
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (NoSuchFileException | FileAlreadyExistsException alreadyGone) {
            return;
        }
    }

    private static String nameOf(Path entry) {
        String file = String.valueOf(entry.getFileName());
        return file.endsWith(Inbox.MESSAGE)
                ? file.substring(0, file.length() - Inbox.MESSAGE.length())
                : file;
    }
}
