package dev.foldline.app.command;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The options every command takes, before or behind its name. */
public final class GlobalOptions {
    /** When text is coloured. */
    public enum Colour { auto, always, never }

    @Option(names = "-C", paramLabel = "DIR", scope = ScopeType.INHERIT,
            description = "Work as if started in DIR; several add up.")
    private List<String> directories = new ArrayList<>();

    @Option(names = {"-q", "--quiet"}, scope = ScopeType.INHERIT, description = "Say only what was asked for.")
    private boolean quiet;

    @Option(names = {"-v", "--verbose"}, scope = ScopeType.INHERIT, description = "Say more about what is done.")
    private boolean verbose;

    @Option(names = "--color", paramLabel = "WHEN", scope = ScopeType.INHERIT,
            description = "Colour text: auto, always or never. NO_COLOR is heeded.")
    private Colour colour = Colour.auto;

    @Option(names = "--json", scope = ScopeType.INHERIT,
            description = "Print one JSON document (streams: one a line); everything else goes to stderr.")
    private boolean json;

    @Option(names = "--no-input", scope = ScopeType.INHERIT, description = "Never ask; what needs a yes (cancel) fails without --yes.")
    private boolean noInput;

    @Option(names = {"-y", "--yes"}, scope = ScopeType.INHERIT, description = "Answer yes beforehand to what would be asked (cancel asks).")
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
