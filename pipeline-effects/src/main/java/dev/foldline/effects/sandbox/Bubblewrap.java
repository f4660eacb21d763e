package dev.foldline.effects.sandbox;

import dev.foldline.effects.process.OwnChildren;
import dev.foldline.effects.process.Programs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Finds out whether bubblewrap can make a sandbox here. */
public final class Bubblewrap {
    private static final String NAME = "bwrap";
    private static final String DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin";
    private static final int SECONDS_MAX = 10;

    /** The answers of this process, by program: they do not change while it runs. */
    private static final Map<Path, Availability> KNOWN = new ConcurrentHashMap<>();

    private Bubblewrap() {}

    /** Whether a sandbox can be made. */
    public sealed interface Availability {
        /** It can, with this program. */
        record Available(Path program) implements Availability {}

        /**
         * It cannot.
         *
         * @param remedy what the user can do
         */
        record Unavailable(String reason, String remedy) implements Availability {}
    }

    /** Tries it, with the program on this {@code PATH}. */
    public static Availability on(Map<String, String> environment) {
        var program =
                Programs.find(NAME, environment.getOrDefault("PATH", DEFAULT_PATH), Path.of("/"));
        return program.isEmpty()
                ? new Availability.Unavailable(
                        "bubblewrap is not installed",
                        "install it, for example: apt install bubblewrap")
                : KNOWN.computeIfAbsent(program.get(), Bubblewrap::attempt);
    }

    private static Availability attempt(Path program) {
        return failure(BubblewrapCommand.trial(program))
                .<Availability>map(Bubblewrap::unavailable)
                .orElseGet(() -> new Availability.Available(program));
    }

    /** Runs a program that does nothing behind this launcher, and returns why it failed if so. */
    static Optional<String> failure(List<String> launcher) {
        var words = new ArrayList<>(launcher);
        words.addAll(List.of("/bin/sh", "-c", ":"));
        try {
            var process =
                    OwnChildren.start(
                            new ProcessBuilder(words)
                                    .redirectInput(Path.of("/dev/null").toFile())
                                    .redirectOutput(ProcessBuilder.Redirect.DISCARD));
            if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return Optional.of("bubblewrap does not end");
            }
            var error =
                    new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8)
                            .strip();
            return process.exitValue() == 0
                    ? Optional.empty()
                    : Optional.of(error.lines().findFirst().orElse("bubblewrap fails"));
        } catch (IOException failed) {
            return Optional.of(String.valueOf(failed.getMessage()));
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return Optional.of("interrupted");
        }
    }

    private static Availability unavailable(String reason) {
        return new Availability.Unavailable(reason, remedy(Bubblewrap::setting));
    }

    /** Values of the kernel's settings, by path below {@code /proc/sys}. */
    interface KernelSettings {
        Optional<String> value(String path);
    }

    /** Returns what helps on a system with these settings. */
    static String remedy(KernelSettings settings) {
        if (settings.value("kernel/unprivileged_userns_clone").equals(Optional.of("0")))
            return "as an administrator: sysctl -w kernel.unprivileged_userns_clone=1";
        if (settings.value("user/max_user_namespaces").equals(Optional.of("0")))
            return "as an administrator: sysctl -w user.max_user_namespaces=10000";
        if (settings.value("kernel/apparmor_restrict_unprivileged_userns").equals(Optional.of("1")))
            return "as an administrator, give bwrap an AppArmor profile that allows userns, or:"
                    + " sysctl -w kernel.apparmor_restrict_unprivileged_userns=0";
        return "in a container, start it with --security-opt seccomp=unconfined"
                + " --security-opt systempaths=unconfined; otherwise, run Foldline outside";
    }

    private static Optional<String> setting(String path) {
        try {
            return Optional.of(Files.readString(Path.of("/proc/sys", path)).strip());
        } catch (IOException none) {
            return Optional.empty();
        }
    }
}
