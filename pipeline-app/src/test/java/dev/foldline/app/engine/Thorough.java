package dev.foldline.app.engine;

import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * One of several tests that show the same promise in another place, by processes that are slow to
 * start: the default build runs the most telling one, {@code -Dfoldline.faults=all} runs all of
 * them.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@EnabledIfSystemProperty(
        named = "foldline.faults",
        matches = "all",
        disabledReason = "one of several of its kind; -Dfoldline.faults=all runs them all")
public @interface Thorough {}
