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
                                java(),
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "--enable-native-access=ALL-UNNAMED"));
        words.addAll(archive());
        words.addAll(List.of("-cp", classPath(), main));
        return words;
    }

    /** Returns the program that starts a JVM. */
    public static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /**
     * Returns the options that name the archive of the classes, which is silent where it is no
     * help.
     */
    public static List<String> archive() {
        return Optional.ofNullable(System.getProperty("foldline.archive"))
                .map(classes -> List.of("-Xlog:disable", "-XX:SharedArchiveFile=" + classes))
                .orElse(List.of());
    }

    /** Returns the class path of which the archive is. */
    public static String classPath() {
        return System.getProperty("foldline.class.path", System.getProperty("java.class.path"));
    }
}
