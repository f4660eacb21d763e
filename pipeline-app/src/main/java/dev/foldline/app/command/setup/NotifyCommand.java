package dev.foldline.app.command.setup;

import dev.foldline.app.command.Console;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.notify.ChannelTrial;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.repository.Workspace;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.util.List;

/** Notifications about runs. */
@Command(
        name = "notify",
        description = "Check the notifications about runs.",
        footer = {
            "  foldline notify test               send a sample on every configured channel",
        })
public final class NotifyCommand {
    private final Console console;

    public NotifyCommand(Console console) {
        this.console = console;
    }

    @Command(
            name = "test",
            description =
                    "Send a sample notification on every channel of notify in foldline.yaml, and"
                            + " print which ones accepted it.",
            footer = {
                "  foldline notify test",
                "  foldline notify test --set notify.desktop=true",
            })
    int test(
            @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Override a setting.")
                    List<String> assignments)
            throws IOException, InterruptedException {
        var keys =
                ConfigurationContext.at(console, assignments == null ? List.of() : assignments)
                        .load()
                        .settings()
                        .notifications();
        if (!keys.isConfigured())
            throw new UserError(
                    "no notifications are configured",
                    "foldline.yaml",
                    "foldline notify test --set notify.desktop=true",
                    ExitCode.USAGE);
        try (var here = Workspace.open(console.directory(), console.environment())) {
            return print(ChannelTrial.run(here, keys));
        }
    }

    private int print(List<ChannelTrial.Delivery> deliveries) {
        var exit =
                deliveries.stream().anyMatch(each -> each.failure().isPresent())
                        ? ExitCode.FAILED
                        : ExitCode.DONE;
        if (console.isJson())
            console.print(
                    JsonOutput.fields(
                            "schema",
                            "foldline.notify_test/1",
                            "ok",
                            exit == ExitCode.DONE,
                            "exit",
                            exit.value(),
                            "channels",
                            deliveries.stream()
                                    .map(
                                            each ->
                                                    JsonOutput.fields(
                                                            "channel",
                                                            each.channel(),
                                                            "ok",
                                                            each.failure().isEmpty(),
                                                            "failure",
                                                            each.failure()))
                                    .toList()));
        else
            for (var each : deliveries)
                console.print(
                        each.failure()
                                .map(why -> each.channel() + " failed: " + why + "\n")
                                .orElse(each.channel() + " accepted the sample\n"));
        return exit.value();
    }
}
