package dev.foldline.app.command;

import java.util.List;

/** A command whose help lists its subcommands in two sections. */
public interface HelpSections {
    /** Heading of the first section. */
    String first();

    /** Heading of the second section, with all other subcommands. */
    String rest();

    /** Names of the subcommands in the first section, in order. */
    List<String> names();
}
