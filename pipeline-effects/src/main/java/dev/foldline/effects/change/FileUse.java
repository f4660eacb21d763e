package dev.foldline.effects.change;

import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.regex.Pattern;

/** How a command uses a file that it names. */
sealed interface FileUse {

    /** A script for a shell, or a program. */
    record Program(String word) implements FileUse {}

    /** A script for an interpreter of another language. */
    record Script(String word) implements FileUse {}

    record Settings(String word) implements FileUse {}

    /** Lines for a shell in an argument. */
    record Lines(String text) implements FileUse {}

    /**
     * Goals of a makefile.
     *
     * @param files candidates, of which the first that exists is read
     */
    record Make(String folder, Vector<String> files, Vector<String> goals) implements FileUse {}

    /** A script of a {@code package.json}. */
    record PackageScript(String folder, String name) implements FileUse {}

    Set<String> SHELLS = HashSet.of("sh", "bash", "dash", "zsh", "ksh", "ash", "busybox", "fish");
    Set<String> SOURCES = HashSet.of(".", "source");
    Set<String> MAKES = HashSet.of("make", "gmake", "bmake", "nmake");
    Set<String> PACKAGE_TOOLS = HashSet.of("npm", "pnpm", "yarn", "bun");
    Vector<String> MAKEFILES = Vector.of("GNUmakefile", "makefile", "Makefile");
    Vector<String> TESTS = Vector.of("test", "t", "tst");
    Vector<String> RUNS = Vector.of("run", "run-script");
    Pattern INTERPRETER =
            Pattern.compile(
                    "(?:python|pypy|node|nodejs|ruby|perl|php|deno|bun|tsx|ts-node|lua|pwsh|Rscript"
                            + "|groovy|java|kotlin|julia|elixir|escript|osascript|tclsh)[\\d.]*");

    Vector<String> COMPOSE =
            Vector.of(
                    "compose.yaml",
                    "compose.yml",
                    "docker-compose.yml",
                    "docker-compose.yaml",
                    "compose.override.yaml",
                    "compose.override.yml",
                    "docker-compose.override.yml",
                    "docker-compose.override.yaml",
                    ".env");

    /** Files that a program reads of itself, in the folder where it runs. */
    Map<String, Vector<String>> READ =
            HashMap.of(
                    "just", Vector.of("justfile", "Justfile", "JUSTFILE", ".justfile"),
                    "task",
                            Vector.of("Taskfile", "taskfile", "Taskfile.dist", "taskfile.dist")
                                    .flatMap(name -> Vector.of(name + ".yml", name + ".yaml")),
                    "docker", Vector.of("Dockerfile", ".dockerignore").appendAll(COMPOSE),
                    "docker-compose", COMPOSE,
                    "podman", Vector.of("Containerfile", "Dockerfile", ".containerignore"),
                    "podman-compose", COMPOSE,
                    "composer", Vector.of("composer.json"),
                    "ant", Vector.of("build.xml"),
                    "mage", Vector.of("magefile.go", "magefiles/**"),
                    "rake", Vector.of("rakefile", "Rakefile", "rakefile.rb", "Rakefile.rb"));

    Vector<String> SETTING_OPTIONS =
            Vector.of(
                    "--config",
                    "--config-file",
                    "--rcfile",
                    "--require",
                    "--import",
                    "--loader",
                    "--settings",
                    "--init-script",
                    "--overlay",
                    "-overlay",
                    "--env-file",
                    "--manifest-path",
                    "--makefile",
                    "--file",
                    "--setupFiles",
                    "--justfile");

    /** Short options mean files of settings only to these programs. */
    Map<String, String> SHORT_OPTIONS =
            HashMap.of(
                            "mvn", "-s", "mvnw", "-s", "gradle", "-I", "gradlew", "-I", "jest",
                            "-c", "pytest", "-c", "vitest", "-c", "mocha", "-r", "node", "-r",
                            "ant", "-f")
                    .merge(HashMap.of("tox", "-c", "eslint", "-c", "docker-compose", "-f"));

    static Vector<FileUse> of(CommandWords command) {
        return run(command).appendAll(settings(command));
    }

    private static Vector<FileUse> run(CommandWords command) {
        var program = command.program();
        if (SHELLS.contains(program)) return shell(command);
        if (SOURCES.contains(program)) return command.operands().take(1).map(Program::new);
        if (MAKES.contains(program)) return Vector.of(make(command));
        if (PACKAGE_TOOLS.contains(program)) return packageScript(command).toVector();
        if (INTERPRETER.matcher(program).matches()) return interpreted(command);
        return command.path().contains("/")
                ? Vector.of(new Program(command.path()))
                : Vector.empty();
    }

    private static Vector<FileUse> shell(CommandWords command) {
        int at = command.arguments().indexWhere(word -> word.matches("-[a-z]*c"));
        if (at >= 0) return command.arguments().drop(at + 1).take(1).map(Lines::new);
        return command.operands()
                .dropWhile(word -> SHELLS.contains(word) || word.equals("pipefail"))
                .take(1)
                .map(Program::new);
    }

    private static FileUse make(CommandWords command) {
        var named = command.values("-f").appendAll(command.values("--file"));
        var folder = command.values("-C").appendAll(command.values("--directory"));
        var values = folder.appendAll(named).appendAll(command.values("-j"));
        return new Make(
                folder.headOption().getOrElse("."),
                named.isEmpty() ? MAKEFILES : named,
                command.operands().filter(word -> !word.contains("=")).removeAll(values));
    }

    private static Option<FileUse> packageScript(CommandWords command) {
        var folder =
                command.values("--prefix")
                        .appendAll(command.values("-C"))
                        .appendAll(command.values("--cwd"));
        var operands = command.operands().removeAll(folder);
        if (operands.isEmpty()) return Option.none();
        boolean isRun = RUNS.contains(operands.head());
        var name = (isRun ? operands.drop(1) : operands).headOption();
        return name.map(
                script ->
                        new PackageScript(
                                folder.headOption().getOrElse("."),
                                !isRun && TESTS.contains(script) ? "test" : script));
    }

    /** With an option for tests, or a module, the arguments are for a test runner. */
    private static Vector<FileUse> interpreted(CommandWords command) {
        if (command.arguments().exists(word -> word.matches("--test\\b.*|-e|-c|--eval|-p")))
            return Vector.empty();
        var module = command.values("-m").headOption();
        if (module.isDefined()) {
            var path = module.get().replace('.', '/');
            return Vector.of(new Script(path + ".py"), new Script(path + "/__main__.py"));
        }
        return command.operands().dropWhile(word -> word.equals("run")).take(1).map(Script::new);
    }

    private static Vector<FileUse> settings(CommandWords command) {
        return SETTING_OPTIONS
                .appendAll(SHORT_OPTIONS.get(command.program()))
                .flatMap(command::values)
                .appendAll(READ.get(command.program()).getOrElse(Vector.empty()))
                .distinct()
                .map(Settings::new);
    }
}
