package dev.foldline.effects.prompt;

import dev.foldline.core.workflow.builtin.BuiltinWorkflows;
import dev.foldline.core.workflow.PullRequestDelivery;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The prompt templates: the default ones, the user's replacements, and those of a workflow.
 *
 * @param folder the folder of the user's templates, {@code NAME.md} each
 * @param texts the templates of a workflow, by name
 * @param inputs the values of the run's inputs, by name
 */
public record Templates(
        Optional<Path> folder, Map<String, String> texts, Map<String, String> inputs) {
    /** Default templates only. */
    public static final Templates OURS = new Templates(Optional.empty());

    public Templates {
        texts = Map.copyOf(texts);
        inputs = Map.copyOf(inputs);
    }

    /** Templates of a workflow without inputs. */
    public Templates(Optional<Path> folder, Map<String, String> texts) {
        this(folder, texts, Map.of());
    }

    /** The default templates and the user's replacements. */
    public Templates(Optional<Path> folder) {
        this(folder, Map.of());
    }

    /** The placeholders of templates. */
    public static final List<String> PLACES =
            List.of(
                    "task",
                    "artifacts",
                    "reason",
                    "feedback",
                    "expected",
                    "role",
                    "instruction",
                    "metadata",
                    "commits",
                    "item");

    private static final String ARTIFACTS = "artifacts.";
    private static final String CHECKS = "checks.";
    private static final String OUTPUT = ".output";

    private static final String FIXER = "recovery";
    private static final String ENDING = ".md";
    private static final long BYTES_MAX = 1 << 18;
    private static final Pattern PLACE = Pattern.compile("\\{\\{([^{}]*)}}");

    /** Returns the placeholder for the output of a check's last run; empty before its first run. */
    public static String outputOf(String check) {
        return CHECKS + check + OUTPUT;
    }

    /** Returns the placeholder for an artifact; empty before it is accepted. */
    public static String artifact(String name) {
        return ARTIFACTS + name;
    }

    /** Returns whether a placeholder without a value is empty, because its text comes later. */
    static boolean isLater(String place) {
        return place.startsWith(ARTIFACTS) || place.startsWith(CHECKS) && place.endsWith(OUTPUT);
    }

    /** Returns all names. */
    public static Vector<String> names() {
        return BuiltinWorkflows.templates()
                .append(PullRequestDelivery.TEMPLATE)
                .append(FIXER)
                .distinct()
                .sorted();
    }

    /** Returns a template by its name, or a generic one for an unknown name. */
    public String text(String name) throws IOException {
        var text = texts.get(name);
        if (text != null) return text;
        var own = own(name);
        if (own.isPresent()) return Files.readString(own.get());
        try (InputStream in =
                Templates.class.getResourceAsStream("/dev/foldline/prompts/" + name + ENDING)) {
            return in == null
                    ? "{{task}}\n{{artifacts}}{{reason}}{{feedback}}\n{{expected}}"
                    : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Returns the user's file that replaces a default template. */
    public Optional<Path> own(String name) {
        return folder.map(each -> each.resolve(name + ENDING))
                .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS));
    }

    /** Returns the problems of the user's templates, each with its file. */
    public List<String> problems() throws IOException {
        return problems(List.of());
    }

    /**
     * Returns the same, and the problems of the templates of the workflow.
     *
     * @param ofWorkflow the placeholders that only these templates may contain
     */
    public List<String> problems(List<String> ofWorkflow) throws IOException {
        var problems = new ArrayList<String>();
        var known = Stream.concat(PLACES.stream(), ofWorkflow.stream()).toList();
        texts.forEach(
                (name, text) ->
                        unknownPlace(text, known)
                                .ifPresent(
                                        problem ->
                                                problems.add("prompt " + name + ": " + problem)));
        if (folder.isPresent()) problems.addAll(problems(folder.get()));
        return problems.stream().sorted().toList();
    }

    private static List<String> problems(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) return List.of(folder + ": there is no such folder");
        var problems = new ArrayList<String>();
        try (var files = Files.newDirectoryStream(folder, "*" + ENDING)) {
            for (Path file : files)
                problem(file).ifPresent(problem -> problems.add(file + ": " + problem));
        }
        return problems;
    }

    private static Optional<String> problem(Path file) throws IOException {
        var name = String.valueOf(file.getFileName());
        if (!names().contains(name.substring(0, name.length() - ENDING.length())))
            return Optional.of("no prompt has this name, only " + names().mkString(", "));
        if (Files.size(file) > BYTES_MAX)
            return Optional.of("it is longer than " + BYTES_MAX + " bytes");
        return unknownPlace(Files.readString(file), PLACES);
    }

    private static Optional<String> unknownPlace(String text, List<String> known) {
        return PLACE.matcher(text)
                .results()
                .map(found -> found.group(1))
                .filter(place -> !known.contains(place))
                .findFirst()
                .map(
                        place ->
                                "nothing is filled in for {{"
                                        + place
                                        + "}}, only for "
                                        + String.join(", ", known));
    }
}
