package dev.foldline.effects.forge;

/**
 * An answer to a gate, and who has given it.
 *
 * @param account on the forge
 * @param id of the comment
 */
public record AuthoredAnswer(GateAnswer answer, String account, String id) {}
