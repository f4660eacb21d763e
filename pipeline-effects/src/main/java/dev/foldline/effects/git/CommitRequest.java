package dev.foldline.effects.git;

import dev.foldline.core.PipelineBug;
import java.util.Optional;

/**
 * A commit of all work but the excluded.
 *
 * @param message subject and body; the trailer is added here
 */
public record CommitRequest(String message, Terms terms) {

    /**
     * What a commit is held against: when it is made, and when it is found after a crash.
     *
     * @param trailer how the commit will be known again
     * @param expected where HEAD must stand: the same branch (or none) and the parent of the commit to be
     * @param tree the tree that was checked; when given, no other tree is committed
     * @param exclusions what must not be in the commit
     */
    public record Terms(TicketTrailer trailer, Head expected, Optional<String> tree, Exclusions exclusions) {}

    public CommitRequest {
        if (message.isBlank()) throw new PipelineBug("a commit needs a message");
    }
}
