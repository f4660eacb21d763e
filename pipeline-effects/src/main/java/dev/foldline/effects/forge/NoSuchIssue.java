package dev.foldline.effects.forge;

import java.io.IOException;

/** There is no issue with a number, so another question has the same answer. */
public final class NoSuchIssue extends IOException {
    private static final long serialVersionUID = 1L;

    NoSuchIssue(long number, String repository) {
        this("there is no issue #" + number + " in " + repository + " that the token can read");
    }

    private NoSuchIssue(String message) {
        super(message);
    }

    static NoSuchIssue butRequest(long number) {
        return new NoSuchIssue("#" + number + " is a pull request, not an issue");
    }
}
