package dev.foldline.effects.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Builds the command that starts another JVM with the launcher's options and its class archive, if
 * it has one.
 */
public final class OwnJvm {
    private OwnJvm() {}

    /**
     * Returns the command line that starts the class of this name, to be followed by its arguments.
     */
    public static List<String> starting(String main) {
        var words =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "--enable-native-access=ALL-UNNAMED"));
        Optional.ofNullable(System.getProperty("foldline.archive"))
                .ifPresent(
                        classes ->
                                words.addAll(
                                        List.of(
                                                "-Xlog:disable",
                                                "-XX:SharedArchiveFile=" + classes)));
        words.addAll(
                List.of(
                        "-cp",
                        System.getProperty(
                                "foldline.class.path", System.getProperty("java.class.path")),
                        main));
        return words;
    }
}
