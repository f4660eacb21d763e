package dev.foldline.kill;

import dev.foldline.app.Main;
import dev.foldline.app.demo.Tour;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How the engines of the tests find their classes: as the launcher's do, in jars, and from an archive of what they load, which the
 * first of them makes. Where the application was not packed there is none, and they start more slowly.
 */
final class SharedClasses {
    private SharedClasses() {}

    /** What the JVM is told about its classes. */
    static List<String> options() throws IOException, InterruptedException {
        var classes = System.getProperty("java.class.path");
        var application = application();
        if (!Files.isRegularFile(application)) return List.of("-cp", classes);
        var jars = Arrays.stream(classes.split(File.pathSeparator)).filter(entry -> entry.endsWith(".jar")).collect(Collectors.joining(File.pathSeparator));
        var archive = Path.of("target", "engine-" + Files.getLastModifiedTime(application).toMillis() + ".jsa").toAbsolutePath();
        make(archive, jars);
        return Files.exists(archive) ? List.of("-Xlog:disable", "-XX:SharedArchiveFile=" + archive, "-Dfoldline.archive=" + archive, "-cp", jars) : List.of("-cp", jars);
    }

    /** Once, whoever asks first; the others wait. An archive that could not be made is tried again by the next. */
    private static void make(Path archive, String jars) throws IOException, InterruptedException {
        if (Files.exists(archive)) return;
        var unproven = archive.resolveSibling(archive.getFileName() + ".new");
        try (var channel = FileChannel.open(archive.resolveSibling("engine.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE); var lock = channel.lock()) {
            if (!lock.isValid() || Files.exists(archive)) return;
            var command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
            command.addAll(Engine.OPTIONS);
            command.addAll(List.of("-Xlog:disable", "-XX:ArchiveClassesAtExit=" + unproven, "-cp", jars, Tour.class.getName()));
            var tour = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
            if (tour.waitFor() == 0 && Files.exists(unproven)) Files.move(unproven, archive, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private static Path application() {
        try {
            return Path.of(Main.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException notLocal) {
            throw new AssertionError(notLocal);
        }
    }
}
