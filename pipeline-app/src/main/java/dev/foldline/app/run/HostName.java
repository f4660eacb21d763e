package dev.foldline.app.run;

import dev.foldline.app.repository.Workspace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The name of this user and machine, and of a clone on it, for display. */
final class HostName {
    private HostName() {}

    static String of(Map<String, String> environment) {
        return environment.getOrDefault("USER", "foldline") + "@" + host(environment);
    }

    /** Returns the name of a clone, as git and scp write one: {@code USER@HOST:FOLDER}. */
    static String ofClone(Workspace here) {
        var folder = here.site().home().place().commonFolder();
        return of(here.environment())
                + ":"
                + (folder.endsWith(".git") ? folder.getParent() : folder);
    }

    private static String host(Map<String, String> environment) {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException unknown) {
            return environment.getOrDefault("HOSTNAME", "localhost");
        }
    }
}
