package dev.foldline.app.engine;

import dev.foldline.app.ArchiveTraining;
import dev.foldline.app.Main;
import dev.foldline.core.PipelineState;
import dev.foldline.effects.store.Runs;
import dev.foldline.testkit.simulation.Simulation;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;

/**
 * The application as the launcher installs it, in jars and with an archive of the classes that it
 * loads, but packed from what was just compiled. The first test that wants it makes it; whoever
 * asks later, in this module or in the next one, finds it.
 *
 * @param folder named after the newest of what is in it
 * @param classPath jars only: a JVM archives classes from nothing else
 */
record ApplicationImage(Path folder, String classPath) {
    private static final String ARCHIVE = "classes.jsa";

    /** Has the class path, and is there when the rest is. */
    private static final String REPORTED = "class-path";

    /** One class of each module. */
    private static final List<Class<?>> MODULES =
            List.of(Main.class, Simulation.class, Runs.class, PipelineState.class);

    private static final Path FOLDER = folderOfThese();

    /** The one of the classes that this JVM tests, which is made now if it was not yet. */
    static ApplicationImage ready() throws IOException, InterruptedException {
        Files.createDirectories(FOLDER);
        try (var channel =
                        FileChannel.open(
                                FOLDER.resolve("lock"),
                                StandardOpenOption.CREATE,
                                StandardOpenOption.WRITE);
                var lock = channel.lock()) {
            var made = existing();
            if (!lock.isValid() || made.isPresent()) return made.orElseThrow();
            forgetOthersThan(FOLDER);
            return build(FOLDER);
        }
    }

    /** The same, if it has been made. */
    static Optional<ApplicationImage> existing() throws IOException {
        var reported = FOLDER.resolve(REPORTED);
        return Files.exists(reported)
                ? Optional.of(new ApplicationImage(FOLDER, Files.readString(reported)))
                : Optional.empty();
    }

    private static Path folderOfThese() {
        long newest = 0;
        for (Path classes : modules()) newest = Math.max(newest, newest(classes));
        for (Path library : libraries()) newest = Math.max(newest, newest(library));
        return classes(Main.class)
                .resolveSibling("engine")
                .resolve(Long.toHexString(newest))
                .toAbsolutePath();
    }

    /** What was compiled before is tested by nobody any more. */
    private static void forgetOthersThan(Path folder) throws IOException {
        try (var all = Files.list(folder.getParent())) {
            for (Path other : all.filter(each -> !each.equals(folder)).toList()) {
                try (var files = Files.walk(other)) {
                    for (Path file : files.sorted(Comparator.reverseOrder()).toList())
                        Files.delete(file);
                }
            }
        }
    }

    /** There is none where it could not be made: everything works without it. */
    Path archive() {
        return folder.resolve(ARCHIVE);
    }

    /** Becomes the JVM. */
    Path program() {
        return folder.resolve("foldline");
    }

    /** The words that start the application, to be followed by its own. */
    List<String> command() {
        return command(classPath, Main.class);
    }

    /** The same with a class of the tests, which has the application beside it. */
    List<String> command(Class<?> main) {
        return command(classPath + File.pathSeparator + source(main), main);
    }

    private List<String> command(String path, Class<?> main) {
        var command = jvm();
        if (Files.exists(archive()))
            command.addAll(
                    List.of(
                            "-Xlog:disable",
                            "-XX:SharedArchiveFile=" + archive(),
                            "-Dfoldline.archive=" + archive()));
        command.addAll(List.of("-Dorg.sqlite.lib.path=" + folder, "-cp", path, main.getName()));
        return command;
    }

    private static List<String> jvm() {
        var command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString()));
        command.addAll(Engines.OPTIONS);
        // The launcher starts a jar whose manifest says so.
        command.add("--enable-native-access=ALL-UNNAMED");
        return command;
    }

    private static ApplicationImage build(Path folder) throws IOException, InterruptedException {
        var jars = new ArrayList<String>();
        for (Path classes : modules())
            jars.add(
                    packed(classes, folder.resolve("foldline-" + jars.size() + ".jar")).toString());
        libraries().forEach(library -> jars.add(library.toString()));
        var classPath = String.join(File.pathSeparator, jars);
        var unproven = folder.resolve("classes.new");
        var command = jvm();
        command.addAll(
                List.of(
                        "-Xlog:disable",
                        "-XX:ArchiveClassesAtExit=" + unproven,
                        "-cp",
                        classPath,
                        ArchiveTraining.class.getName(),
                        folder.toString()));
        var tour =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        if (!tour.waitFor(4, TimeUnit.MINUTES)) tour.destroyForcibly();
        else if (tour.exitValue() == 0 && Files.exists(unproven))
            Files.move(unproven, folder.resolve(ARCHIVE), StandardCopyOption.ATOMIC_MOVE);
        var image = new ApplicationImage(folder, classPath);
        Files.writeString(
                image.program(),
                "#!/bin/sh\nexec " + Engines.quoted(image.command()) + " \"$@\"\n");
        Files.setPosixFilePermissions(
                image.program(), PosixFilePermissions.fromString("rwxr-xr-x"));
        var reported = Files.writeString(folder.resolve(REPORTED + ".new"), classPath);
        Files.move(reported, folder.resolve(REPORTED), StandardCopyOption.ATOMIC_MOVE);
        return image;
    }

    /** Those of the tests that the application has too, as it has them. */
    private static List<Path> libraries() {
        var installed = classes(Main.class).resolveSibling("lib");
        var ours = MODULES.stream().map(ApplicationImage::source).toList();
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(entry -> entry.toString().endsWith(".jar") && !ours.contains(entry))
                .map(
                        entry ->
                                Files.isDirectory(installed)
                                        ? installed.resolve(entry.getFileName())
                                        : entry)
                .filter(Files::exists)
                .toList();
    }

    private static List<Path> modules() {
        return MODULES.stream().map(ApplicationImage::classes).toList();
    }

    /** The folder a module was compiled into, also where the tests have its jar. */
    private static Path classes(Class<?> type) {
        var source = source(type);
        return Files.isDirectory(source) ? source : source.resolveSibling("classes");
    }

    private static Path source(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException notLocal) {
            throw new AssertionError(notLocal);
        }
    }

    private static long newest(Path classes) {
        try (var all = Files.walk(classes)) {
            return all.mapToLong(file -> file.toFile().lastModified()).max().orElse(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path packed(Path classes, Path jar) {
        if (ToolProvider.findFirst("jar")
                        .orElseThrow()
                        .run(
                                System.out,
                                System.err,
                                "--create",
                                "--file",
                                jar.toString(),
                                "-C",
                                classes.toString(),
                                ".")
                != 0) {
            throw new AssertionError(classes + " could not be packed");
        }
        return jar;
    }
}
