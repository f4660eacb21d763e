package dev.foldline.effects.forge;

import io.vavr.control.Option;

import java.util.regex.Pattern;

/** Hidden marks in texts that Foldline writes on a forge, by which it finds them again. */
public final class Markers {
    /** The start of each mark. */
    static final String START = "<!-- foldline:";

    private static final Pattern CLAIM =
            Pattern.compile("\\A<!-- foldline:claim:([0-9a-f]{16}):(\\d{1,18}) -->");

    private Markers() {}

    /**
     * The mark of a comment that claims an issue.
     *
     * @param server the name of the clone whose server claims it, of 16 hexadecimal digits
     * @param labelling the time that the label was set that it is for
     */
    public record Claim(String server, long labelling) {
        public String mark() {
            return START + "claim:" + server + ":" + labelling + " -->";
        }
    }

    /** Returns the claim that a comment starts with. */
    public static Option<Claim> claim(String body) {
        var found = CLAIM.matcher(body);
        return Option.when(
                found.find(), () -> new Claim(found.group(1), Long.parseLong(found.group(2))));
    }

    /** Returns the mark of the reply to a remark. */
    static String ofReply(String remark) {
        return START + "reply:" + remark + " -->";
    }

    /** Returns the mark of the pull request of a run. */
    public static String ofRun(String run) {
        return START + "run:" + run + " -->";
    }
}
