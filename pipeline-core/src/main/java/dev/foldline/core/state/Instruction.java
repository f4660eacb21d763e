package dev.foldline.core.state;

import io.vavr.control.Option;

/**
 * An advisor's instruction to the run, or the rules' own choice in its place.
 *
 * @param number its number in the run, from 1
 * @param label the label that is followed
 * @param text what the advisor says with it; may be empty
 * @param prompt id of the prompt of the call; none if the rules chose
 * @param answer id of the advisor's answer; none if the rules chose
 */
public record Instruction(
        int number, String label, String text, Option<String> prompt, Option<String> answer) {

    /** The rules' own choice. */
    public static Instruction ofRules(int number, String label) {
        return new Instruction(number, label, "", Option.none(), Option.none());
    }

    /** Returns whether the rules chose, for lack of valid advice. */
    public boolean isOfRules() {
        return answer.isEmpty();
    }

    /** Returns one line for display. */
    public String describe() {
        if (isOfRules()) return label + " (by the rules, without valid advice)";
        return text.isBlank() ? label : label + ": " + text;
    }
}
