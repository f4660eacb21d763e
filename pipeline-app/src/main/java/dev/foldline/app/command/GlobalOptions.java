package dev.foldline.app.command;

import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

import java.util.ArrayList;
import java.util.List;

/** The options every command takes, before or behind its name. */
public final class GlobalOptions {
    /** When text is coloured. */
    public enum Colour {
        auto,
        always,
        never
    }

    @Option(
            names = "-C",
            paramLabel = "DIR",
            scope = ScopeType.INHERIT,
            description = "Run as if started in DIR; relative paths accumulate.")
    private List<String> directories = new ArrayList<>();

    @Option(
            names = {"-q", "--quiet"},
            scope = ScopeType.INHERIT,
            description = "Print only the requested output.")
    private boolean quiet;

    @Option(
            names = {"-v", "--verbose"},
            scope = ScopeType.INHERIT,
            description = "Print more details.")
    private boolean verbose;

    @Option(
            names = "--color",
            paramLabel = "WHEN",
            scope = ScopeType.INHERIT,
            description = "Use colour: auto, always or never. NO_COLOR is respected.")
    private Colour colour = Colour.auto;

    @Option(
            names = "--json",
            scope = ScopeType.INHERIT,
            description =
                    "Print JSON: one document, or one per line for streams. Diagnostics go to"
                            + " stderr.")
    private boolean json;

    @Option(
            names = "--no-input",
            scope = ScopeType.INHERIT,
            description = "Never prompt; commands that need confirmation fail without --yes.")
    private boolean noInput;

    @Option(
            names = {"-y", "--yes"},
            scope = ScopeType.INHERIT,
            description = "Answer yes to every prompt.")
    private boolean yes;

    List<String> directories() {
        return directories;
    }

    boolean quiet() {
        return quiet;
    }

    boolean verbose() {
        return verbose;
    }

    Colour colour() {
        return colour;
    }

    boolean json() {
        return json;
    }

    boolean noInput() {
        return noInput;
    }

    boolean yes() {
        return yes;
    }
}
