package dev.foldline.effects.git;

import dev.foldline.core.PipelineBug;

import java.util.Optional;

/**
 * A commit of all work except the exclusions.
 *
 * @param message subject and body; the trailer is added here
 * @param read the tree without the exclusions, if it was read just now and nothing that can change
 *     it has run since: it is committed as it was read
 */
public record CommitRequest(String message, Terms terms, Optional<String> read) {

    /**
     * What is verified when a commit is made, and when it is found after a crash.
     *
     * @param trailer identifies the commit later
     * @param expected the required HEAD: the branch (or none) and the new commit's parent
     * @param tree the checked tree; if given, no other tree is committed
     * @param exclusions paths that must not be in the commit
     */
    public record Terms(
            TicketTrailer trailer, Head expected, Optional<String> tree, Exclusions exclusions) {}

    /** A commit of the work as it is when it is made. */
    public CommitRequest(String message, Terms terms) {
        this(message, terms, Optional.empty());
    }

    public CommitRequest {
        if (message.isBlank()) throw new PipelineBug("a commit needs a message");
    }
}
