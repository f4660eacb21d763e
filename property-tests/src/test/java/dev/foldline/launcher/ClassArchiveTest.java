package dev.foldline.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

import javax.tools.ToolProvider;

/**
 * The archive of classes that makes starts faster, with a real JVM and an app of two classes:
 * nothing depends on it.
 */
@EnabledOnOs(OS.LINUX)
class ClassArchiveTest {
    private static final String GREETS =
            "package dev.foldline.app; public class Main { public static void main(String[] words)"
                    + " { System.out.println(\"hello \" + words[0]); } }";

    @TempDir Path folder;

    private ScriptFixture world;
    private Path launcher;

    @BeforeEach
    void a_checkout_and_this_jdk() throws IOException {
        world = new ScriptFixture(folder);
        launcher = world.copyScript("foldline");
        world.with("FOLDLINE_JAVA_HOME", System.getProperty("java.home"));
    }

    @Test
    void the_second_start_takes_the_app_from_the_archive() throws Exception {
        tourEndsWith(0);
        assertThat(world.run(launcher, "you").output()).isEqualTo("hello you\n");
        var loaded = folder.resolve("loaded");
        assertThat(
                        world.with("FOLDLINE_JVM_OPTIONS", "-Xlog:class+load:file=" + loaded)
                                .run(launcher, "again")
                                .output())
                .isEqualTo("hello again\n");
        assertThat(loaded)
                .content()
                .contains("dev.foldline.app.Main source: shared objects file (top)");
    }

    @Test
    @Thorough
    void the_library_unpacked_by_the_tour_is_found_by_later_starts() throws Exception {
        tourEndsWith(0);
        world.run(launcher, "you");
        var unpacked = archive().resolveSibling("native");
        assertThat(unpacked).isDirectory();
        assertThat(
                        world.with("FOLDLINE_JVM_OPTIONS", "-XshowSettings:properties")
                                .run(launcher, "you")
                                .errors())
                .contains("org.sqlite.lib.path = " + unpacked + "\n");
    }

    @Test
    void a_damaged_archive_is_ignored_silently() throws Exception {
        tourEndsWith(0);
        world.run(launcher, "you");
        var archive = archive();
        var whole = Files.readAllBytes(archive);
        for (byte[] damaged :
                new byte[][] {
                    "no archive".getBytes(StandardCharsets.UTF_8),
                    {},
                    Arrays.copyOf(whole, whole.length / 2)
                }) {
            Files.write(archive, damaged);
            startsQuietly();
        }
        Files.delete(archive);
        startsQuietly();
    }

    @Test
    @Thorough
    void an_archive_that_does_not_fit_the_options_is_ignored_silently() throws Exception {
        tourEndsWith(0);
        world.run(launcher, "you");
        assertThat(archive()).exists();
        world.with("FOLDLINE_JVM_OPTIONS", "-XX:-UseCompressedOops");
        startsQuietly();
    }

    @Thorough
    @Test
    void an_app_whose_tour_fails_starts_without_one() throws Exception {
        tourEndsWith(1);
        assertThat(world.run(launcher, "you").output()).isEqualTo("hello you\n");
        assertThat(archive()).doesNotExist();
        startsQuietly();
    }

    private void startsQuietly() throws IOException, InterruptedException {
        var before = world.errors();
        var ended = world.run(launcher, "more");
        assertThat(ended.exit()).isZero();
        assertThat(ended.output()).isEqualTo("hello more\n");
        assertThat(ended.errors()).isEqualTo(before);
    }

    private Path archive() throws IOException {
        var images = world.checkout.resolve("target/foldline-app");
        return images.resolve(Files.readString(images.resolve("current")).strip())
                .resolve("classes.jsa");
    }

    /** From now on Maven builds an app that greets. */
    private void tourEndsWith(int exit) throws IOException {
        var jar = folder.resolve("app.jar");
        writeJar(
                jar,
                Map.of(
                        "Main",
                        GREETS,
                        "ArchiveTraining",
                        "package dev.foldline.app; public class ArchiveTraining { public static"
                                + " void main(String[] folder) { dev.foldline.app.Main.main(new"
                                + " String[] {\"all\"}); new java.io.File(folder[0]).mkdir();"
                                + " System.exit("
                                + exit
                                + "); } }"));
        world.maven(
                "mkdir -p pipeline-app/target/lib && cp '"
                        + jar
                        + "' pipeline-app/target/foldline.jar");
    }

    private void writeJar(Path jar, Map<String, String> sources) throws IOException {
        var classes = Files.createDirectories(folder.resolve("classes"));
        for (var source : sources.entrySet())
            ScriptFixture.write(
                    folder.resolve("sources/dev/foldline/app/" + source.getKey() + ".java"),
                    source.getValue());
        var files =
                sources.keySet().stream()
                        .map(
                                name ->
                                        folder.resolve("sources/dev/foldline/app/" + name + ".java")
                                                .toString())
                        .toArray(String[]::new);
        assertThat(
                        ToolProvider.getSystemJavaCompiler()
                                .run(null, null, null, words(classes, files)))
                .isZero();
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "dev.foldline.app.Main");
        try (var out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            for (var name : sources.keySet()) {
                out.putNextEntry(new ZipEntry("dev/foldline/app/" + name + ".class"));
                out.write(
                        Files.readAllBytes(classes.resolve("dev/foldline/app/" + name + ".class")));
            }
        }
    }

    private static String[] words(Path classes, String[] files) {
        return Stream.concat(Stream.of("-d", classes.toString()), Stream.of(files))
                .toArray(String[]::new);
    }
}
