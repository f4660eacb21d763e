package dev.foldline.app.forge;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An issue as a user names it: {@code 12}, {@code #12} or its address.
 *
 * @param repository the owner and name in the address; none if only the number is given
 */
record IssueReference(long number, Optional<String> repository) {
    private static final Pattern NUMBER = Pattern.compile("#?([1-9]\\d{0,9})");
    private static final Pattern ADDRESS =
            Pattern.compile(
                    "https?://[^/]+/([^/]+(?:/[^/]+)*?/[^/]+?)(?:/-)?/(?:issues|work_items)/([1-9]\\d{0,9})/?(?:[#?].*)?");

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
                    Long.parseLong(address.group(2)), Optional.of(address.group(1)));
        throw new UserError(
                "'" + text + "' names no issue",
                "--issue",
                "give its number or its address, as in --issue 12",
                ExitCode.USAGE);
    }
}
