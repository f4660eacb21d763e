package dev.foldline.mutant;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JVM that runs tests against one mutant after the other ({@link TestRun}). */
final class TestJvm {
    /** A JVM keeps some classes of each mutant: it is replaced after this many runs. */
    private static final int RUNS_MAX = 25;

    private int runs;
    private @Nullable Process process;

    /** Returns the first test that fails, or an empty text. */
    String failed(Path classes, List<String> tests) throws IOException {
        if (tests.isEmpty()) return "";
        var line = new ArrayList<>(List.of(classes.toString()));
        line.addAll(tests);
        var jvm = running();
        var input = jvm.outputWriter();
        input.write(String.join(" ", line) + "\n");
        input.flush();
        var output = jvm.inputReader();
        for (String text = output.readLine(); text != null; text = output.readLine()) {
            if (text.equals(TestRun.PASSED)) return "";
            if (text.startsWith(TestRun.FAILED)) return text.substring(TestRun.FAILED.length());
        }
        throw new IllegalStateException("the JVM of " + classes + " ended");
    }

    private Process running() throws IOException {
        if (process != null && process.isAlive() && ++runs < RUNS_MAX) return process;
        if (process != null) process.destroyForcibly();
        runs = 0;
        var command =
                new ArrayList<>(
                        List.of(
                                ProcessHandle.current().info().command().orElse("java"),
                                "-Xmx1500m",
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "--enable-native-access=ALL-UNNAMED"));
        command.addAll(TestRun.properties());
        if (System.getProperty("jqwik.tries.default") instanceof String tries)
            command.add("-Djqwik.tries.default=" + tries);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add(TestRun.class.getName());
        process = new ProcessBuilder(command).redirectError(Redirect.DISCARD).start();
        return process;
    }
}
