package dev.foldline.app.command.setup;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.command.Console;
import dev.foldline.app.output.ShellWord;
import dev.foldline.app.run.TaskText;
import dev.foldline.core.workflow.builtin.Tdd;

import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What is to be done, as a command line says it: in words, in a file, or not at all, for what
 * {@code PROMPT.md} says.
 */
public final class TaskArgument {
    @Parameters(
            arity = "0..1",
            paramLabel = "TASK",
            description = "Task, or - for standard input (default: PROMPT.md).")
    private Optional<String> task = Optional.empty();

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            description = "Read the task from a file, or - for standard input.")
    private Optional<String> file = Optional.empty();

    /**
     * A task.
     *
     * @param text the text for agents
     * @param words what names it again behind a command, for a shell; empty for what {@code
     *     PROMPT.md} says
     */
    public record Named(String text, String words) {

        /**
         * The same task behind these flags, which are words for a shell with a space before each.
         */
        public Named behind(String flags) {
            return new Named(text, flags + words);
        }

        /** The command that begins a run of it, typed where this one was. */
        String start(Console console) {
            return "foldline" + console.led() + " run" + words;
        }
    }

    /**
     * The file that the workflow tdd works through.
     *
     * @param command the command that needs it, for the error
     * @throws UserError if none was named
     */
    public String planFile(String command) {
        return file.orElseThrow(
                () ->
                        new UserError(
                                "workflow " + Tdd.NAME + " needs a plan file",
                                "",
                                command + " --workflow " + Tdd.NAME + " -f PLAN.md",
                                ExitCode.USAGE));
    }

    /**
     * @throws UserError if a task was given beside this option
     */
    public void refuse(String option) {
        if (task.isPresent() || file.isPresent())
            throw new UserError(
                    "a task and an issue are mutually exclusive",
                    option,
                    "use only one of them",
                    ExitCode.USAGE);
    }

    /**
     * @param root where {@code PROMPT.md} is
     * @param command the command that received it, for the error
     * @throws UserError if there is none, it is empty, or two were given
     */
    public Named read(Console console, Path root, String command) {
        if (task.isPresent() && file.isPresent())
            throw new UserError(
                    "TASK and --file are mutually exclusive",
                    "-f " + file.get(),
                    "use only one of them",
                    ExitCode.USAGE);
        if (task.filter(Console.INPUT::equals).isPresent())
            return new Named(written(console, Console.INPUT), " " + Console.INPUT);
        if (task.isPresent())
            return new Named(
                    TaskText.ofText(task.get()),
                    (task.get().startsWith("-") ? " -- " : " ") + ShellWord.of(task.get()));
        if (file.isPresent()) return of(file.get(), written(console, file.get()));
        return new Named(TaskText.from(root, command), "");
    }

    /** What was written into a file, or into standard input. */
    public static String written(Console console, String file) {
        return TaskText.read(console.text(file), console.place(file));
    }

    /** What a file holds. */
    public static Named of(String file, String text) {
        return new Named(text, " -f " + ShellWord.of(file));
    }
}
