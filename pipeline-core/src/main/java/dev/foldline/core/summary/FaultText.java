package dev.foldline.core.summary;

import dev.foldline.core.state.Fault;

import java.util.Locale;
import java.util.regex.Pattern;

/** Why something failed, in the words of a user. */
final class FaultText {
    /** A command at the end stands among those that come next. */
    private static final Pattern COMMAND = Pattern.compile("[,;] [^,;:\\n]*: foldline [a-z ]+$");

    private static final String REWINDS = "all rewinds are used up";
    private static final String EFFECT = "the same effect ";

    private FaultText() {}

    static String of(Fault fault) {
        var message = COMMAND.matcher(fault.message().strip()).replaceFirst("");
        if (message.isEmpty()) return word(fault.kind());
        if (fault.kind() == Fault.Kind.STUCK && message.startsWith(EFFECT))
            return "the same work was started again and again without any progress";
        return fault.kind() == Fault.Kind.SPENT && message.startsWith(REWINDS)
                ? "every retry is used up" + message.substring(REWINDS.length())
                : message;
    }

    private static String word(Fault.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
