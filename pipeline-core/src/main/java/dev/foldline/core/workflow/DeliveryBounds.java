package dev.foldline.core.workflow;

/**
 * How often and how long a run responds to its pull request before it asks the user.
 *
 * @param checks fixes of failed checks
 * @param reviews fixes of what reviewers ask for
 * @param updates merges of the base
 * @param days days of waiting after a push
 */
public record DeliveryBounds(int checks, int reviews, int updates, int days) {

    /** Returns the maximum number of responses. */
    public int responses() {
        return checks + reviews + updates;
    }
}
