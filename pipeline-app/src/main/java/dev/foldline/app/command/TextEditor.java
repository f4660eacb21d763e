package dev.foldline.app.command;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.operation.FrontEndServices.TextUse;
import dev.foldline.app.output.ShellWord;
import dev.foldline.effects.process.OwnChildren;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The user's own editor, found in the variables that git reads: {@code GIT_EDITOR} first. */
record TextEditor(Console console) {
    private static final List<String> VARIABLES = List.of("GIT_EDITOR", "VISUAL", "EDITOR");
    private static final String USUAL = "vi";

    <T> T edit(String name, String text, String command, TextUse<T> use)
            throws IOException, InterruptedException {
        var editor = editor(command);
        var folder = Files.createTempDirectory("foldline-edit");
        var file = Files.writeString(folder.resolve(name), text);
        if (run(editor, file) != 0)
            throw missingFile(folder, file, "the editor failed; nothing changed");
        var changed = Files.readAllBytes(file);
        if (Arrays.equals(changed, text.getBytes(StandardCharsets.UTF_8)))
            throw missingFile(folder, file, "the text is unchanged; nothing changed");
        try {
            var made = use.of(changed);
            remove(folder, file);
            return made;
        } catch (UserError unfit) {
            throw new UserError(
                    unfit.message(),
                    file.toString(),
                    "correct the file, then " + command + " -f " + ShellWord.of(file.toString()),
                    unfit.exit());
        }
    }

    private String editor(String command) {
        return VARIABLES.stream()
                .flatMap(name -> Stream.ofNullable(console.environment().get(name)))
                .filter(words -> !words.isBlank())
                .findFirst()
                .or(() -> console.isTerminal() ? Optional.of(USUAL) : Optional.empty())
                .orElseThrow(
                        () ->
                                new UserError(
                                        "there is no editor: EDITOR is not set, and this is no"
                                                + " terminal",
                                        "",
                                        command + " -f FILE",
                                        ExitCode.USAGE));
    }

    /** A shell splits the words, as git lets it. */
    private int run(String editor, Path file) throws IOException, InterruptedException {
        var builder =
                new ProcessBuilder("sh", "-c", editor + " \"$@\"", editor, file.toString())
                        .directory(console.directory().toFile())
                        .inheritIO();
        builder.environment().clear();
        builder.environment().putAll(console.environment());
        return OwnChildren.start(builder).waitFor();
    }

    private static UserError missingFile(Path folder, Path file, String why) throws IOException {
        remove(folder, file);
        return new UserError(why, "", "", ExitCode.FAILED);
    }

    /** An editor may leave a copy beside the file; then the folder stays. */
    private static void remove(Path folder, Path file) throws IOException {
        Files.deleteIfExists(file);
        try (var rest = Files.list(folder)) {
            if (rest.findAny().isPresent()) return;
        }
        Files.delete(folder);
    }
}
