package dev.foldline.effects.git;

import dev.foldline.core.PipelineBug;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The last line of a commit that Foldline makes, which identifies it after a crash.
 *
 * @param run the run's id
 * @param ticket the ticket of the effect that made the commit
 */
public record TicketTrailer(String run, String ticket) {
    public static final String KEY = "Foldline-Ticket";

    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9._-]+");
    private static final Pattern TRAILER_LINE = Pattern.compile("[A-Za-z0-9-]+: .*");

    public TicketTrailer {
        if (!WORD.matcher(run).matches() || !WORD.matcher(ticket).matches()) {
            throw new PipelineBug(
                    "not fit for a trailer: run '" + run + "', ticket '" + ticket + "'");
        }
    }

    public String line() {
        return KEY + ": " + run + ":" + ticket;
    }

    /** Returns the message with this trailer as its last line. Forged trailer lines are removed. */
    public String appendedTo(String message) {
        var kept = new StringBuilder();
        message.replace("\0", "")
                .replace("\r\n", "\n")
                .lines()
                .filter(line -> !claimsATicket(line))
                .forEach(line -> kept.append(line.stripTrailing()).append('\n'));
        String body = kept.toString().strip();
        return body + (endsInTrailers(body) ? "\n" : "\n\n") + line() + "\n";
    }

    /**
     * Returns whether the message contains exactly this trailer, on any line, as a hook may have
     * moved it.
     */
    public boolean isIn(String message) {
        return message.lines().anyMatch(line -> line.stripTrailing().equals(line()));
    }

    private static boolean claimsATicket(String line) {
        return line.strip().toLowerCase(Locale.ROOT).startsWith(KEY.toLowerCase(Locale.ROOT));
    }

    private static boolean endsInTrailers(String body) {
        int paragraph = body.lastIndexOf("\n\n");
        return paragraph >= 0
                && body.substring(paragraph + 2)
                        .lines()
                        .allMatch(line -> TRAILER_LINE.matcher(line).matches());
    }
}
