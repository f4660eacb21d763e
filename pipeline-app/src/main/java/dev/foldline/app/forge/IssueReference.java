package dev.foldline.app.forge;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An issue as a user names it: {@code 12}, {@code #12} or its address.
 *
 * @param page where its address says that it is; none if only the number is given
 */
record IssueReference(long number, Optional<Page> page) {
    /**
     * A repository on the pages of a forge.
     *
     * @param repository its owner and name
     */
    record Page(String host, String repository) {}

    private static final Pattern NUMBER = Pattern.compile("#?([1-9]\\d{0,9})");
    private static final Pattern ADDRESS =
            Pattern.compile(
                    "https?://([^/@:]+)(?::\\d+)?/([^/]+(?:/[^/]+)*?/[^/]+?)(?:/-)?/(?:issues|work_items)/([1-9]\\d{0,9})/?(?:[#?].*)?");

    /**
     * @throws UserError if it is none of these
     */
    static IssueReference parse(String text) {
        var number = NUMBER.matcher(text);
        if (number.matches())
            return new IssueReference(Long.parseLong(number.group(1)), Optional.empty());
        var address = ADDRESS.matcher(text);
        if (address.matches())
            return new IssueReference(
                    Long.parseLong(address.group(3)),
                    Optional.of(new Page(address.group(1), address.group(2))));
        throw new UserError(
                "'" + text + "' is not an issue number or URL",
                "--issue " + text,
                "give its number or its address, as in --issue 12",
                ExitCode.USAGE);
    }
}
