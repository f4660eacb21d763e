package dev.foldline.app.run;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.StorageFailure;
import dev.foldline.app.error.UserError;
import dev.foldline.effects.fleet.engine.EngineFault;
import dev.foldline.effects.fleet.engine.EngineProvider;
import dev.foldline.effects.fleet.engine.PlacementEngine;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.ServiceLoader;

/**
 * Temporal as the engine of fleets. Its adapter needs half as many bytes as all of Foldline, so it
 * is installed by those who use it, in a folder beside the application. No other command reads it.
 */
final class TemporalEngine {
    private static final String FOLDER = "temporal";
    private static final String ADDRESS = "temporals?:.*";

    private TemporalEngine() {}

    /** Returns whether an address names such an engine. */
    static boolean isNamed(String text) {
        return text.matches(ADDRESS);
    }

    /**
     * @throws UserError if it is no address, if the adapter is not installed, or if a variable has
     *     no usable value
     */
    static PlacementEngine open(String text, Map<String, String> environment, Duration patience) {
        var address = address(text);
        var folder = folder();
        var provider =
                ServiceLoader.load(EngineProvider.class, loader(folder)).stream()
                        .map(ServiceLoader.Provider::get)
                        .filter(each -> each.schemes().contains(address.getScheme()))
                        .findFirst()
                        .orElseThrow(() -> notInstalled(folder));
        try {
            return provider.open(address, environment, patience);
        } catch (EngineFault unusable) {
            throw new UserError(
                    String.valueOf(unusable.getMessage()),
                    "",
                    unusable.remedy().getOrElse(""),
                    ExitCode.USAGE);
        }
    }

    private static URI address(String text) {
        try {
            var address = new URI(text);
            if (address.getHost() != null
                    && address.getPort() > 0
                    && address.getUserInfo() == null
                    && address.getQuery() == null
                    && address.getPath().matches("/?|/[A-Za-z0-9][A-Za-z0-9._-]*")) return address;
        } catch (URISyntaxException noAddress) {
            throw noAddress(text);
        }
        throw noAddress(text);
    }

    private static UserError noAddress(String text) {
        return new UserError(
                "'" + text + "' is not the address of an engine",
                "--engine",
                "write an address such as temporal://127.0.0.1:7233 or"
                        + " temporals://HOST:PORT/NAMESPACE",
                ExitCode.USAGE);
    }

    private static UserError notInstalled(Path folder) {
        return new UserError(
                "the adapter for Temporal is not installed",
                folder.toString(),
                "unpack foldline-VERSION-temporal.tar.gz in " + folder.getParent(),
                ExitCode.USAGE);
    }

    /** The folder of the first entry of the class path is the one of the application's jar. */
    private static Path folder() {
        var first = System.getProperty("java.class.path").split(File.pathSeparator, -1)[0];
        return Path.of(first).toAbsolutePath().resolveSibling(FOLDER);
    }

    private static ClassLoader loader(Path folder) {
        var ours = TemporalEngine.class.getClassLoader();
        if (!Files.isDirectory(folder)) return ours;
        try (var files = Files.list(folder)) {
            return new URLClassLoader(
                    files.filter(file -> file.toString().endsWith(".jar"))
                            .sorted()
                            .map(TemporalEngine::url)
                            .toArray(URL[]::new),
                    ours);
        } catch (IOException unreadable) {
            throw StorageFailure.of(unreadable, folder.toString(), "");
        }
    }

    private static URL url(Path file) {
        try {
            return file.toUri().toURL();
        } catch (MalformedURLException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
