package dev.foldline.effects.machine;

import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A slow test, or one of several that show the same promise in different places. The default build
 * runs the most telling one of them; {@code -Dfoldline.faults=all} runs all.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@EnabledIfSystemProperty(
        named = "foldline.faults",
        matches = "all",
        disabledReason = "one of several of its kind; -Dfoldline.faults=all runs them all")
public @interface Thorough {
    /** Whether these tests run: others may then try more of the same kind. */
    boolean ALL = "all".equals(System.getProperty("foldline.faults"));
}
