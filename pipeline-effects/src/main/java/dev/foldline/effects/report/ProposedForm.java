package dev.foldline.effects.report;

import dev.foldline.core.projection.JsonValue;
import dev.foldline.effects.artifact.JsonValues;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * How a check's failures can have names, proposed from its command and the files of the project.
 *
 * @param command the command with what it lacks; none if it needs no change
 * @param reason a sentence for the user
 */
public record ProposedForm(Source source, Option<String> command, String reason) {

    /** Where the names of failed tests are. */
    public sealed interface Source {
        record Report(String glob) implements Source {}

        /**
         * @param pattern of the lines of the output, as for {@link FailureLines}
         */
        record Lines(String pattern) implements Source {}
    }

    /** In the folder of Foldline, which is never committed. */
    static final String REPORT_FILE = ".foldline/tests.xml";

    private static final Pattern OPERATORS = Pattern.compile("&&|\\|\\||[;|\\n]");
    private static final Pattern OTHER_FOLDER = Pattern.compile("(^|[\\s;&|])(cd|pushd)\\s");

    /** Returns what makes failures of the command have names, if its test runner is known. */
    public static Option<ProposedForm> of(Path repositoryRoot, String checkCommand) {
        var project = new ProjectFiles(repositoryRoot);
        var parts = Vector.of(OPERATORS.split(checkCommand)).map(String::strip);
        return parts.flatMap(
                        part -> TestRunner.of(project, part).orElse(() -> script(project, part)))
                .filter(runner -> isPossible(runner, checkCommand))
                .headOption()
                .map(runner -> runner.form(checkCommand));
    }

    /** A path in a changed command would be relative to another folder. */
    private static boolean isPossible(TestRunner runner, String command) {
        return !OTHER_FOLDER.matcher(command).find()
                || !runner.source().equals(new Source.Report(REPORT_FILE));
    }

    /** Arguments for a script of npm are appended to its last command. */
    private static Option<TestRunner> script(ProjectFiles project, String part) {
        return PackageScript.of(part)
                .flatMap(
                        script ->
                                text(project, script.name())
                                        .map(text -> Vector.of(OPERATORS.split(text)).last())
                                        .flatMap(last -> TestRunner.of(project, last.strip()))
                                        .flatMap(runner -> runner.within(part, script)));
    }

    private static Option<String> text(ProjectFiles project, String script) {
        return JsonValues.read(project.text("package.json"))
                .flatMap(json -> field(json, "scripts"))
                .flatMap(scripts -> field(scripts, script))
                .filter(JsonValue.Text.class::isInstance)
                .map(text -> ((JsonValue.Text) text).text());
    }

    private static Option<JsonValue> field(JsonValue json, String name) {
        return json instanceof JsonValue.Obj(var fields) ? fields.get(name) : Option.none();
    }
}
