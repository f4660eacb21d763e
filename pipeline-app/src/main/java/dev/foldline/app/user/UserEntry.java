package dev.foldline.app.user;

/**
 * A user as one entry of {@code users.yaml}: a user who is removed and added again is another.
 *
 * @param id random, new with each {@code users add}
 */
public record UserEntry(String name, String id) {}
