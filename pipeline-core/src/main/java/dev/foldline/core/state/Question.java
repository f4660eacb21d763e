package dev.foldline.core.state;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * What an agent asks the user.
 *
 * @param options the answers that the agent suggests; empty if it suggests none
 * @param recommendation the answer that the agent would choose
 * @param dependent what depends on the answer
 */
public record Question(
        String text,
        Vector<String> options,
        Option<String> recommendation,
        Option<String> dependent) {

    /** A question without a suggested answer. */
    public static Question of(String text) {
        return new Question(text, Vector.empty(), Option.none(), Option.none());
    }

    /**
     * Returns the answer that a reply stands for: an option by its number, or the reply itself. A
     * number stands for itself if an option is a number.
     */
    public String answer(String reply) {
        var text = reply.strip();
        if (options.exists(Question::isNumber)) return text;
        return options.zipWithIndex()
                .find(option -> text.equals(String.valueOf(option._2() + 1)))
                .map(option -> option._1())
                .getOrElse(text);
    }

    /** Returns whether this asks the same, whatever the case of letters and the spaces. */
    public boolean isSame(String other) {
        return plain(text).equalsIgnoreCase(plain(other));
    }

    private static boolean isNumber(String option) {
        return option.strip().chars().allMatch(Character::isDigit);
    }

    private static String plain(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }
}
