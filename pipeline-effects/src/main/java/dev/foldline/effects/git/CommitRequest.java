package dev.foldline.effects.git;

import dev.foldline.core.PipelineBug;
import java.util.Optional;

/**
 * A commit of all work but the excluded.
 *
 * @param message subject and body; the trailer is added here
 * @param trailer how the commit will be known again
 * @param expected where HEAD must stand: the same branch (or none) and the parent of the commit to be
 * @param expectedTree the tree that was checked; when given, no other tree is committed
 * @param exclusions what must not be in the commit
 */
public record CommitRequest(
        String message, TicketTrailer trailer, Head expected, Optional<String> expectedTree, Exclusions exclusions) {

    public CommitRequest {
        if (message.isBlank()) throw new PipelineBug("a commit needs a message");
    }
}
