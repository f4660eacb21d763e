package dev.foldline.effects.change;

import dev.foldline.core.projection.JsonValue;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.effects.artifact.JsonValues;
import dev.foldline.effects.change.TreeFiles.Found;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.TreeEntry;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Finds the files that the commands of checks run, with the scripts that these run.
 *
 * <p>Not everything that a script starts judges: a program whose output the script examines is what
 * it tests, unless its name says otherwise. A file that would be used if it was there judges as
 * well: a change may add it.
 */
final class CheckFiles {
    private static final int FILES_MAX = 1_000;
    private static final int COMMANDS_MAX = 5_000;
    private static final int DEPTH_MAX = 8;
    private static final int NAME_CHARS_MAX = 60;
    private static final String PACKAGE = "package.json";
    private static final Pattern JUDGING_NAME =
            Pattern.compile(
                    "(?:^|[^a-z])"
                        + "(?:tests?|checks?|verify|lint|specs?|ci|assert|validate)(?:[^a-z]|$)");
    private static final Pattern SHELL_SCRIPT =
            Pattern.compile("^#!\\s*\\S*(?:/|env (?:-\\S+ )?)(?:ba|da|z|k|a)?sh\\b");
    private static final Pattern SHELL_NAME = Pattern.compile(".*\\.(?:sh|bash|zsh|ksh)");

    private final TreeFiles files;
    private final TestPatterns tests;
    private Map<String, String> found = LinkedHashMap.empty();
    private final Set<String> present = new HashSet<>();
    private final Set<String> read = new HashSet<>();
    private int commands;

    private CheckFiles(TreeFiles files, TestPatterns tests) {
        this.files = files;
        this.tests = tests;
    }

    static CheckFiles in(TreeFiles files, TestPatterns tests, Vector<CommandLine> checks)
            throws GitFault {
        var reader = new CheckFiles(files, tests);
        for (var check : checks) reader.read(check, name(check));
        return reader;
    }

    /** Returns the files that judge, in the order in which they are run, also absent ones. */
    Vector<Judge> judges() {
        return found.toVector().map(each -> new Judge(pattern(each._1()), each._2()));
    }

    /** Returns those of the judges that the tree has. */
    Vector<Judge> present() {
        return judges().filter(judge -> present.contains(judge.pattern().text()));
    }

    /** Makefiles and scripts include files by patterns. */
    private PathPattern pattern(String path) {
        return present.contains(path) ? PathPattern.literal(path) : PathPattern.of(path);
    }

    private static String name(CommandLine command) {
        if (command instanceof CommandLine.Check(var name, _, _)) return name;
        var text = command.text().replaceAll("\\s+", " ");
        return text.length() <= NAME_CHARS_MAX ? text : text.substring(0, NAME_CHARS_MAX) + "...";
    }

    private void read(CommandLine command, String check) throws GitFault {
        var place = new Place(check, "", Option.none(), 0);
        switch (command) {
            case CommandLine.Check(_, var run, _) -> read(run, check);
            case CommandLine.Shell(var line) -> readLines(line, place);
            case CommandLine.Submitted(var line) -> readLines(line, place);
            case CommandLine.Arguments(var words) -> read(new ShellCommand(words, false), place);
        }
    }

    /**
     * Where a command runs.
     *
     * @param folder its working directory
     * @param script the script that contains it
     * @param depth how many scripts are between it and the check
     */
    private record Place(String check, String folder, Option<String> script, int depth) {
        Place in(String other) {
            return new Place(check, other, script, depth);
        }

        /** What a target of make or a script of npm runs, the check runs itself. */
        Place inTarget(String path) {
            return new Place(check, folder, Option.of(path), depth);
        }

        Place inScript(String path) {
            return new Place(check, folder, Option.of(path), depth + 1);
        }

        /** Returns where a word may be a file. Scripts often begin with their own folder. */
        Vector<String> paths(String word) {
            int rest = word.lastIndexOf(ShellCommand.UNKNOWN) + 1;
            var below = word.substring(rest);
            if (rest > 0 && !below.isEmpty() && !below.startsWith("/")) return Vector.empty();
            var folders = Vector.of(folder, "");
            return (rest == 0
                            ? folders
                            : script.map(TreeFiles::folder).toVector().appendAll(folders))
                    .distinct()
                    .flatMap(base -> TreeFiles.path(base, below));
        }
    }

    private void readLines(String text, Place place) throws GitFault {
        if (place.depth() > DEPTH_MAX) return;
        var at = place;
        for (var command : ShellScript.commands(text)) {
            var words = CommandWords.of(command.words());
            if (words.program().equals("cd"))
                at = at.in(words.operands().flatMap(at::paths).headOption().getOrElse(""));
            else read(command, at);
        }
    }

