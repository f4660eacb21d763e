package dev.foldline.testkit.simulation;

import dev.foldline.core.command.Command;
import dev.foldline.testkit.simulation.Draws.Draw;

import io.vavr.collection.Vector;

/**
 * Everything that happens to a run from outside, as data. What it does not mention is harmless:
 * effects succeed at once, artifacts have their first label, no user sends a command, and no driver
 * crashes. So each entry that is removed makes the run simpler.
 *
 * @param outcomes the outcomes of effects that are not the harmless ones
 * @param commands the commands of users and other programs, in order
 * @param crashes the crashes of the driver's process
 */
public record WorldScript(
        Vector<Draw> outcomes, Vector<SentCommand> commands, Vector<CrashPoint> crashes) {

    /** Nothing happens. */
    public static final WorldScript EMPTY =
            new WorldScript(Vector.empty(), Vector.empty(), Vector.empty());

    /**
     * A command from outside. It is sent when the run has this progress, or earlier if the run
     * waits.
     *
     * @param awaited whether it is sent only while the run waits
     * @param effects number of completed effects
     * @param inputs number of inputs received
     * @param exact whether it names the open gate as it is shown, whatever that is
     */
    public record SentCommand(
            boolean awaited, int effects, long inputs, Command command, boolean exact) {}

    public WorldScript withOutcomes(Vector<Draw> changed) {
        return new WorldScript(changed, commands, crashes);
    }

    public WorldScript withCommands(Vector<SentCommand> changed) {
        return new WorldScript(outcomes, changed, crashes);
    }

    public WorldScript withCrashes(Vector<CrashPoint> changed) {
        return new WorldScript(outcomes, commands, changed);
    }

    /** Returns the number of entries. */
    public int length() {
        return outcomes.size() + commands.size() + crashes.size();
    }
}
