package dev.foldline.app.config.key;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares a record component as a key of the configuration, documented by {@link Doc}. The key is
 * named after the component; its type follows from the component's, and an {@code Optional} may be
 * absent.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface ConfigKey {
    /** The default as a flag would give it; without one, a list is empty. */
    String standard() default "";

    /** The bounds {@code LEAST..MOST}, both included; of a list, how many entries it may have. */
    String range() default "";

    /** The form of a text, or of each text in a list. */
    Form form() default Form.LINE;

    /** The kinds of agents that have this key; all, if none is named. */
    String[] kinds() default {};

    /** The kinds of agents that must have it. */
    String[] neededBy() default {};
}
