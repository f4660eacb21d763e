package dev.foldline.effects.sim.play;

/** What a person answers when a gate opens. Made by {@link Plays}. */
public record GatePlay(boolean approves, String feedback) {}
