package dev.foldline.app.command.setup;

import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.Checkout;
import dev.foldline.app.command.Console;
import dev.foldline.app.config.Configuration;
import dev.foldline.app.config.FlagValue;
import dev.foldline.app.config.Sources;
import dev.foldline.app.run.WorkflowFactory;

import java.io.IOException;
import java.util.Collection;
import java.util.List;

/**
 * Where configuration is read from for a command: the top of the working tree, or the directory
 * where there is none.
 */
record ConfigurationContext(Sources sources) {

    static ConfigurationContext at(Console console, Collection<String> assignments)
            throws IOException {
        return of(console, assignments.stream().map(FlagValue::set).toList());
    }

    static ConfigurationContext of(Console console, List<FlagValue> flags) throws IOException {
        return new ConfigurationContext(Sources.of(top(console), console.environment(), flags));
    }

    private static java.nio.file.Path top(Console console) throws IOException {
        var directory = console.directory();
        try {
            return Checkout.at(directory).root();
        } catch (UserError noRepository) {
            return directory;
        }
    }

    Configuration load() {
        return Configuration.load(sources, WorkflowFactory.catalogue());
    }
}
