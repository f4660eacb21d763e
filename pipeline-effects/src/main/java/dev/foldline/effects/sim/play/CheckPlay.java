package dev.foldline.effects.sim.play;

import java.util.Map;
import java.util.function.Predicate;

/**
 * How a scripted check turns out. Made by {@link Plays}.
 *
 * @param verdict whether it passes on these files, by path
 * @param summary what a failure says
 */
public record CheckPlay(Predicate<Map<String, String>> verdict, String summary) {}
