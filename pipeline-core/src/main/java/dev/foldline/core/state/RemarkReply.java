package dev.foldline.core.state;

import io.vavr.control.Option;

/**
 * A reply to a remark in a review thread.
 *
 * @param id the remark's id
 * @param commit the pushed head that has the changes; none if nothing was changed
 */
public record RemarkReply(String id, Option<String> commit) {}
