package dev.foldline.effects.forge;

import io.vavr.control.Option;

import java.util.regex.Pattern;

/** A comment on a pull request that answers the open gate of its run. */
public sealed interface GateAnswer {
    Pattern APPROVAL = Pattern.compile("/foldline approve ([0-9a-f]{7,64})");
    Pattern REJECTION = Pattern.compile("(?s)/foldline reject because\\s+(\\S.*)");

    /** Approves what the pull request shows at this head, which may be abbreviated. */
    record Approval(String head) implements GateAnswer {
        /** Returns whether it names this commit. */
        public boolean isOf(String commit) {
            return commit.startsWith(head);
        }
    }

    /** Rejects what the gate shows. */
    record Rejection(String reason) implements GateAnswer {}

    /** Returns the answer that a comment is as a whole; a remark is none. */
    static Option<GateAnswer> parse(String comment) {
        var text = comment.strip();
        var approval = APPROVAL.matcher(text);
        if (approval.matches()) return Option.of(new Approval(approval.group(1)));
        var rejection = REJECTION.matcher(text);
        return rejection.matches() ? Option.of(new Rejection(rejection.group(1))) : Option.none();
    }
}
