package dev.foldline.app.mcp;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.engine.Engines;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** {@code foldline mcp} in a process of its own. */
record McpProcess(Process process, BufferedReader out) implements AutoCloseable {
    static McpProcess at(CliFixture place, String... words) throws IOException {
        var command = command(words);
        var builder =
                new ProcessBuilder(command)
                        .directory(place.root.toFile())
                        .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        builder.environment().putAll(place.environment);
        var process = builder.start();
        return new McpProcess(
                process,
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)));
    }

    /** What starts it. */
    static List<String> command(String... words) {
        var command = Engines.command("mcp");
        command.addAll(List.of(words));
        return command;
    }

    void writeLines(String... lines) throws IOException {
        for (var line : lines)
            process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    /** The next line it says; fails the test at the end of its output. */
    String readLine() throws IOException {
        var line = out.readLine();
        if (line == null) throw new AssertionError("it says nothing more");
        return line;
    }

    /** Hangs up and waits for its end. */
    int hangUp() throws IOException, InterruptedException {
        process.getOutputStream().close();
        if (!process.waitFor(2, TimeUnit.MINUTES)) throw new AssertionError("it does not end");
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
