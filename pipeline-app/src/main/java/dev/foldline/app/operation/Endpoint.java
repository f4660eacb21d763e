package dev.foldline.app.operation;

/** How a front end offers an operation. */
public sealed interface Endpoint {

    /**
     * In the form that the declaration gives.
     *
     * @param name the command, the method and path, or the tool
     */
    record Derived(String name) implements Endpoint {}

    /**
     * In a form of its own, because the front end needs more than one document: progress, a
     * terminal, a stream, or a form that clients rely on.
     *
     * @param name the command, the method and path, or the tool
     */
    record Own(String name) implements Endpoint {}

    /** Not at all. */
    record Absent(String reason) implements Endpoint {}
}
