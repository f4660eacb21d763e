package dev.foldline.app.definition;

import dev.foldline.app.config.source.Problems;

import io.vavr.collection.Set;

/**
 * What the steps of a file refer to.
 *
 * @param configured names of the checks that the configuration defines
 * @param problems receives the problems of the steps
 */
record StepContext(
        WorkflowFile file,
        Inputs inputs,
        Set<String> configured,
        ChildDefinitions children,
        Problems problems) {

    /** Returns whether the text is a workflow value, in which every name stands as it is. */
    boolean isExpansion() {
        return file.head().isExpansion();
    }

    /** Returns a name that must be there. */
    String name(FieldReader fields, String key) {
        return isExpansion() ? fields.required(key, "NAME") : fields.name(key, "NAME");
    }

    /** Returns the largest number that a file may write. */
    int max(int ofFiles) {
        return isExpansion() ? 999_999_999 : ofFiles;
    }

    /** Checks that an artifact fills the list at a key. */
    void checkList(FieldReader fields, String key, String list) {
        var known = file.lists();
        if (list.isEmpty() || known.contains(list)) return;
        problems.add(
                fields.place(key),
                "no artifact has the items '" + list + "'",
                known.isEmpty()
                        ? "declare an artifact with items: " + list
                        : FieldReader.suggestion(list, known.asJava()));
    }
}
