package dev.foldline.app.config.key;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the group of keys that a record component holds; without it, the group has the component's
 * name.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Group {
    /** The name; empty if the keys belong to the group around them. */
    String value();
}
