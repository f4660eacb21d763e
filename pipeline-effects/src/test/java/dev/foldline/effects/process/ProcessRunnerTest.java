package dev.foldline.effects.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.foldline.core.PipelineBug;
import dev.foldline.effects.process.ProcessEnd.Exited;
import dev.foldline.effects.process.ProcessEnd.Signalled;
import dev.foldline.effects.process.ProcessEnd.StartFailed;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

class ProcessRunnerTest {
    @TempDir Path directory;

    private Scripts scripts;

    @BeforeEach
    void a_directory() {
        scripts = new Scripts(directory);
    }

    @Test
    void output_goes_to_our_files_even_if_they_are_replaced() throws IOException {
        Path elsewhere = Files.writeString(directory.resolve("elsewhere"), "mine");
        Path out = Scripts.with(scripts.script("true"), new ProcessInput.Nothing()).output().out();
        Files.createDirectories(out.getParent());
        Files.createSymbolicLink(out, elsewhere);
        ProcessResult result =
                scripts.run("rm '" + out + "'; ln -s '" + elsewhere + "' '" + out + "'; echo said");
        assertThat(result.out().tail()).isEqualTo("said\n");
        assertThat(elsewhere).hasContent("mine");
    }

    @Test
    void the_output_of_a_process_is_kept_counted_and_passed_on() throws IOException {
        List<String> out = new CopyOnWriteArrayList<>();
        List<String> err = new CopyOnWriteArrayList<>();
        ProcessResult result =
                scripts.runner.run(
                        scripts.script("echo grün; printf 'two\\r\\nthree'; echo oops >&2; exit 3"),
                        new ProcessListener(out::add, err::add, () -> false));
        assertThat(result.ended()).isEqualTo(new Exited(3));
        assertThat(result.succeeded()).isFalse();
        assertThat(out).containsExactly("grün", "two", "three");
        assertThat(err).containsExactly("oops");
        assertThat(result.out().tail()).isEqualTo("grün\ntwo\r\nthree");
        assertThat(result.out().bytes()).isEqualTo(result.out().kept()).isEqualTo(16);
        assertThat(result.out().file()).hasContent("grün\ntwo\r\nthree");
        assertThat(result.err().file()).hasContent("oops\n");
        assertThat(result.leftovers()).isZero();
    }

    @Test
    void a_process_sees_exactly_the_environment_it_is_given_and_the_marker() throws IOException {
        ProcessResult result = scripts.runner.run(scripts.command("env"));
        assertThat(result.out().tail().lines())
                .containsExactlyInAnyOrder(
                        "PATH=" + Scripts.PATH,
                        "FOLDLINE_RUN=" + scripts.marker.run(),
                        "FOLDLINE_TICKET=7");
    }

    @Test
    void a_process_works_for_the_run_of_its_marker_regardless_of_its_variables()
            throws IOException {
        ProcessSpec another =
                Scripts.with(
                        scripts.script("echo $FOLDLINE_RUN $FOLDLINE_TICKET"),
                        Map.of(
                                "PATH",
                                Scripts.PATH,
                                ProcessMarker.RUN,
                                "another",
                                ProcessMarker.TICKET,
                                "1"));
        assertThat(scripts.runner.run(another).out().tail())
                .isEqualTo(scripts.marker.run() + " 7\n");
    }

    @Test
    void a_process_runs_in_its_directory() throws IOException {
        assertThat(scripts.run("pwd -P").out().tail()).isEqualTo(directory.toRealPath() + "\n");
    }

    @Test
    void a_process_leads_a_session_of_its_own() throws IOException {
        if (ProcessTable.showsSessions()) {
            String[] ids =
                    scripts.run("echo $$ $(cut -d' ' -f5,6 /proc/$$/stat)")
                            .out()
                            .tail()
                            .strip()
                            .split(" ");
            assertThat(ids).containsOnly(ids[0]).hasSize(3);
        }
    }

    @Test
    void every_input_ends() throws IOException {
        assertThat(scripts.run("cat; echo end").out().tail()).isEqualTo("end\n");
        ProcessSpec cat = scripts.command("cat");
        assertThat(
                        scripts.runner
                                .run(Scripts.with(cat, new ProcessInput.Text("grün")))
                                .out()
                                .tail())
                .isEqualTo("grün");
        Path file = Files.writeString(directory.resolve("prompt"), "from a file");
        assertThat(
                        scripts.runner
                                .run(Scripts.with(cat, new ProcessInput.FromFile(file)))
                                .out()
                                .tail())
                .isEqualTo("from a file");
        ProcessInput unread = new ProcessInput.Text("x".repeat(1_000_000));
        assertThat(scripts.runner.run(Scripts.with(scripts.command("true"), unread)).succeeded())
                .isTrue();
        assertThat(directory.resolve("output").toFile().list())
                .containsExactlyInAnyOrder("7.out", "7.err");
    }

