package dev.foldline.app;

import dev.foldline.app.command.CommandGroup;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.GlobalOptions;
import dev.foldline.app.command.OperationCommand;
import dev.foldline.app.command.Root;
import dev.foldline.app.command.agent.AgentsCommand;
import dev.foldline.app.command.agent.PromptsCommand;
import dev.foldline.app.command.inspect.BisectCommand;
import dev.foldline.app.command.inspect.ExportCommand;
import dev.foldline.app.command.inspect.LogCommand;
import dev.foldline.app.command.inspect.ReplayCommand;
import dev.foldline.app.command.inspect.StatusCommand;
import dev.foldline.app.command.inspect.VerifyCommand;
import dev.foldline.app.command.operate.DemoCommand;
import dev.foldline.app.command.operate.McpCommand;
import dev.foldline.app.command.operate.RunCommand;
import dev.foldline.app.command.operate.ServeCommand;
import dev.foldline.app.command.operate.TaskCommand;
import dev.foldline.app.command.operate.WatchCommand;
import dev.foldline.app.command.operate.WorkflowCommand;
import dev.foldline.app.command.setup.CompletionCommand;
import dev.foldline.app.command.setup.ConfigCommand;
import dev.foldline.app.command.setup.DoctorCommand;
import dev.foldline.app.command.setup.InitCommand;
import dev.foldline.app.command.setup.PlanCommand;
import dev.foldline.app.operation.Operations;

import picocli.CommandLine;

import java.util.List;

/** Every command there is, in the groups and the order help shows them. */
final class Commands {
    private Commands() {}

    static CommandLine line(Console console, GlobalOptions options, String... words) {
        return CommandGroup.line(
                new Root(options),
                console,
                List.of(
                        new CommandGroup(
                                "Get started",
                                List.of(
                                        new InitCommand(console),
                                        new DoctorCommand(console),
                                        new PlanCommand(console))),
                        new CommandGroup(
                                "Run",
                                List.of(
                                        new DemoCommand(console),
                                        new RunCommand(console),
                                        operation("resume", console),
                                        operation("fork", console),
                                        operation("pause", console),
                                        operation("stop", console),
                                        operation("cancel", console),
                                        operation("retry", console),
                                        operation("gc", console))),
                        new CommandGroup(
                                "Gates",
                                List.of(
                                        operation("gates", console),
                                        operation("approve", console),
                                        operation("reject", console),
                                        operation("freeze", console),
                                        new McpCommand(console))),
                        new CommandGroup(
                                "Workflows",
                                List.of(new WorkflowCommand(), new ServeCommand(console))),
                        new CommandGroup(
                                "Pull",
                                List.of(
                                        new TaskCommand(),
                                        operation("reset", console),
                                        operation("import", console))),
                        inspection(console),
                        new CommandGroup(
                                "Set up",
                                List.of(
                                        new AgentsCommand(console),
                                        new PromptsCommand(console),
                                        new ConfigCommand(),
                                        operation("schema", console),
                                        new CompletionCommand(console),
                                        operation("version", console)))),
                words);
    }

    private static CommandGroup inspection(Console console) {
        return new CommandGroup(
                "Inspect",
                List.of(
                        new StatusCommand(console),
                        new WatchCommand(console),
                        new LogCommand(console),
                        operation("output", console),
                        operation("show", console),
                        operation("diff", console),
                        operation("explain", console),
                        operation("blame", console),
                        new BisectCommand(console),
                        operation("cost", console),
                        operation("report", console),
                        new ReplayCommand(console),
                        new ExportCommand(console),
                        new VerifyCommand(console)));
    }

    private static OperationCommand operation(String name, Console console) {
        return new OperationCommand(Operations.named(name), console);
    }
}
