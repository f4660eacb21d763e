package dev.foldline.app.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The name of this user and machine, for display. */
final class HostName {
    private HostName() {}

    static String of(Map<String, String> environment) {
        return environment.getOrDefault("USER", "foldline") + "@" + host(environment);
    }

    private static String host(Map<String, String> environment) {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException unknown) {
            return environment.getOrDefault("HOSTNAME", "localhost");
        }
    }
}
