package dev.foldline.app.command.operate.real;

import dev.foldline.app.Main;
import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.effects.fleet.restate.RestateNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A worker in a process of its own, with what it prints. */
public record WorkerProcess(Process process, Path output) implements AutoCloseable {

    public static WorkerProcess start(
            CliFixture place, String name, RestateNode node, String... more) throws Exception {
        return start(place, name, node.ingress().toString(), node.admin().toString(), more);
    }

    public static WorkerProcess start(
            CliFixture place, String name, String ingress, String admin, String... more)
            throws Exception {
        var words =
                new ArrayList<>(
                        List.of(
                                "worker",
                                "--engine",
                                ingress,
                                "--admin",
                                admin,
                                "--name",
                                name,
                                "--timeout",
                                "3s"));
        words.addAll(List.of(more));
        var output = Files.createTempFile(place.root.getParent(), name, ".log");
        var worker = new WorkerProcess(command(place, output, words), output);
        worker.awaits("waits for runs");
        return worker;
    }

    /** Returns how a command of Foldline is started in a process of its own. */
    public static List<String> java(List<String> words) {
        var java =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Main.class.getName()));
        java.addAll(words);
        return java;
    }

    /** Starts a command of Foldline in a process of its own. */
    public static Process command(CliFixture place, Path output, List<String> words)
            throws IOException {
        var builder =
                new ProcessBuilder(java(words))
                        .directory(place.root.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile());
        builder.environment().clear();
        builder.environment().putAll(place.environment);
        return builder.start();
    }

    public String printed() {
        try {
            return Files.readString(output);
        } catch (IOException gone) {
            return "";
        }
    }

    public void awaits(String text) throws Exception {
        try {
            CliFixture.until(
                    text + " from a worker", () -> printed().contains(text), process::isAlive);
        } catch (AssertionError ended) {
            throw new AssertionError("the worker ended: " + printed(), ended);
        }
    }

    public void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    @Override
    public void close() throws InterruptedException {
        kill();
    }
}
