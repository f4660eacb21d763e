package dev.foldline.app.config.source;

/** Turns a line and a column, counted from 1, into the origin that is reported for them. */
@FunctionalInterface
public interface OriginLocator {
    Origin at(int line, int column);

    static OriginLocator file(String name) {
        return (line, column) -> new Origin.InFile(name, line, column);
    }

    /** For a value that is not in a file: its one origin, whatever the position in it. */
    static OriginLocator always(Origin origin) {
        return (_, _) -> origin;
    }
}
