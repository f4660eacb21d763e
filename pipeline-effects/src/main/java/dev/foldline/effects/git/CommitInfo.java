package dev.foldline.effects.git;

import java.util.List;
import java.util.Optional;

/**
 * A commit.
 *
 * @param hash 40 hexadecimal digits, or 64 in a SHA-256 repository
 * @param tree the hash of its tree
 * @param parents hashes, the first parent first
 * @param author {@code Name <address>}
 * @param message the complete decoded message
 */
public record CommitInfo(
        String hash, String tree, List<String> parents, String author, String message) {
    public CommitInfo {
        parents = List.copyOf(parents);
    }

    /** Returns the message's first line. */
    public String subject() {
        return message.lines().findFirst().orElse("");
    }

    /** Returns {@code run:ticket} of the last Foldline trailer. */
    public Optional<String> ticket() {
        String start = TicketTrailer.KEY + ": ";
        return message.lines()
                .filter(line -> line.startsWith(start))
                .map(line -> line.substring(start.length()).strip())
                .reduce((earlier, later) -> later);
    }
}
