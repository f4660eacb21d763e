package dev.foldline.app.operation;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.Point;
import dev.foldline.app.repository.RunHistory;

import java.io.IOException;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * A run, or a point in its log, as a person names it: {@code RUN} or {@code RUN:SEQ}.
 *
 * @param run {@code @}, {@code @~1}, or the beginning of an id
 * @param seq the number of an event; none means the last
 */
public record RunArgument(String run, OptionalLong seq) {
    private static final Pattern FORM = Pattern.compile("([^:]*)(?::(\\d{1,18}))?");

    public static RunArgument parse(String text) {
        var matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new UserError(
                    "'" + text + "' is neither a run nor a point in a run",
                    "",
                    "use RUN or RUN:SEQ, for example @ or @:12",
                    ExitCode.USAGE);
        }
        var run = matcher.group(1).isEmpty() ? "@" : matcher.group(1);
        var seq = matcher.group(2);
        return new RunArgument(
                run, seq == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(seq)));
    }

    /** Reads the point that a caller names, with the number of its event in a field of its own. */
    static RunArgument of(Input input) {
        var point = parse(input.get(Fields.POINT));
        return input.find(Fields.SEQ)
                .map(seq -> new RunArgument(point.run(), OptionalLong.of(seq)))
                .getOrElse(point);
    }

    /** The state it names. */
    public Point point(RunHistory history) throws IOException {
        return seq.isPresent() ? history.at(seq.getAsLong()) : history.latest();
    }
}
