package dev.foldline.app.workflow.definition;

/**
 * The origin of a definition, for error messages.
 *
 * @param name what the text is called
 * @param again what to do when it is corrected
 */
public record DefinitionSource(String name, String again) {
    /** What came with a request. */
    public static final DefinitionSource BODY =
            new DefinitionSource("body", "correct it, and send it again");

    /** What a workflow was made of. */
    public static final DefinitionSource KEPT = new DefinitionSource("definition", "");

    /** A file as it was named, {@code -} for standard input. */
    public static DefinitionSource file(String name) {
        return named(name, "correct it, then: foldline workflow create -f " + name);
    }

    /** A file of tasks that are added, as for {@link #file}. */
    public static DefinitionSource added(String name) {
        return named(name, "correct it, then: foldline workflow add-task -f " + name);
    }

    private static DefinitionSource named(String name, String again) {
        return new DefinitionSource(name.equals("-") ? "standard input" : name, again);
    }
}
