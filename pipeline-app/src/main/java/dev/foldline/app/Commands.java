package dev.foldline.app;

import dev.foldline.app.command.CommandEntry;
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
import dev.foldline.app.command.inspect.OutputCommand;
import dev.foldline.app.command.inspect.ReplayCommand;
import dev.foldline.app.command.inspect.StatusCommand;
import dev.foldline.app.command.inspect.VerifyCommand;
import dev.foldline.app.command.operate.DemoCommand;
import dev.foldline.app.command.operate.ForgeCommand;
import dev.foldline.app.command.operate.McpCommand;
import dev.foldline.app.command.operate.RunCommand;
import dev.foldline.app.command.operate.ServeCommand;
import dev.foldline.app.command.operate.TaskCommand;
import dev.foldline.app.command.operate.UiCommand;
import dev.foldline.app.command.operate.WatchCommand;
import dev.foldline.app.command.operate.WorkerCommand;
import dev.foldline.app.command.operate.WorkflowCommand;
import dev.foldline.app.command.setup.CompletionCommand;
import dev.foldline.app.command.setup.ConfigCommand;
import dev.foldline.app.command.setup.DoctorCommand;
import dev.foldline.app.command.setup.InitCommand;
import dev.foldline.app.command.setup.NotifyCommand;
import dev.foldline.app.command.setup.PlanCommand;
import dev.foldline.app.command.setup.SandboxCommand;
import dev.foldline.app.command.setup.UsersCommand;
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
                                        CommandEntry.of("init", () -> new InitCommand(console)),
                                        CommandEntry.of("doctor", () -> new DoctorCommand(console)),
                                        CommandEntry.of("plan", () -> new PlanCommand(console)))),
                        new CommandGroup(
                                "Run",
                                List.of(
                                        CommandEntry.of("demo", () -> new DemoCommand(console)),
                                        CommandEntry.of("run", () -> new RunCommand(console)),
                                        operation("resume", console),
                                        operation("fork", console),
                                        operation("pause", console),
                                        operation("stop", console),
                                        operation("cancel", console),
                                        operation("retry", console),
                                        CommandEntry.of("forge", () -> new ForgeCommand(console)),
                                        CommandEntry.of("worker", () -> new WorkerCommand(console)),
                                        operation("gc", console))),
                        new CommandGroup(
                                "Gates",
                                List.of(
                                        operation("gates", console),
                                        operation("approve", console),
                                        operation("reject", console),
                                        operation("edit", console),
                                        operation("freeze", console),
                                        CommandEntry.of("mcp", () -> new McpCommand(console)))),
                        new CommandGroup(
                                "Workflows",
                                List.of(
                                        CommandEntry.of("workflow", () -> new WorkflowCommand())
                                                .alias("workflows"),
                                        CommandEntry.of("serve", () -> new ServeCommand(console)))),
                        new CommandGroup(
                                "Pull",
                                List.of(
                                        CommandEntry.of("task", () -> new TaskCommand()),
                                        operation("reset", console),
                                        operation("import", console))),
                        inspection(console),
                        setUp(console)),
                words);
    }

    private static CommandGroup setUp(Console console) {
        return new CommandGroup(
                "Set up",
                List.of(
                        CommandEntry.of("agents", () -> new AgentsCommand(console)),
                        CommandEntry.of("prompts", () -> new PromptsCommand(console)),
                        CommandEntry.of("config", () -> new ConfigCommand()),
                        CommandEntry.of("sandbox", () -> new SandboxCommand(console)),
                        CommandEntry.of("notify", () -> new NotifyCommand(console)),
                        CommandEntry.of("users", () -> new UsersCommand(console)),
                        operation("schema", console),
                        CommandEntry.of("completion", () -> new CompletionCommand(console))
                                .needingAll(),
                        operation("version", console)));
    }

    private static CommandGroup inspection(Console console) {
        return new CommandGroup(
                "Inspect",
                List.of(
                        CommandEntry.of("status", () -> new StatusCommand(console)),
                        operation("runs", console),
                        operation("commits", console),
                        operation("provenance", console),
                        CommandEntry.of("watch", () -> new WatchCommand(console)),
                        CommandEntry.of("ui", () -> new UiCommand(console, Main::run)),
                        CommandEntry.of("log", () -> new LogCommand(console)),
                        operation("calls", console),
                        CommandEntry.of("output", () -> new OutputCommand(console)),
                        operation("show", console),
                        operation("diff", console),
                        operation("explain", console),
                        operation("blame", console),
                        operation("forks", console),
                        operation("fleet", console),
                        CommandEntry.of("bisect", () -> new BisectCommand(console)),
                        operation("cost", console),
                        operation("costs", console),
                        operation("report", console),
                        CommandEntry.of("replay", () -> new ReplayCommand(console)),
                        CommandEntry.of("export", () -> new ExportCommand(console)),
                        CommandEntry.of("verify", () -> new VerifyCommand(console))));
    }

    private static CommandEntry operation(String name, Console console) {
        return CommandEntry.of(name, () -> new OperationCommand(Operations.named(name), console));
    }
}
