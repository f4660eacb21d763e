package dev.foldline.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;

/** The launcher finds a JDK, builds when it must, and becomes the app. */
@DisabledOnOs(OS.WINDOWS)
class LauncherTest {
    @TempDir Path folder;

    private ScriptFixture world;
    private Path launcher;

    @BeforeEach
    void aCheckoutAndOneJdk() throws IOException {
        world = new ScriptFixture(folder);
        launcher = world.copyScript("foldline");
        world.with("JAVA_HOME", world.jdk("25.0.3").toString());
    }

    @Test
    void an_older_java_home_is_skipped_for_the_java_on_the_path() throws Exception {
        Path fitting = world.jdk("26-ea");
        Files.createSymbolicLink(folder.resolve("bin/java"), fitting.resolve("bin/java"));
        world.with("JAVA_HOME", world.jdk("17.0.15").toString());
        assertThat(world.run(launcher).output()).startsWith(fitting.toRealPath() + "/bin/java\n");
    }

    @Test
    void the_named_jdk_takes_precedence_over_all_others() throws Exception {
        Path named = world.jdk("30");
        world.with("FOLDLINE_JAVA_HOME", named.toString());
        assertThat(world.run(launcher).output()).startsWith(named + "/bin/java\n");
    }

    @Test
    void a_named_jdk_that_is_too_old_is_refused_and_not_replaced() throws Exception {
        var ended = world.with("FOLDLINE_JAVA_HOME", world.jdk("17").toString()).run(launcher);
        assertThat(ended.exit()).isEqualTo(2);
        assertThat(ended.errors()).contains("FOLDLINE_JAVA_HOME").contains("JDK 25");
    }

    @Test
    void a_missing_jdk_is_reported_with_what_to_install() throws Exception {
        ScriptFixture.write(
                launcher, Files.readString(launcher).replace("java_min=25", "java_min=2500"));
        var ended = world.run(launcher);
        assertThat(ended.exit()).isEqualTo(2);
        assertThat(ended.errors())
                .contains("no JDK 2500 or newer was found")
                .contains("apt install")
                .contains("FOLDLINE_JAVA_HOME");
    }

    @Test
    void the_first_start_builds_with_a_notice_and_the_second_does_not() throws Exception {
        var first = world.run(launcher);
        assertThat(first.exit()).isZero();
        assertThat(first.errors()).contains("building the app").contains("built in");
        assertThat(first.output()).doesNotContain("building");
        world.run(launcher);
        assertThat(world.mavenCalls()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pipeline-app", "pipeline-effects/testkit"})
    void a_newer_source_and_a_deleted_one_are_built_again(String module) throws Exception {
        Path source = world.checkout.resolve(module + "/src/main/Main.java");
        ScriptFixture.write(source, "class Main {}");
        world.run(launcher);
        Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(60)));
        world.run(launcher);
        assertThat(world.mavenCalls()).isEqualTo(2);
        Files.delete(source);
        world.run(launcher);
        assertThat(world.mavenCalls()).isEqualTo(3);
    }

    @Test
    void a_jar_built_by_maven_by_hand_is_not_built_again() throws Exception {
        ScriptFixture.write(world.checkout.resolve("pipeline-app/target/lib/a.jar"), "jar");
        ScriptFixture.write(world.checkout.resolve("pipeline-app/target/foldline.jar"), "by hand");
        assertThat(world.run(launcher).exit()).isZero();
        assertThat(world.mavenCalls()).isZero();
    }

    @Test
    void the_adapter_for_temporal_is_copied_if_it_has_been_packaged() throws Exception {
        ScriptFixture.write(
                world.checkout.resolve(
                        "pipeline-effects/temporal/target/dist/temporal/adapter.jar"),
                "adapter");
        var jar = Path.of(jarIn(world.run(launcher).output()));
        assertThat(jar.resolveSibling("temporal/adapter.jar")).hasContent("adapter");
    }

    @Test
    void a_later_build_leaves_the_jar_of_a_running_app_alone() throws Exception {
        Path running = Path.of(jarIn(world.run(launcher).output()));
        world.maven("echo another >pipeline-app/target/foldline.jar");
        Files.setLastModifiedTime(
                world.checkout.resolve("pom.xml"), FileTime.from(Instant.now().plusSeconds(60)));
        Path next = Path.of(jarIn(world.run(launcher).output()));
        assertThat(running).hasContent("jar");
        assertThat(next).hasContent("another").isNotEqualTo(running);
    }

