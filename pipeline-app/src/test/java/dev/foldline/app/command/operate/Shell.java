package dev.foldline.app.command.operate;

import dev.foldline.app.engine.Engines;
import dev.foldline.effects.machine.MachineRequirement;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Shell scripts in which {@code foldline} is the real command in another process than ours, and
 * {@code "$ENGINE"} a program that becomes it, so that the system can be told to refuse it things:
 * room on a disk, the size of a file, rights. Where a script is refused them from its beginning,
 * one process runs all its commands, because most of a command is the start of its JVM.
 */
public final class Shell {
    private static final String PREAMBLE =
            """
            foldline() {
              "$ENGINE" "$@"
              echo "exit $?"
            }
            """;

    /** One process for all commands, which {@link CommandLoop} reads and answers. */
    private static final String ONE_PROCESS =
            """
            mkfifo "$HOME/asked" "$HOME/answered" || exit 98
            COMMAND_LOOP <"$HOME/asked" >"$HOME/answered" 2>&1 &
            exec 3>"$HOME/asked" 4<"$HOME/answered"
            foldline() {
              { printf '%s\\t' "$PWD" "$@"; echo; } >&3
              while IFS= read -r answered <&4 && [ "$answered" != END ]; do
                printf '%s\\n' "$answered"
              done
            }
            """
                    .replace("END", CommandLoop.END);

    private Shell() {}

    /** Runs a script in a place's working tree; its own exit code and everything it said. */
    public static CliFixture.CommandResult run(CliFixture place, String script)
            throws IOException, InterruptedException {
        return run(place, List.of(), PREAMBLE + script);
    }

    /**
     * The same in a name space of its own, in which {@code $DISK} is a small disk that can be
     * filled or made read-only.
     */
    static CliFixture.CommandResult withSmallDisk(CliFixture place, String size, String script)
            throws IOException, InterruptedException {
        Files.createDirectories(disk(place));
        return run(
                place,
                List.of("unshare", "-Urm"),
                "mount -t tmpfs -o size="
                        + size
                        + " none \"$DISK\" || exit 99\n"
                        + oneProcess()
                        + script);
    }

    /** The same without the right of an administrator to do what the rights of a file forbid. */
    static CliFixture.CommandResult asOrdinaryUser(CliFixture place, String script)
            throws IOException, InterruptedException {
        return run(
                place,
                isRoot()
                        ? List.of("setpriv", "--bounding-set=-dac_override,-dac_read_search")
                        : List.of(),
                oneProcess() + script);
    }

    private static String oneProcess() {
        return ONE_PROCESS.replace("COMMAND_LOOP", Engines.line(CommandLoop.class));
    }

    static void demandSmallDisks() {
        MachineRequirement.demand(
                succeeds("unshare", "-Urm", "mount", "-t", "tmpfs", "none", "/mnt"),
                "a small disk: the right to mount one in a name space of its own (unshare -Urm)");
    }

    static void demandOrdinaryUser() {
        MachineRequirement.demand(
                !isRoot()
                        || succeeds(
                                "setpriv", "--bounding-set=-dac_override,-dac_read_search", "true"),
                "to be an ordinary user, or setpriv to become one");
    }

    private static boolean isRoot() {
        return succeeds("sh", "-c", "test $(id -u) = 0");
    }

    private static boolean succeeds(String... command) {
        try {
            var process = new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getInputStream().transferTo(java.io.OutputStream.nullOutputStream());
            return process.waitFor() == 0;
        } catch (IOException | InterruptedException absent) {
            return false;
        }
    }

    private static Path disk(CliFixture place) {
        return Path.of(place.environment.get("HOME")).resolve("disk");
    }

    private static CliFixture.CommandResult run(
            CliFixture place, List<String> around, String script)
            throws IOException, InterruptedException {
        var command = new ArrayList<>(around);
        command.addAll(List.of("sh", "-c", script));
        var builder =
                new ProcessBuilder(command)
                        .directory(place.root.toFile())
                        .redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(place.environment);
        builder.environment().put("ENGINE", Engines.program().toString());
        builder.environment().put("DISK", disk(place).toString());
        var process = builder.start();
        process.getOutputStream().close();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(1, TimeUnit.MINUTES))
            throw new AssertionError("still running; said: " + said);
        return new CliFixture.CommandResult(process.exitValue(), said, "");
    }
}
