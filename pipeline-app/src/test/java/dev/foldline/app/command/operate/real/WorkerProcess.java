package dev.foldline.app.command.operate.real;

import dev.foldline.app.Main;
import dev.foldline.app.command.operate.Place;
import dev.foldline.effects.fleet.restate.RestateNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A worker in a process of its own, with what it prints. */
record WorkerProcess(Process process, Path output) implements AutoCloseable {

    static WorkerProcess start(Place place, String name, RestateNode node, String... more)
            throws Exception {
        return start(place, name, node.ingress().toString(), node.admin().toString(), more);
    }

    static WorkerProcess start(
            Place place, String name, String ingress, String admin, String... more)
            throws Exception {
        var output = Files.createTempFile(place.root.getParent(), name, ".log");
        var words =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Main.class.getName(),
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
        var builder =
                new ProcessBuilder(words)
                        .directory(place.root.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile());
        builder.environment().clear();
        builder.environment().putAll(place.environment);
        var worker = new WorkerProcess(builder.start(), output);
        worker.awaits("waits for runs");
        return worker;
    }

    String printed() {
        try {
            return Files.readString(output);
        } catch (IOException gone) {
            return "";
        }
    }

    void awaits(String text) throws Exception {
        try {
            Place.until(text + " from a worker", () -> printed().contains(text), process::isAlive);
        } catch (AssertionError ended) {
            throw new AssertionError("the worker ended: " + printed(), ended);
        }
    }

    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    @Override
    public void close() throws InterruptedException {
        kill();
    }
}
