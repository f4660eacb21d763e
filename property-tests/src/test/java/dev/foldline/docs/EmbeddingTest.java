package dev.foldline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import javax.tools.ToolProvider;

/** The project of the page on embedding builds, passes its tests and runs on a real repository. */
class EmbeddingTest {
    private static final Path TOP = Path.of("..").toAbsolutePath().normalize();
    private static final Path PROJECT = TOP.resolve("docs/embedding");
    private static final int LINES_MAX = 60;

    @TempDir private Path folder;

    /** For what is too large for memory. */
    @TempDir(factory = TempDirFactory.Standard.class)
    private Path disk;

    private Path repository;

    @BeforeEach
    void create() throws IOException, InterruptedException {
        repository = Files.createDirectory(folder.resolve("repository"));
        git("init", "-q", "-b", "main");
        git("config", "user.name", "A user");
        git("config", "user.email", "user@example.org");
        copy(PROJECT.resolve("agents"), repository.resolve("agents"));
        git("add", "-A");
        git("commit", "-q", "-m", "Add agents");
    }

    @Test
    void the_project_fits_on_a_page() throws IOException {
        long lines = 0;
        for (Path source : sources())
            lines += Files.readAllLines(source).stream().filter(line -> !line.isBlank()).count();
        assertThat(lines).isLessThanOrEqualTo(LINES_MAX);
    }

    @Test
    void the_workflow_is_tested_crashed_and_run_for_real() throws Exception {
        var classes = compiled();
        try (var loader =
                new URLClassLoader(
                        new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
            var test = loader.loadClass("example.GuideTest");
            var made = test.getDeclaredConstructor();
            made.setAccessible(true);
            for (var method : test.getDeclaredMethods()) {
                if (!method.isAnnotationPresent(Test.class)) continue;
                method.setAccessible(true);
                call(() -> method.invoke(made.newInstance()));
            }
            var main = loader.loadClass("example.Guide").getMethod("main", String[].class);
            call(() -> main.invoke(null, (Object) new String[] {repository.toString()}));
        }
        assertWritten();
    }

    /** Installs Foldline from a clone into an empty local repository. Takes minutes. */
    @Test
    @Thorough
    void the_project_builds_with_installed_artifacts() throws IOException, InterruptedException {
        var clone = disk.resolve("clone");
        run(disk, "git", "clone", "-q", TOP.toString(), clone.toString());
        maven(clone, "-Dmaven.test.skip=true", "-pl", "!property-tests", "install");
        var project = clone.resolve("docs/embedding");
        maven(project, "test", "exec:java", "-Dexec.args=" + repository);
        assertWritten();
    }

    private void assertWritten() throws IOException, InterruptedException {
        assertThat(git("log", "--format=%s", "-1")).isEqualTo("Add a guide\n");
        assertThat(git("show", "HEAD:GUIDE.md")).isEqualTo("# Greeting\n\nSay hello.\n".repeat(2));
        assertThat(git("status", "--porcelain")).isEmpty();
        assertThat(git("branch", "--show-current")).startsWith("foldline/");
    }

    private Path compiled() throws IOException {
        var classes = Files.createDirectory(folder.resolve("classes"));
        copy(PROJECT.resolve("src/main/resources"), classes);
        var words = new ArrayList<>(List.of("-proc:none", "-d", classes.toString()));
        words.addAll(List.of("-cp", System.getProperty("java.class.path")));
        for (Path source : sources()) words.add(source.toString());
        assertThat(
                        ToolProvider.getSystemJavaCompiler()
                                .run(null, null, null, words.toArray(String[]::new)))
                .isZero();
        return classes;
    }

    private static List<Path> sources() throws IOException {
        try (var files = Files.walk(PROJECT.resolve("src"))) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }

    @FunctionalInterface
    private interface Reflected {
        Object call() throws ReflectiveOperationException;
    }

    /** Calls a method and throws what it throws. */
    private static void call(Reflected method) throws Exception {
        try {
            method.call();
        } catch (InvocationTargetException failed) {
            if (failed.getCause() instanceof Exception why) throw why;
            throw new AssertionError(failed.getCause());
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                var target = to.resolve(from.relativize(file).toString());
                if (!Files.isDirectory(file)) Files.copy(file, target);
                else if (!Files.exists(target)) Files.createDirectories(target);
            }
        }
    }

    private String git(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        return run(repository, command.toArray(String[]::new));
    }

    /** Runs Maven on this JDK, with the user's local repository as its only remote one. */
    private void maven(Path project, String... arguments) throws IOException, InterruptedException {
        var settings = disk.resolve("settings.xml");
        var known = Path.of(System.getProperty("user.home"), ".m2", "repository");
        Files.writeString(
                settings,
                """
                <settings><mirrors><mirror><id>known</id><mirrorOf>*</mirrorOf><url>%s</url></mirror></mirrors></settings>
                """
                        .formatted(known.toUri()));
        var command =
                new ArrayList<>(
                        List.of(
                                "mvn",
                                "-q",
                                "-B",
                                "-s",
                                settings.toString(),
                                "-Dmaven.repo.local=" + disk.resolve("repository")));
        command.addAll(List.of(arguments));
        run(project, command.toArray(String[]::new));
    }

    private static String run(Path folder, String... command)
            throws IOException, InterruptedException {
        var builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        var process = builder.redirectErrorStream(true).start();
        var output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as("%s: %s", String.join(" ", command), output).isZero();
        return output;
    }
}
