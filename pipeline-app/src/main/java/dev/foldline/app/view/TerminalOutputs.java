package dev.foldline.app.view;

import dev.foldline.core.InFlight;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.state.Item;
import dev.foldline.core.workflow.builtin.Tasks;
import dev.foldline.effects.agent.cli.AgentActivity;
import dev.foldline.effects.json.WireFault;
import dev.foldline.effects.log.LogFold;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.ReadResult;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * The output of a workflow's terminals while they work, from the logs of their tasks and the files
 * of their drivers. The files are redacted.
 */
public final class TerminalOutputs implements AutoCloseable {
    private final RunDirectory workflow;
    private final Map<RunId, Task> tasks = new HashMap<>();
    private Option<LogTail> log = Option.none();

    public TerminalOutputs(RunDirectory workflow) {
        this.workflow = workflow;
    }

    /**
     * A line that a terminal printed.
     *
     * @param terminal the id of its task, a slash, and its own
     */
    public record Line(String terminal, String text) {}

    /** Returns the lines printed since the last call; of much output, the latest lines. */
    public Vector<Line> next() throws IOException {
        if (log.isEmpty()) log = Option.of(new LogTail(workflow));
        return log.get().state().toVector().flatMap(this::next);
    }

    /** Returns the lines of the tasks that run in this state of the workflow, as {@link #next}. */
    Vector<Line> next(PipelineState state) {
        var running =
                state.items()
                        .list(Tasks.TASKS)
                        .flatMap(
                                item ->
                                        item.status() instanceof Item.Running(var ticket)
                                                ? Option.of(RunId.childOf(workflow.id(), ticket))
                                                : Option.<RunId>none());
        var lines = Vector.<Line>empty();
        try {
            drop(running);
            for (var id : running) {
                var task = new RunDirectory(id, workflow.path().resolveSibling(id.text()));
                if (!task.hasStarted()) continue;
                if (!tasks.containsKey(id)) tasks.put(id, new Task(task));
                lines = lines.appendAll(tasks.get(id).next());
            }
        } catch (IOException | WireFault unreadable) {
            // The log of the task reports the damage; its output is only shown.
            return lines;
        }
        return lines;
    }

    private void drop(Vector<RunId> running) throws IOException {
        for (var each = tasks.entrySet().iterator(); each.hasNext(); ) {
            var task = each.next();
            if (running.contains(task.getKey())) continue;
            each.remove();
            task.getValue().log().close();
        }
    }

    /** A task, followed by its log and the files of its driver. */
    private record Task(LogTail log, OutputTail output) {
        Task(RunDirectory run) throws IOException {
            this(new LogTail(run), new OutputTail(run.output()));
        }

        Vector<Line> next() throws IOException {
            return log.state()
                    .filter(
                            state ->
                                    state.slots().inFlight() instanceof InFlight.Known(_, var work)
                                            && work instanceof InvokeAgent)
                    .toVector()
                    .flatMap(this::lines);
        }

        private Vector<Line> lines(PipelineState state) {
            return state.worker()
                    .toVector()
                    .flatMap(
                            worker ->
                                    Vector.ofAll(output.of(state))
                                            .flatMap(AgentActivity::ofLine)
                                            .map(
                                                    text ->
                                                            new Line(
                                                                    Tasks.terminalId(
                                                                            worker.task(),
                                                                            worker.terminal()),
                                                                    text)));
        }
    }

    /** A log that is read on, and its state. */
    private record LogTail(LogReader reader, LogFold fold) {
        LogTail(RunDirectory run) throws IOException {
            this(LogReader.open(run.events()), LogFold.fromStart());
        }

        Option<PipelineState> state() throws IOException {
            while (reader.next() instanceof ReadResult.Line(var line)) fold.next(line);
            return fold.state();
        }

        void close() throws IOException {
            reader.close();
        }
    }

    @Override
    public void close() throws IOException {
        drop(Vector.empty());
        for (var tail : log) tail.close();
    }
}
