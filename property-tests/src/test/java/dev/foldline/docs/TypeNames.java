package dev.foldline.docs;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Families of our types, in the order of their source, and how they are written in a page. */
final class TypeNames {
    private TypeNames() {}

    /**
     * The records of a sealed family, in the order they are declared; families within it one after
     * the other.
     */
    static List<Class<?>> records(Class<?> family) {
        var records = new ArrayList<Class<?>>();
        for (Class<?> member : members(family)) {
            if (member.isRecord()) records.add(member);
            else records.addAll(records(member));
        }
        return records;
    }

    /**
     * What a sealed type permits; nested types in source order, which the class file does not
     * promise but the source does.
     */
    static List<Class<?>> members(Class<?> family) {
        var text = ProjectFiles.sourceOf(family.getName()).map(ProjectFiles::read).orElse("");
        return Arrays.stream(family.getPermittedSubclasses())
                .<Class<?>>map(type -> type)
                .sorted(Comparator.comparingInt((Class<?> type) -> at(text, type)))
                .toList();
    }

    private static int at(String text, Class<?> type) {
        int declared = text.indexOf("record " + type.getSimpleName() + "(");
        return declared < 0 ? text.indexOf(type.getSimpleName()) : declared;
    }

    /** {@code name Type (what it is)} for each component. */
    static String components(Class<?> type) {
        return Arrays.stream(type.getRecordComponents())
                .map(component -> component(type, component))
                .collect(Collectors.joining(", "));
    }

    private static String component(Class<?> type, RecordComponent component) {
        var meaning = Javadocs.of(type, component.getName());
        return "`"
                + component.getName()
                + ": "
                + simple(component.getGenericType().getTypeName())
                + "`"
                + (meaning.isEmpty() ? "" : " (" + meaning + ")");
    }

    /** Without packages; a nested type keeps the name of the type around it. */
    static String simple(String type) {
        return type.replaceAll("\\b[a-z]\\w*\\.", "").replace('$', '.').replace("Object", "?");
    }
}
