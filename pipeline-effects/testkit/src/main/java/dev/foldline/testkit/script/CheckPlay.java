package dev.foldline.testkit.script;

import java.util.Map;
import java.util.function.Predicate;

/**
 * The result of a scripted check. Created by {@link Plays}.
 *
 * @param verdict whether it passes on these files, by path
 * @param summary the message of a failure
 */
public record CheckPlay(Predicate<Map<String, String>> verdict, String summary) {}
