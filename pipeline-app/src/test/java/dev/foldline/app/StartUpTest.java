package dev.foldline.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.Console;
import dev.foldline.app.command.GlobalOptions;
import dev.foldline.app.command.Host;
import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

class StartUpTest {
    /** What is asked for often should not wait for libraries it does not use. */
    @ParameterizedTest
    @ValueSource(strings = {"--version", "help mcp"})
    void a_plain_command_loads_neither_jackson_nor_jgit(String arguments)
            throws IOException, InterruptedException {
        isPlain(arguments);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "completion bash", "help status"})
    @Thorough
    void another_plain_command_loads_neither_too(String arguments)
            throws IOException, InterruptedException {
        isPlain(arguments);
    }

    private static void isPlain(String arguments) throws IOException, InterruptedException {
        var loaded = loaded(arguments.split(" "));
        assertThat(loaded).anyMatch(line -> line.contains("dev.foldline.app.Main "));
        assertThat(loaded)
                .noneMatch(
                        line ->
                                line.contains(" tools.jackson.")
                                        || line.contains(" org.eclipse.jgit.")
                                        || line.contains(" com.networknt.")
                                        || line.contains(" io.modelcontextprotocol.")
                                        || line.contains(" org.eclipse.jetty.")
                                        || line.contains(" reactor."));
    }

    @Test
    void a_named_command_loads_only_its_own_options() {
        assertThat(commands("-q", "status", "--json")).containsExactly("status");
        assertThat(commands("statsu")).contains("run", "status", "help");
        assertThat(commands("help", "status")).contains("run", "status", "help");
        assertThat(commands("status", "completion")).containsExactly("status");
        assertThat(commands("completion", "bash")).contains("run", "status", "help");
        assertThat(commands("--help", "status")).contains("run", "status", "help");
    }

    /** The names stand beside the commands so that none has to be loaded to be found. */
    @Test
    void commands_are_entered_by_the_names_that_they_declare() {
        for (var name : commands("--help"))
            if (!Set.of("help", "completion").contains(name))
                assertThat(commands(name)).as(name).contains(name).hasSizeLessThan(3);
        assertThat(commands("workflows")).containsExactly("workflow", "workflows");
    }

    private static Set<String> commands(String... words) {
        var nowhere =
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        var host =
                new Host(
                        nowhere,
                        nowhere,
                        Map.of(),
                        InputStream.nullInputStream(),
                        Path.of(""),
                        false,
                        "foldline");
        var options = new GlobalOptions();
        return Commands.line(new Console(host, options), options, words).getSubcommands().keySet();
    }

    private static List<String> loaded(String... arguments)
            throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-Xlog:class+load:stdout",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "dev.foldline.app.Main"));
        command.addAll(List.of(arguments));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return output.lines().filter(line -> line.contains("[class,load]")).toList();
    }
}