    private void read(ShellCommand command, Place place) throws GitFault {
        if (++commands > COMMANDS_MAX) return;
        var words = CommandWords.of(command.words());
        for (var use : FileUse.of(words))
            switch (use) {
                case FileUse.Lines(var text) -> readLines(text, place);
                case FileUse.Settings(var word) -> add(word, place, "configures the check ");
                case FileUse.Program(var word) -> runProgram(word, command, place);
                case FileUse.Script(var word) -> runScript(word, command, place);
                case FileUse.Make make -> readMakefile(make, place);
                case FileUse.PackageScript script -> readPackage(script, place);
            }
    }

    /** Of a test, the witness decides. */
    private void runScript(String word, ShellCommand command, Place place) throws GitFault {
        boolean isTest = place.paths(word).exists(tests::isNamedTest);
        if (!isTest && isJudging(word, command) && (place.depth() == 0 || isNamedSo(word)))
            add(word, place, "is run by the check ");
    }

    private static boolean isJudging(String word, ShellCommand command) {
        return !command.isExamined() || isNamedSo(word);
    }

    private static boolean isNamedSo(String word) {
        return JUDGING_NAME.matcher(word).find();
    }

    private void runProgram(String word, ShellCommand command, Place place) throws GitFault {
        if (!isJudging(word, command)) return;
        for (var file : add(word, place, "is run by the check ")) {
            var path = file.path();
            if (!read.add(place.folder() + ":" + path)) continue;
            var text = files.text(file).getOrElse("");
            if (SHELL_NAME.matcher(path).matches() || SHELL_SCRIPT.matcher(text).find())
                readLines(text, place.inScript(path));
        }
    }

    /** Of several makefiles, the first in the folder is read. */
    private void readMakefile(FileUse.Make make, Place place) throws GitFault {
        var at = place.in(TreeFiles.path(place.folder(), make.folder()).getOrElse(""));
        var paths =
                Vector.of(at.folder(), "")
                        .distinct()
                        .flatMap(
                                folder ->
                                        make.files().flatMap(name -> TreeFiles.path(folder, name)));
        for (var entry : addFirst(paths, at, "is read by the check ")) {
            var file = MakeFile.of(files.text(entry).getOrElse(""));
            for (var include : file.includes()) add(include, at, "is read by the check ");
            if (!read.add(at.folder() + ":" + make)) return;
            for (var line : file.commands(make.goals())) readLines(line, at.inTarget(entry.path()));
        }
    }

    private void readPackage(FileUse.PackageScript script, Place place) throws GitFault {
        var at = place.in(TreeFiles.path(place.folder(), script.folder()).getOrElse(""));
        for (var path : at.paths(PACKAGE))
            for (var entry : find(path).map(Found::entry)) {
                var scripts = scripts(files.text(entry).getOrElse(""));
                if (scripts.text(script.name()).isEmpty()) continue;
                add(PACKAGE, at, "defines the script %s of the check ".formatted(script.name()));
                if (!read.add(path + ":" + script.name())) continue;
                for (var name : Vector.of("pre", "", "post"))
                    for (var line : scripts.text(name + script.name()))
                        readLines(line, at.inTarget(path));
            }
    }

    private static JsonValue.Obj scripts(String text) {
        return JsonValues.read(text)
                .filter(JsonValue.Obj.class::isInstance)
                .flatMap(json -> ((JsonValue.Obj) json).fields().get("scripts"))
                .filter(JsonValue.Obj.class::isInstance)
                .map(JsonValue.Obj.class::cast)
                .getOrElse(JsonValue.Obj.EMPTY);
    }

    private Vector<TreeEntry> add(String word, Place place, String why) throws GitFault {
        return addFirst(place.paths(word), place, why);
    }

    /**
     * Adds the first file that exists, with the links that lead to it, and those that would be used
     * instead of it. Returns it.
     */
    private Vector<TreeEntry> addFirst(Vector<String> paths, Place place, String why)
            throws GitFault {
        for (var path : paths) {
            var there = find(path);
            if (there.isEmpty()) {
                put(path, why + place.check());
                continue;
            }
            var used = there.get().links().append(there.get().entry().path());
            used.forEach(each -> put(each, why + place.check()));
            present.addAll(used.asJava());
            return Vector.of(there.get().entry());
        }
        return Vector.empty();
    }

    /** A folder is no script. */
    private Option<Found> find(String path) throws GitFault {
        return path.isEmpty()
                ? Option.none()
                : files.find(path).filter(there -> !there.entry().isFolder());
    }

    private void put(String path, String why) {
        if (path.isEmpty() || found.size() >= FILES_MAX || found.containsKey(path)) return;
        found = found.put(path, why);
    }
}
