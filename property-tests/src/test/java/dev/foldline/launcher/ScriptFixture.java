package dev.foldline.launcher;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A checkout with a blank in its path, holding one of our scripts, a {@code mvn} that counts its
 * calls and makes the app's files, and JDKs that are a release file and a {@code java} that says
 * how it was called.
 */
final class ScriptFixture {
    private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();

    final Path folder;
    final Path checkout;
    private final Map<String, String> environment = new HashMap<>();

    ScriptFixture(Path folder) throws IOException {
        this.folder = folder;
        this.checkout = Files.createDirectories(folder.resolve("a checkout"));
        write(checkout.resolve("pom.xml"), "<project/>");
        write(checkout.resolve("pipeline-app/pom.xml"), "<project/>");
        write(checkout.resolve("pipeline-app/src/main/Main.java"), "class Main {}");
        environment.put("HOME", Files.createDirectories(folder.resolve("home")).toString());
        environment.put("PATH", Files.createDirectories(folder.resolve("bin")) + ":/usr/bin:/bin");
        maven("mkdir -p pipeline-app/target/lib && echo jar >pipeline-app/target/foldline.jar");
    }

    /** What an ended script left behind; {@code errors} is its standard error. */
    record ScriptResult(int exit, String output, String errors) {}

    Path copyScript(String name) throws IOException {
        Path copy = checkout.resolve(name);
        write(copy, Files.readString(REPOSITORY.resolve(name)));
        executable(copy);
        return copy;
    }

    ScriptFixture with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    /** From now on this is what {@code mvn} does, in the folder it is called in. */
    void maven(String does) throws IOException {
        script(
                folder.resolve("bin/mvn"),
                "echo call >>'" + folder.resolve("maven-calls") + "'\n" + does);
    }

    /** From now on this is what a program does, in place of the machine's. */
    void command(String name, String does) throws IOException {
        script(folder.resolve("bin").resolve(name), does);
    }

    int mavenCalls() throws IOException {
        Path calls = folder.resolve("maven-calls");
        return Files.exists(calls) ? Files.readAllLines(calls).size() : 0;
    }

    /**
     * Its {@code java} prints its own path and its arguments, a line each, and ends with {@code
     * FAKE_EXIT}.
     */
    Path jdk(String version) throws IOException {
        Path home = folder.resolve("jdk " + version);
        write(
                home.resolve("release"),
                "IMPLEMENTOR=\"Nobody\"\nJAVA_VERSION=\"" + version + "\"\n");
        script(home.resolve("bin/java"), "printf '%s\\n' \"$0\" \"$@\"\nexit ${FAKE_EXIT:-0}");
        script(home.resolve("bin/javac"), "exit 1");
        return home;
    }

    ScriptResult run(Path script, String... arguments) throws IOException, InterruptedException {
        return end(start(script, arguments));
    }

    Process start(Path script, String... arguments) throws IOException {
        var command = new ArrayList<String>(List.of(script.toString()));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder.redirectError(Files.createTempFile(folder, "errors", "").toFile()).start();
    }

    /**
     * The errors of a {@link #start started} script stay in its file; those of {@link #run} are
     * read.
     */
    ScriptResult end(Process process) throws IOException, InterruptedException {
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("still running; said so far: " + output + errors());
        }
        return new ScriptResult(process.exitValue(), output, errors());
    }

    static void write(Path file, String text) throws IOException {
        if (file.getParent() instanceof Path parent) {
            Files.createDirectories(parent);
        }
        Files.writeString(file, text);
    }

    /** What all scripts have said on standard error so far. */
    String errors() throws IOException {
        var all = new StringBuilder();
        try (var files = Files.newDirectoryStream(folder, "errors*")) {
            for (Path file : files) {
                all.append(Files.readString(file));
            }
        }
        return all.toString();
    }

    private static void script(Path file, String body) throws IOException {
        write(file, "#!/bin/sh\n" + body + "\n");
        executable(file);
    }

    private static void executable(Path file) {
        if (!file.toFile().setExecutable(true)) {
            throw new AssertionError("cannot be made executable: " + file);
        }
    }
}
