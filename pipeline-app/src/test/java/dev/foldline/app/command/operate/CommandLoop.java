package dev.foldline.app.command.operate;

import dev.foldline.app.Main;
import dev.foldline.app.command.Host;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * A process that runs one command after the other: each line it reads is a folder and the words to
 * run there, and what it answers ends with the exit code and with {@link #END}.
 */
final class CommandLoop {
    /** A line that no command prints. */
    static final String END = "--end--";

    private CommandLoop() {}

    public static void main(String[] arguments) throws IOException {
        var out =
                new PrintStream(
                        new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        try (var asked =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (var line = asked.readLine(); line != null; line = asked.readLine()) {
                var words = List.of(line.split("\t"));
                out.println("exit " + exit(out, words));
                out.println(END);
            }
        }
        System.exit(0);
    }

    private static int exit(PrintStream out, List<String> words) {
        var host =
                new Host(
                        out,
                        out,
                        System.getenv(),
                        new ByteArrayInputStream(new byte[0]),
                        Path.of(words.getFirst()),
                        false,
                        "foldline");
        return Main.run(host, words.subList(1, words.size()).toArray(String[]::new));
    }
}
