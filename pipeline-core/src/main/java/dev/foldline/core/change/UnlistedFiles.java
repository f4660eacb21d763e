package dev.foldline.core.change;

/**
 * Changed files that judge a change and are too many to be listed.
 *
 * @param count how many there are
 * @param content what they have now, in short: it differs if one of them does
 */
public record UnlistedFiles(int count, String content) {}
