package dev.foldline.app.config;

import dev.foldline.app.config.source.ConfigurationProblem;
import dev.foldline.app.config.source.Document.Wholeness;
import dev.foldline.app.config.source.Node;
import dev.foldline.app.config.source.OriginLocator;
import dev.foldline.app.config.source.TextControls;
import dev.foldline.app.config.source.YamlReader;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** Reads a configuration file; one that does not exist chooses nothing. */
final class FileLayer {
    /** Enough to see that a file is too large. */
    private static final int BYTES_READ_MAX = 1024 * 1024;

    private FileLayer() {}

    /** The file's choices; {@code shown} is its name in messages. */
    static Layer read(Path file, String shown) {
        var absolute = file.toAbsolutePath();
        var layer = new Layer(Objects.requireNonNullElse(absolute.getParent(), absolute));
        var marker = OriginLocator.file(shown);
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            misnamed(file, layer);
            return layer;
        }
        try {
            if (Files.isRegularFile(file)) {
                take(layer, bytes(file), marker);
            } else {
                unreadable(layer, marker, "not a regular file", "replace it by one");
            }
        } catch (IOException failed) {
            unreadable(
                    layer,
                    marker,
                    "it cannot be read (" + failed.getClass().getSimpleName() + ")",
                    "check its permissions");
        }
        return layer;
    }

    private static byte[] bytes(Path file) throws IOException {
        try (var input = Files.newInputStream(file)) {
            return input.readNBytes(BYTES_READ_MAX);
        }
    }

    private static void take(Layer layer, byte[] bytes, OriginLocator marker) {
        var document = YamlReader.read(bytes, marker);
        document.problems().forEach(layer::report);
        TextControls.problems(document.root()).forEach(layer::report);
        if (document.wholeness() == Wholeness.BROKEN_OFF) layer.brokenOff();
        switch (document.root()) {
            case Node.Fields fields -> layer.takeAll(List.of(), fields);
            case Node.Nothing _ -> {}
            case Node.Text _, Node.Items _ ->
                    layer.report(
                            new ConfigurationProblem(
                                    document.root().origin(),
                                    "the file holds " + document.root().phrase(),
                                    "write keys with values, as in 'iterations: 5'"));
        }
    }

    private static void misnamed(Path file, Layer layer) {
        var twin = Path.of(file.toString().replaceFirst("\\.yaml$", ".yml"));
        if (!twin.equals(file) && Files.exists(twin)) {
            layer.report(
                    new ConfigurationProblem(
                            OriginLocator.file(twin.getFileName().toString()).at(1, 1),
                            "a file of this name is not read",
                            "mv " + twin.getFileName() + " " + file.getFileName()));
        }
    }

    private static void unreadable(Layer layer, OriginLocator marker, String what, String remedy) {
        layer.brokenOff();
        layer.report(new ConfigurationProblem(marker.at(1, 1), what, remedy));
    }
}
