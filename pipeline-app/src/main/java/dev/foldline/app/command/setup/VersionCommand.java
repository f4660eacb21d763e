package dev.foldline.app.command.setup;

import dev.foldline.app.command.Console;
import dev.foldline.app.command.JsonOutput;
import dev.foldline.app.command.Version;
import dev.foldline.core.Pipeline;

import picocli.CommandLine.Command;

import java.util.concurrent.Callable;

/** Which Foldline this is. */
@Command(name = "version", description = "Show the versions of Foldline, its rules and Java.")
public final class VersionCommand implements Callable<Integer> {
    private final Console console;

    public VersionCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        var java = Runtime.version().toString();
        if (console.isJson()) {
            console.print(
                    JsonOutput.fields(
                            "schema",
                            "foldline.version/1",
                            "version",
                            Version.text(),
                            "rules",
                            Pipeline.RULES_VERSION,
                            "java",
                            java));
        } else {
            console.print(
                    "foldline "
                            + Version.text()
                            + "\nrules "
                            + Pipeline.RULES_VERSION
                            + "\njava "
                            + java
                            + "\n");
        }
        return 0;
    }
}
