package dev.foldline.app.engine;

import dev.foldline.app.output.ShellWord;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How tests start the application in a process of its own: with the launcher's options, from jars,
 * and with an archive of the classes it loads, which the first test of a build makes. A start costs
 * a third less so, and there are hundreds of them.
 */
public final class Engines {
    /** What the launcher gives the JVM. */
    public static final List<String> OPTIONS =
            List.of(
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-Djdk.reflect.useNativeAccessorOnly=true");

    private Engines() {}

    /**
     * What a process is started with that is to hear signals: a build in the background of a shell
     * ignores some, and so would all that it starts.
     */
    private static final List<String> HEEDING =
            heeding(List.of("/usr/bin/env", "--default-signal=INT,HUP,TERM"));

    /** What is to be started: the JVM, what it is told, and these words for the application. */
    public static List<String> command(String... words) {
        var command = new ArrayList<>(HEEDING);
        command.addAll(image().command());
        command.addAll(List.of(words));
        return command;
    }

    /** The same as a line for a shell. */
    public static String line(String... words) {
        return quoted(command(words));
    }

    /** A class of the tests in a JVM like that of the application. */
    public static List<String> command(Class<?> main) {
        return image().command(main);
    }

    /** The same as a line for a shell. */
    public static String line(Class<?> main) {
        return quoted(command(main));
    }

    /** The same as a program, which becomes the JVM. */
    public static Path program() {
        return image().program();
    }

    static String quoted(List<String> words) {
        return words.stream().map(ShellWord::of).collect(Collectors.joining(" "));
    }

    /**
     * From now on the agents that this JVM plays begin as quickly, if an image has been made. Most
     * tests play none, so nobody waits for it.
     */
    public static void quickenAgents() throws IOException {
        if (System.getProperty("foldline.class.path") != null) return;
        var made = ApplicationImage.existing();
        if (made.isEmpty()) return;
        System.setProperty("foldline.class.path", made.get().classPath());
        if (Files.exists(made.get().archive()))
            System.setProperty("foldline.archive", made.get().archive().toString());
    }

    /** Nothing where there is no such command. */
    private static List<String> heeding(List<String> command) {
        try {
            var tried = new ArrayList<>(command);
            tried.add("true");
            return new ProcessBuilder(tried).redirectErrorStream(true).start().waitFor() == 0
                    ? command
                    : List.of();
        } catch (IOException none) {
            return List.of();
        } catch (InterruptedException stop) {
            throw new AssertionError(stop);
        }
    }

    private static ApplicationImage image() {
        return Lazy.IMAGE;
    }

    /** Made for the first who starts the application. */
    private static final class Lazy {
        private static final ApplicationImage IMAGE = ready();

        private static ApplicationImage ready() {
            try {
                return ApplicationImage.ready();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException stop) {
                throw new AssertionError(stop);
            }
        }
    }
}
