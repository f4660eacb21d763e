package dev.foldline.effects.forge;

import java.util.Collection;
import java.util.List;

/**
 * What a pull request gets when it is opened.
 *
 * @param labels names of labels
 * @param reviewers accounts that are asked for a review
 */
public record Preparation(List<String> labels, List<String> reviewers) {
    /** Nothing. */
    public static final Preparation NONE = new Preparation(List.of(), List.of());

    public Preparation {
        labels = List.copyOf(labels);
        reviewers = List.copyOf(reviewers);
    }

    boolean isEmpty() {
        return labels.isEmpty() && reviewers.isEmpty();
    }

    /** Returns what is left when these labels are set and these accounts were asked. */
    Preparation without(Collection<String> set, Collection<String> asked) {
        return new Preparation(missing(labels, set), missing(reviewers, asked));
    }

    private static List<String> missing(List<String> wanted, Collection<String> there) {
        return wanted.stream()
                .filter(each -> there.stream().noneMatch(each::equalsIgnoreCase))
                .toList();
    }
}
