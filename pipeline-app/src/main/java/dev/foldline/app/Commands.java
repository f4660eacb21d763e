package dev.foldline.app;

import dev.foldline.app.command.CommandGroup;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.GlobalOptions;
import dev.foldline.app.command.Root;
import dev.foldline.app.command.agent.Agents;
import dev.foldline.app.command.agent.Cost;
import dev.foldline.app.command.agent.PromptsCommand;
import dev.foldline.app.command.gate.Approve;
import dev.foldline.app.command.gate.Freeze;
import dev.foldline.app.command.gate.Gates;
import dev.foldline.app.command.gate.Reject;
import dev.foldline.app.command.inspect.Diff;
import dev.foldline.app.command.inspect.Explain;
import dev.foldline.app.command.inspect.Log;
import dev.foldline.app.command.inspect.Replay;
import dev.foldline.app.command.inspect.Show;
import dev.foldline.app.command.inspect.Status;
import dev.foldline.app.command.inspect.Verify;
import dev.foldline.app.command.operate.Cancel;
import dev.foldline.app.command.operate.DemoCommand;
import dev.foldline.app.command.operate.Gc;
import dev.foldline.app.command.operate.McpCommand;
import dev.foldline.app.command.operate.PauseCommand;
import dev.foldline.app.command.operate.Resume;
import dev.foldline.app.command.operate.Retry;
import dev.foldline.app.command.operate.RunCommand;
import dev.foldline.app.command.operate.Stop;
import dev.foldline.app.command.operate.Watch;
import dev.foldline.app.command.task.Import;
import dev.foldline.app.command.task.Reset;
import dev.foldline.app.command.runtime.ServeCommand;
import dev.foldline.app.command.runtime.WorkflowCommand;
import dev.foldline.app.command.task.TaskCommand;
import dev.foldline.app.command.setup.Completion;
import dev.foldline.app.command.setup.Config;
import dev.foldline.app.command.setup.Doctor;
import dev.foldline.app.command.setup.Init;
import dev.foldline.app.command.setup.Plan;
import dev.foldline.app.command.setup.Schema;
import dev.foldline.app.command.setup.VersionCommand;
import dev.foldline.app.command.setup.Workflows;
import java.util.List;
import picocli.CommandLine;

/** Every command there is, in the groups and the order help shows them. */
final class Commands {
    private Commands() {}

    static CommandLine line(Console console, GlobalOptions options, String... words) {
        return CommandGroup.line(new Root(options), List.of(
                new CommandGroup("Begin", List.of(new Init(console), new Doctor(console), new Plan(console))),
                new CommandGroup("Work", List.of(new DemoCommand(console), new RunCommand(console), new Resume(console),
                        new PauseCommand(console), new Stop(console), new Cancel(console), new Retry(console), new Gc(console))),
                new CommandGroup("Gates", List.of(new Gates(console), new Approve(console), new Reject(console), new Freeze(console),
                        new McpCommand(console))),
                new CommandGroup("Tasks", List.of(new WorkflowCommand(console), new ServeCommand(console))),
                new CommandGroup("Pull", List.of(new TaskCommand(console), new Reset(console), new Import(console))),
                new CommandGroup("Look", List.of(new Status(console), new Watch(console), new Log(console), new Show(console), new Diff(console),
                        new Explain(console), new Cost(console), new Replay(console), new Verify(console))),
                new CommandGroup("Set up", List.of(new Agents(console), new PromptsCommand(console), new Workflows(console), new Config(console), new Schema(console),
                        new Completion(console), new VersionCommand(console)))), words);
    }
}
