package dev.foldline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;

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

/**
 * The project of the page on embedding, and a repository for its runs.
 *
 * @param folder a new folder
 */
record ExampleProject(Path folder) {
    static final Path SOURCES = ProjectFiles.DOCS.resolve("embedding");

    /** Something that happens through reflection. */
    @FunctionalInterface
    private interface ReflectiveCall {
        Object call() throws ReflectiveOperationException;
    }

    static ExampleProject in(Path folder) throws IOException, InterruptedException {
        var project = new ExampleProject(folder);
        Files.createDirectory(project.repository());
        project.git("init", "-q", "-b", "main");
        project.git("config", "user.name", "A user");
        project.git("config", "user.email", "user@example.org");
        copy(SOURCES.resolve("agents"), project.repository().resolve("agents"));
        project.git("add", "-A");
        project.git("commit", "-q", "-m", "Add agents");
        return project;
    }

    Path repository() {
        return folder.resolve("repository");
    }

    static List<Path> sources(Path of) throws IOException {
        try (var files = Files.walk(of.resolve("src"))) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }

    /** Compiles a project and returns the folder with its classes and resources. */
    Path compiled(Path project) throws IOException {
        var classes = Files.createTempDirectory(folder, "classes");
        for (var resources : List.of("src/main/resources", "src/test/resources"))
            if (Files.exists(project.resolve(resources))) copy(project.resolve(resources), classes);
        var words = new ArrayList<>(List.of("-proc:none", "-d", classes.toString()));
        words.addAll(List.of("-cp", System.getProperty("java.class.path")));
        for (Path source : sources(project)) words.add(source.toString());
        assertThat(
                        ToolProvider.getSystemJavaCompiler()
                                .run(null, null, null, words.toArray(String[]::new)))
                .isZero();
        return classes;
    }

    /** Runs the tests of a class, and throws what the first of them throws. */
    void test(Path classes, String name) throws Exception {
        try (var loader = loader(classes)) {
            var test = loader.loadClass(name);
            var made = test.getDeclaredConstructor();
            made.setAccessible(true);
            for (var method : test.getDeclaredMethods()) {
                if (!method.isAnnotationPresent(Test.class)) continue;
                method.setAccessible(true);
                call(() -> method.invoke(made.newInstance()));
            }
        }
    }

    /** Runs the main method of a class on the repository. */
    void run(Path classes, String name) throws Exception {
        try (var loader = loader(classes)) {
            var main = loader.loadClass(name).getMethod("main", String[].class);
            call(() -> main.invoke(null, (Object) new String[] {repository().toString()}));
        }
    }

    private URLClassLoader loader(Path classes) throws IOException {
        return new URLClassLoader(new URL[] {classes.toUri().toURL()}, getClass().getClassLoader());
    }

    /** Calls a method and throws what it throws. */
    private static void call(ReflectiveCall method) throws Exception {
        try {
            method.call();
        } catch (InvocationTargetException failed) {
            if (failed.getCause() instanceof Exception why) throw why;
            throw new AssertionError(failed.getCause());
        }
    }

    static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                var target = to.resolve(from.relativize(file).toString());
                if (!Files.isDirectory(file)) Files.copy(file, target);
                else if (!Files.exists(target)) Files.createDirectories(target);
            }
        }
    }

    String git(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        return run(repository(), command.toArray(String[]::new));
    }

    /** Runs the command in the repository. */
    String foldline(String... arguments) throws IOException, InterruptedException {
        var command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "dev.foldline.app.Main"));
        command.addAll(List.of(arguments));
        return run(repository(), command.toArray(String[]::new));
    }

    static String run(Path folder, String... command) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        var process = builder.redirectErrorStream(true).start();
        var output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as("%s: %s", String.join(" ", command), output).isZero();
        return output;
    }
}
