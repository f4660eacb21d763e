package dev.foldline.effects.agent;

import dev.foldline.core.event.ChildEvent.ChildSpawned;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.InputEvent.ChildEnded;
import dev.foldline.core.event.InputEvent.GateApproved;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.ReadResult;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the log of a run says about its attempts.
 *
 * @param completed the attempts of the list whose latest run has completed
 * @param message the message of the latest approval; empty if there is none
 * @param checks the commands of each check
 */
record AttemptsLog(
        Vector<Attempt> completed, String message, Map<String, Vector<CommandLine>> checks) {

    /**
     * A completed attempt.
     *
     * @param tree its worktree; none if it was removed
     */
    record Attempt(String item, String branch, Option<Path> tree) {}

    static AttemptsLog of(RunContext run, String list) throws IOException {
        Map<Long, ChildSpawned> started = LinkedHashMap.empty();
        Map<String, ChildEnded> ended = LinkedHashMap.empty();
        Map<String, Vector<CommandLine>> checks = LinkedHashMap.empty();
        var message = "";
        try (var reader = LogReader.open(run.directory().events())) {
            while (reader.next() instanceof ReadResult.Line(var line)) {
                Event event =
                        line.event(
                                (bytes, offset, length) ->
                                        Wire.event(line.version(), bytes, offset, length));
                if (event instanceof RunStarted start) checks = start.workflow().policy().checks();
                if (event instanceof ChildSpawned child)
                    started = started.put(child.ticket(), child);
                if (event instanceof ChildEnded end && end.list().equals(list))
                    ended = ended.put(end.item(), end);
                if (event instanceof GateApproved approved) message = approved.feedback();
            }
        }
        var completed = Vector.<Attempt>empty();
        for (var end : ended.values().filter(each -> each.report().isCompleted())) {
            var child = started.get(end.spawnTicket());
            var branch = child.flatMap(ChildSpawned::branch);
            if (branch.isDefined())
                completed =
                        completed.append(
                                new Attempt(
                                        end.item(), branch.get(), tree(run, child.get().child())));
        }
        return new AttemptsLog(completed.sortBy(Attempt::item), message, checks);
    }

    private static Option<Path> tree(RunContext run, String child) throws IOException {
        var place =
                new RunDirectory(new RunId(child), run.directory().path().resolveSibling(child))
                        .place();
        return Files.exists(place)
                ? Option.of(Path.of(Files.readString(place).strip())).filter(Files::isDirectory)
                : Option.none();
    }

    Vector<CommandLine> commands(String check) {
        return checks.get(check).getOrElse(Vector.empty());
    }
}
