package dev.foldline.effects.change;

/**
 * Files that judge a change or instruct its agents.
 *
 * @param pattern of their paths, see {@link PathPattern}
 * @param why as the end of "because it ...": {@code is run by the check unit}
 */
public record Judge(PathPattern pattern, String why) {
    static Judge of(String pattern, String why) {
        return new Judge(PathPattern.of(pattern), why);
    }
}