    @Test
    void two_at_once_build_once_and_both_start() throws Exception {
        world.maven(
                "sleep 1; mkdir -p pipeline-app/target/lib && echo jar"
                        + " >pipeline-app/target/foldline.jar");
        Process one = world.start(launcher);
        Process other = world.start(launcher);
        assertThat(world.end(one).exit()).isZero();
        assertThat(world.end(other).exit()).isZero();
        assertThat(world.mavenCalls()).isEqualTo(1);
    }

    @Test
    void the_lock_of_a_dead_launcher_is_taken_over() throws Exception {
        ScriptFixture.write(world.checkout.resolve("target/foldline-build.lock/pid"), "99999999\n");
        assertThat(world.run(launcher).exit()).isZero();
        assertThat(world.checkout.resolve("target/foldline-build.lock")).doesNotExist();
    }

    @Test
    void a_failed_build_shows_mavens_words_and_leaves_no_lock() throws Exception {
        world.maven("echo 'Main.java: cannot find symbol'; exit 1");
        var ended = world.run(launcher);
        assertThat(ended.exit()).isEqualTo(2);
        assertThat(ended.errors())
                .contains("cannot find symbol")
                .contains("the build failed (mvn exit 1)");
        assertThat(ended.output()).isEmpty();
        assertThat(world.checkout.resolve("target/foldline-build.lock")).doesNotExist();
    }

    @Test
    void a_terminated_launcher_ends_its_build_and_its_lock() throws Exception {
        world.maven("echo $$ >'" + folder.resolve("maven-pid") + "'; exec sleep 30");
        Process launched = world.start(launcher);
        Path mavenPid = folder.resolve("maven-pid");
        while (launched.isAlive()
                && (!Files.exists(mavenPid) || Files.readString(mavenPid).isBlank())) {
            Thread.sleep(10);
        }
        ProcessHandle maven =
                ProcessHandle.of(Long.parseLong(Files.readString(mavenPid).strip())).orElseThrow();
        launched.toHandle().destroy(); // and not the process, which would close the stream we read
        assertThat(world.end(launched).exit()).isEqualTo(143);
        maven.onExit().join();
        assertThat(world.checkout.resolve("target/foldline-build.lock")).doesNotExist();
    }

    @Test
    void arguments_and_the_exit_code_pass_through() throws Exception {
        var ended = world.with("FAKE_EXIT", "75").run(launcher, "run", "two words", "*", "");
        assertThat(ended.exit()).isEqualTo(75);
        assertThat(ended.output()).endsWith("foldline.jar\nrun\ntwo words\n*\n\n");
    }

    /** It reads names of files in the encoding of its locale. */
    @ParameterizedTest
    @ValueSource(strings = {"", "C", "POSIX", "xx_YY.UTF-8"})
    void the_jvm_has_a_locale_with_utf_8_and_learns_of_the_users_own(String users)
            throws Exception {
        ScriptFixture.write(
                world.jdk("25.0.3").resolve("bin/java"),
                "#!/bin/sh\nprintf '%s\\n' \"$LC_ALL\" \"$@\"\n");
        assertThat(world.with("LC_ALL", users).run(launcher).output())
                .startsWith("C.UTF-8\n")
                .contains("\n-Dfoldline.locale=" + users + "\n");
    }

    @Test
    void the_app_learns_how_it_was_called() throws Exception {
        assertThat(world.run(launcher, "demo").output())
                .contains("-Dfoldline.called=" + launcher + "\n");
    }

    @Test
    void the_launcher_works_through_symbolic_links_from_any_folder() throws Exception {
        Path near =
                Files.createSymbolicLink(folder.resolve("near"), Path.of("a checkout", "foldline"));
        Path far = Files.createSymbolicLink(folder.resolve("bin/foldline"), near);
        assertThat(Path.of(jarIn(world.run(far).output()))).startsWith(world.checkout.toRealPath());
    }

    private static String jarIn(String output) {
        return output.lines()
                .filter(line -> line.endsWith("/foldline.jar"))
                .findFirst()
                .orElseThrow();
    }
}