    @Test
    void a_program_that_cannot_be_started_is_reported_with_the_reason() throws IOException {
        assertThat(why(scripts.command("no-such-agent")))
                .isEqualTo("there is no program no-such-agent on the PATH");
        assertThat(why(scripts.command("./no-such-agent")))
                .isEqualTo("there is no program ./no-such-agent");
        Path script = Files.writeString(directory.resolve("agent"), "#!/no/such/interpreter\n");
        assertThat(why(scripts.command("./agent"))).as("not executable").contains("no program");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        assertThat(why(scripts.command("./agent"))).contains("agent", "No such file");
        assertThat(why(scripts.command("true", "x".repeat(3_000_000)))).contains("too long");
        assertThat(
                        why(
                                Scripts.with(
                                        scripts.command("true"),
                                        Map.of("PATH", Scripts.PATH, "NUL", "a\0b"))))
                .contains("Invalid environment variable");
        assertThat(opened()).as("what was opened for them is closed").isEmpty();
        ProcessSpec nowhere =
                new ProcessSpec(
                        List.of("true"),
                        directory.resolve("none"),
                        Map.of("PATH", Scripts.PATH),
                        scripts.marker,
                        new ProcessInput.Nothing(),
                        OutputFiles.in(directory, "1"),
                        Deadlines.ofTotal(Scripts.LONG),
                        List.of());
        assertThat(why(nowhere)).contains("there is no directory");
    }

    /** Of the files in our directory. */
    private List<Path> opened() throws IOException {
        if (!ProcessTable.showsSessions()) {
            return List.of();
        }
        List<Path> opened = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path one : all) {
                Path file = Files.isSymbolicLink(one) ? Files.readSymbolicLink(one) : one;
                if (file.startsWith(directory.toRealPath())) {
                    opened.add(file);
                }
            }
        }
        return opened;
    }

    @Test
    void an_exit_code_that_only_resembles_a_failed_start_is_an_exit_code() throws IOException {
        assertThat(scripts.run("exit 127").ended()).isEqualTo(new Exited(127));
        assertThat(scripts.run("echo worked; echo 'setsid: failed' >&2; exit 127").ended())
                .isEqualTo(new Exited(127));
        assertThat(scripts.run("exit 255").ended()).isEqualTo(new Exited(255));
        assertThat(scripts.run("kill -9 $$").ended()).isEqualTo(new Signalled(9));
    }

    @Test
    void output_beyond_the_limit_is_counted_and_its_end_still_known() throws IOException {
        ProcessResult result =
                scripts.runner.run(
                        Scripts.keeping(
                                scripts.script("head -c 300000 /dev/zero; echo; echo the end"),
                                1000));
        assertThat(result.out().bytes()).isEqualTo(300_009);
        assertThat(result.out().kept()).isEqualTo(1000).isEqualTo(Files.size(result.out().file()));
        assertThat(result.out().isCut()).isTrue();
        assertThat(result.out().tail()).hasSizeLessThanOrEqualTo(8192).endsWith("\nthe end\n");
    }

    @Test
    void fifty_mebibytes_of_output_fit_through_a_small_heap() throws IOException {
        ProcessSpec small =
                scripts.command(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx24m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        OutputReader.class.getName(),
                        directory.resolve("flood").toString());
        ProcessResult result = scripts.runner.run(small);
        assertThat(result.out().tail())
                .as(result.err().tail())
                .isEqualTo("52428800 1048576 Exited[code=0]\n");
    }

    /** A process with a small heap that listens to a talkative child. */
    static final class OutputReader {
        private OutputReader() {}

        public static void main(String[] directory) throws IOException {
            Scripts scripts = new Scripts(Files.createDirectories(Path.of(directory[0])));
            ProcessResult result =
                    scripts.runner.run(
                            Scripts.keeping(
                                    scripts.command("head", "-c", "52428800", "/dev/zero"),
                                    1 << 20));
            System.out.println(
                    result.out().bytes() + " " + result.out().kept() + " " + result.ended());
        }
    }

    @Test
    void a_line_without_an_end_arrives_cut() throws IOException {
        List<Integer> lengths = new CopyOnWriteArrayList<>();
        scripts.runner.run(
                scripts.script("head -c 3000000 /dev/zero; echo; echo next"),
                ProcessListener.ofLines(line -> lengths.add(line.length())));
        assertThat(lengths).containsExactly(ProcessListener.LINE_BYTES_MAX, 4);
    }

    /**
     * Whether somebody is slow, or the machine is: what a process said is not lost because nobody
     * had come to it when it ended.
     */
    @Test
    void the_last_output_is_received_even_if_a_listener_is_slow() throws IOException {
        List<String> out = new CopyOnWriteArrayList<>();
        ProcessResult result =
                scripts.runner.run(
                        scripts.script(
                                "echo one; until [ -e heard ]; do sleep 0.05; done; echo two"),
                        ProcessListener.ofLines(
                                line -> {
                                    out.add(line);
                                    if (line.equals("one")) {
                                        takesItsTime();
                                    }
                                }));
        assertThat(result.out().tail()).isEqualTo("one\ntwo\n");
        assertThat(out).containsExactly("one", "two");
    }

    private void takesItsTime() {
        try {
            Files.createFile(directory.resolve("heard"));
            Thread.sleep(3_000);
        } catch (IOException | InterruptedException broken) {
            throw new IllegalStateException(broken);
        }
    }

    @Test
    void a_listener_that_fails_is_a_bug_but_the_process_is_not_left_hanging() {
        ProcessListener failing =
                ProcessListener.ofLines(
                        line -> {
                            throw new IllegalStateException("cannot parse " + line);
                        });
        PipelineBug bug =
                assertThrows(
                        PipelineBug.class,
                        () ->
                                scripts.runner.run(
                                        scripts.script("seq 1 100000; sleep 300 &"), failing));
        assertThat(bug).hasRootCauseMessage("cannot parse 1");
        assertThat(Reaper.markedFor(scripts.marker.run())).isEmpty();
    }

    private String why(ProcessSpec spec) throws IOException {
        ProcessEnd ended = scripts.runner.run(spec).ended();
        assertThat(ended).isInstanceOf(StartFailed.class);
        return ended instanceof StartFailed(String why) ? why : "";
    }
}
