package dev.foldline.app.pull;

import dev.foldline.app.config.Settings;
import dev.foldline.app.config.key.ConfiguredCommand.Arguments;
import dev.foldline.app.config.key.ConfiguredCommand.Shell;
import dev.foldline.app.run.PolicyFactory;
import dev.foldline.core.projection.JsonValue;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.builtin.Tdd;
import dev.foldline.effects.artifact.ExchangeFolder;
import dev.foldline.effects.artifact.JsonValues;
import dev.foldline.effects.workflow.tdd.TddFiles;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The commands for preflight and review: as configured, else what the project itself offers. */
final class DetectedCommands {
    private DetectedCommands() {}

    private static final String NPM_PREFLIGHT = "npm run preflight";
    private static final String APPROVED = "echo '[]'";
    private static final String NO_REVIEW =
            "echo 'No review command is configured: set tdd.review in foldline.yaml, then: foldline"
                    + " retry' >&2; exit 1";

    /**
     * Which of the two commands is neither configured nor offered by the project: what will happen,
     * and what to do.
     */
    static List<String> missing(Settings settings, Path root) throws IOException {
        return missing(settings, root, false);
    }

    /** The same; a review command is not missing where an agent reviews. */
    static List<String> missing(Settings settings, Path root, boolean reviewsByAgent)
            throws IOException {
        var tdd = settings.course().tdd();
        var missing = new ArrayList<String>();
        if (tdd.preflight().isEmpty()
                && preflight(root).equals(NPM_PREFLIGHT)
                && !scripts(root).contains(Tdd.PREFLIGHT))
            missing.add(
                    "no preflight command is configured and the project has none: '"
                            + NPM_PREFLIGHT
                            + "' will be run; set tdd.preflight in foldline.yaml");
        if (tdd.review().isEmpty()
                && !reviewsByAgent
                && !scripts(root).contains("review")
                && target(root, "review").isEmpty())
            missing.add(
                    "no review command is configured and the project has none: the run will halt"
                        + " before it is reviewed; set tdd.review in foldline.yaml, or tdd.review:"
                        + " [] for no review");
        return missing;
    }

    static Map<String, Vector<CommandLine>> checks(Settings settings, Path root)
            throws IOException {
        var tdd = settings.course().tdd();
        var preflight =
                tdd.preflight()
                        .map(lines -> Vector.ofAll(lines).map(PolicyFactory::line))
                        .orElse(Vector.of(new CommandLine.Shell(preflight(root))));
        var review = tdd.review().map(DetectedCommands::joined).orElse(review(root));
        return LinkedHashMap.of(
                Tdd.PREFLIGHT,
                preflight,
                Tdd.FINDINGS,
                Vector.of(new CommandLine.Shell(printed(review))));
    }

    /** The output of the command is its artifact. */
    private static String printed(String command) {
        return "mkdir -p "
                + ExchangeFolder.FOLDER
                + " && {\n"
                + command
                + "\n} > "
                + ExchangeFolder.pathOf(Tdd.FINDINGS);
    }

    private static String preflight(Path root) throws IOException {
        var scripts = scripts(root);
        if (scripts.contains("preflight")) return NPM_PREFLIGHT;
        if (scripts.contains("test")) return "npm test";
        if (Files.exists(root.resolve("pom.xml")))
            return wrapped(root, "mvnw", "mvn") + " -q verify";
        if (Files.exists(root.resolve("build.gradle"))
                || Files.exists(root.resolve("build.gradle.kts")))
            return wrapped(root, "gradlew", "gradle") + " check";
        return target(root, "preflight", "check", "test")
                .map(name -> "make " + name)
                .orElse(NPM_PREFLIGHT);
    }

    private static String review(Path root) throws IOException {
        if (scripts(root).contains("review")) return "npm run --silent review";
        var made = target(root, "review");
        if (made.isPresent()) return "make -s " + made.get();
        var builds =
                List.of("package.json", "pom.xml", "build.gradle", "build.gradle.kts", "Makefile")
                        .stream()
                        .anyMatch(name -> Files.exists(root.resolve(name)));
        return builds ? NO_REVIEW : "npm run --silent review";
    }

    private static String wrapped(Path root, String wrapper, String program) {
        return Files.isExecutable(root.resolve(wrapper)) ? "./" + wrapper : program;
    }

    private static List<String> scripts(Path root) throws IOException {
        var file = TddFiles.bytes(root, "package.json");
        if (file.isEmpty()) return List.of();
        return JsonValues.read(file.get())
                .toOption()
                .filter(JsonValue.Obj.class::isInstance)
                .map(JsonValue.Obj.class::cast)
                .flatMap(json -> json.fields().get("scripts"))
                .filter(JsonValue.Obj.class::isInstance)
                .map(JsonValue.Obj.class::cast)
                .map(json -> json.fields().keySet().toJavaList())
                .getOrElse(List.of());
    }

    private static Optional<String> target(Path root, String... names) throws IOException {
        var makefile = root.resolve("Makefile");
        if (!Files.isRegularFile(makefile)) return Optional.empty();
        var lines =
                new String(Files.readAllBytes(makefile), StandardCharsets.UTF_8).lines().toList();
        return List.of(names).stream()
                .filter(
                        name ->
                                lines.stream()
                                        .anyMatch(line -> line.matches(name + "\\s*:([^=].*)?")))
                .findFirst();
    }

    /** One shell script of them all: the first that fails is the last. */
    private static String joined(List<dev.foldline.app.config.key.ConfiguredCommand> lines) {
        // A run that began with reviews and is to have none any more.
        if (lines.isEmpty()) return APPROVED;
        return lines.stream()
                .map(
                        each ->
                                switch (each) {
                                    case Shell(var text) -> quoted(List.of("sh", "-c", text));
                                    case Arguments(var words) -> quoted(words);
                                })
                .map(line -> line + " || exit")
                .collect(Collectors.joining("\n"));
    }

    private static String quoted(List<String> words) {
        return words.stream()
                .map(word -> "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
    }
}
