package dev.foldline.app.config;

import dev.foldline.app.config.source.Node;
import dev.foldline.app.config.source.Origin;
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
final class ConfigurationFile {
    /** Enough to see that a file is too large. */
    private static final int BYTES_READ_MAX = 1024 * 1024;

    private ConfigurationFile() {}

    /** Adds the file's choices to {@code choices}; {@code shown} is its name in messages. */
    static void read(Path file, String shown, Choices choices) {
        var absolute = file.toAbsolutePath();
        choices.startSource(Objects.requireNonNullElse(absolute.getParent(), absolute));
        var start = new Origin.InFile(shown, 1, 1);
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            reportTwin(file, choices);
        } else if (!Files.isRegularFile(file)) {
            choices.breakOff();
            choices.problems().add(start, "not a regular file", "replace it by one");
        } else {
            try (var input = Files.newInputStream(file)) {
                take(input.readNBytes(BYTES_READ_MAX), shown, choices);
            } catch (IOException failed) {
                var what = "it cannot be read (" + failed.getClass().getSimpleName() + ")";
                choices.breakOff();
                choices.problems().add(start, what, "check its permissions");
            }
        }
    }

    private static void take(byte[] bytes, String shown, Choices choices) {
        var document = YamlReader.read(bytes, OriginLocator.file(shown));
        choices.problems().addAll(document.problems());
        choices.problems().addAll(TextControls.problems(document.root()));
        if (!document.isWhole()) choices.breakOff();
        switch (document.root()) {
            case Node.Fields fields -> choices.takeAll(List.of(), fields);
            case Node.Nothing _ -> {}
            case Node.Text _, Node.Items _ ->
                    choices.problems()
                            .add(
                                    document.root().origin(),
                                    "the file holds " + document.root().phrase(),
                                    "write keys with values, as in 'iterations: 5'");
        }
    }

    /** Reports a file with the other extension of YAML. */
    private static void reportTwin(Path file, Choices choices) {
        var twin = Path.of(file.toString().replaceFirst("\\.yaml$", ".yml"));
        if (twin.equals(file) || !Files.exists(twin)) return;
        choices.problems()
                .add(
                        new Origin.InFile(twin.getFileName().toString(), 1, 1),
                        "a file of this name is not read",
                        "mv " + twin.getFileName() + " " + file.getFileName());
    }
}
