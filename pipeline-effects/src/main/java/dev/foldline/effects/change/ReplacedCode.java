package dev.foldline.effects.change;

import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitReads;
import dev.foldline.effects.git.TreeChange;

import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.nio.charset.StandardCharsets;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Finds files of a change that tests load in the place of the code under test, because they have
 * the same name and come first.
 */
record ReplacedCode(GitReads git, String base, String tree, Judges judges) {
    private static final Pattern JVM_TEST =
            Pattern.compile(
                    "(?:.*/)?src/(?:\\w*[tT]est\\w*|it)/\\w+/(.+)\\.(?:java|kt|scala|groovy)");
    private static final Pattern JVM_MAIN =
            Pattern.compile(
                    "(?:.*/)?src/(?!\\w*[tT]est\\w*/|it/)"
                            + "\\w+/\\w+/(.+)\\.(?:java|kt|scala|groovy)");
    private static final Pattern PACKAGE = Pattern.compile("(?m)^\\s*package\\s+([\\w.]+)");
    private static final Pattern TYPE =
            Pattern.compile(
                    "(?m)^(?:[\\w@]{1,99}[ \\t]{1,99}){0,9}"
                            + "(?:class|interface|record|enum|object)\\s+(\\w+)");
    private static final Pattern PYTHON = Pattern.compile("(?:(.*)/)?([^/]+)\\.py");
    private static final Set<String> PYTHON_ROOTS = HashSet.of("", "src", "lib", "python");
    private static final Set<String> PYTHON_RUNNERS =
            HashSet.of(
                    "pytest",
                    "_pytest",
                    "unittest",
                    "pluggy",
                    "coverage",
                    "nose",
                    "doctest",
                    "tox");
    private static final Pattern SCRIPT =
            Pattern.compile("(.+?)(?<!\\.d)\\.(?:mjs|cjs|js|jsx|mts|cts|ts|tsx)");
    private static final Vector<String> SCRIPT_ENDINGS =
            Vector.of("js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts");
    private static final Set<String> MANIFESTS =
            HashSet.of("go.mod", "composer.json", "Gemfile", "Cargo.toml");

    /** Returns why files of the change are guarded, by path. */
    Map<String, String> find(Vector<TreeChange> changes) throws GitFault {
        var found = new TreeMap<String, String>();
        var wanted = new TreeMap<String, String>();
        for (var change : changes) {
            if (change.after().isEmpty()) continue;
            for (var name : jvmTypes(change)) wanted.put(name, change.path());
            if (!change.isAdded()) continue;
            for (var name : pythonModules(change.path())) wanted.put(name, change.path());
            reason(change.path()).forEach(why -> found.put(change.path(), why));
        }
        if (!wanted.isEmpty()) findCode(wanted, found);
        return HashMap.ofAll(found);
    }

    private static String has(String other) {
        return "has the name of " + other + " and may replace it in tests";
    }

    /** Walks over the tree once. */
    private void findCode(SortedMap<String, String> wanted, SortedMap<String, String> found)
            throws GitFault {
        for (var entry : git.entries(tree, each -> wanted.containsKey(nameOfCode(each.path())))) {
            var path = wanted.get(nameOfCode(entry.path()));
            if (path != null && !path.equals(entry.path()))
                found.putIfAbsent(path, has(entry.path()));
        }
    }

    /** Returns the name by which tests load a file of the code under test. */
    private static String nameOfCode(String path) {
        var type = JVM_MAIN.matcher(path);
        if (type.matches()) return "type " + type.group(1);
        return pythonRoot(path).getOrElse("");
    }

    private static Option<String> pythonRoot(String path) {
        if (!path.endsWith(".py")) return Option.none();
        var names = Vector.of(path.split("/"));
        var below = PYTHON_ROOTS.contains(names.head()) ? names.drop(1) : names;
        return below.headOption().map(first -> "module " + first.replaceFirst("\\.py$", ""));
    }

    /** Returns the types that a file of tests declares, as the paths that their sources have. */
    private Vector<String> jvmTypes(TreeChange change) throws GitFault {
        var entry = change.after().get();
        if (!JVM_TEST.matcher(change.path()).matches() || !entry.isFile()) return Vector.empty();
        var bytes = git.content(entry, TreeFiles.TEXT_BYTES_MAX);
        if (bytes.isEmpty()) return Vector.empty();
        var text = new String(bytes.get(), StandardCharsets.UTF_8);
        var code = CodeText.of(text, CodeText.Syntax.TYPED).mask();
        var named = PACKAGE.matcher(code);
        var folder = named.find() ? named.group(1).replace('.', '/') + "/" : "";
        return Vector.ofAll(TYPE.matcher(code).results().toList())
                .map(type -> "type " + folder + type.group(1));
    }

    /** Runners put the folders of tests before those of the code. */
    private Vector<String> pythonModules(String path) throws GitFault {
        var file = PYTHON.matcher(path);
        if (!file.matches() || !judges.isTest(path) || judges.isNamedTest(path))
            return Vector.empty();
        var folder = Option.of(file.group(1)).getOrElse("");
        if (!file.group(2).equals("__init__")) return Vector.of("module " + file.group(2));
        boolean isInPackage =
                git.entry(tree, TreeFiles.path(folder, "../__init__.py").getOrElse("")).isPresent();
        return isInPackage
                ? Vector.empty()
                : Vector.of("module " + folder.substring(folder.lastIndexOf('/') + 1));
    }

    private Option<String> reason(String path) throws GitFault {
        var names = Vector.of(path.split("/"));
        var first = names.head().replaceFirst("\\.py$", "");
        if (PYTHON_RUNNERS.contains(first) && path.endsWith(".py"))
            return Option.of(has("the module " + first));
        if (path.endsWith(".pth")) return Option.of("changes where Python finds modules");
        if (path.startsWith("vendor/") || path.contains("/vendor/")) return vendored(path);
        return sibling(path).orElse(sourceRoot(path, first)).map(ReplacedCode::has);
    }

    /** Copies of dependencies take precedence over those that are installed. */
    private Option<String> vendored(String path) throws GitFault {
        var folder =
                path.startsWith("vendor/") ? "" : path.substring(0, path.indexOf("/vendor/") + 1);
        for (var manifest : MANIFESTS)
            if (git.entry(tree, folder + manifest).isPresent())
                return Option.of("is a copy of a dependency and may replace it in tests");
        return Option.none();
    }

    /** Returns a file that is loaded by the same name without its ending. */
    private Option<String> sibling(String path) throws GitFault {
        var script = SCRIPT.matcher(path);
        if (!script.matches() || judges.isTest(path)) return Option.none();
        for (var ending : SCRIPT_ENDINGS) {
            var other = script.group(1) + "." + ending;
            if (!other.equals(path) && isKept(other)) return Option.of(other);
        }
        return Option.none();
    }

    /** Python finds a module at the root before one in a folder of sources. */
    private Option<String> sourceRoot(String path, String first) throws GitFault {
        if (!path.endsWith(".py") || isKept(first) || isKept(first + ".py")) return Option.none();
        for (var root : PYTHON_ROOTS.remove("").remove(first))
            for (var other : Vector.of(root + "/" + first, root + "/" + first + ".py"))
                if (isKept(other)) return Option.of(other);
        return Option.none();
    }

    private boolean isKept(String path) throws GitFault {
        return git.entry(tree, path).isPresent() && git.entry(base, path).isPresent();
    }
}
