package dev.foldline.app.history;

import dev.foldline.core.PipelineBug;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A component of a record, with its name as in the log. Those of a class are read once, because
 * reflection makes new ones for each question.
 */
record RecordPart(String name, Method accessor) {
    private static final ClassValue<List<RecordPart>> PARTS =
            new ClassValue<>() {
                @Override
                protected List<RecordPart> computeValue(Class<?> type) {
                    return Arrays.stream(type.getRecordComponents())
                            .map(each -> new RecordPart(snake(each.getName()), each.getAccessor()))
                            .toList();
                }
            };

    /** Returns the parts of a record in their order. */
    static List<RecordPart> of(Record record) {
        return PARTS.get(record.getClass());
    }

    /** Returns the value in a record of this type. */
    Object in(Record record) {
        try {
            return accessor.invoke(record);
        } catch (ReflectiveOperationException closed) {
            throw new PipelineBug("cannot read " + accessor, closed);
        }
    }

    /** Returns a name of Java as the log writes it. */
    static String snake(String name) {
        return name.replaceAll("(?<=.)(?=\\p{Lu})", "_").toLowerCase(Locale.ROOT);
    }
}
