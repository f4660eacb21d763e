package dev.foldline.app.server;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.Workspace;

import io.vavr.Tuple2;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** The names by which a server tells its repositories apart, in addresses and in its log. */
public final class RepositoryNames {
    private static final int LENGTH_MAX = 64;
    private static final Pattern NAME =
            Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0," + (LENGTH_MAX - 1) + "}");
    private static final String OPTION = "--repo";
    private static final String FALLBACK = "repository";

    private RepositoryNames() {}

    /**
     * Names each repository: as requested, else after its folder.
     *
     * @param requested for each repository
     * @throws UserError if a name cannot be part of an address, or there is a name or a repository
     *     twice
     */
    public static Vector<String> of(
            Vector<Option<String>> requested, Vector<Workspace> repositories) throws IOException {
        refuseSame(repositories);
        return of(requested.zip(repositories.map(each -> folder(each.root()))));
    }

    /** A working tree of a repository, and its subfolders, are the repository. */
    private static void refuseSame(Vector<Workspace> repositories) throws IOException {
        Map<Path, Path> roots = HashMap.empty();
        for (var each : repositories) {
            var common = each.git().place().commonFolder().toRealPath();
            for (var other : roots.get(common))
                throw new UserError(
                        other.equals(each.root())
                                ? other + " is named twice"
                                : other + " and " + each.root() + " are the same repository",
                        OPTION,
                        "name each repository once",
                        ExitCode.USAGE);
            roots = roots.put(common, each.root());
        }
    }

    /** The name of a repository after its folder. */
    static String of(Path root) {
        return plain(folder(root));
    }

    private static String folder(Path root) {
        return String.valueOf(root.getFileName());
    }

    /**
     * @param folders requested name and folder's name of each repository
     */
    static Vector<String> of(Vector<Tuple2<Option<String>, String>> folders) {
        Set<String> taken = HashSet.empty();
        for (var name : folders.flatMap(Tuple2::_1)) {
            if (!NAME.matcher(name).matches())
                throw refused(
                        "'" + name + "' is no name of a repository",
                        "use up to 64 letters, digits, '.', '_' or '-', as in --repo web=FOLDER");
            if (taken.contains(name))
                throw refused(
                        "two repositories are named " + name, "give one of them another name");
            taken = taken.add(name);
        }
        var names = Vector.<String>empty();
        for (var each : folders) {
            var name = each._1().getOrElse(unique(plain(each._2()), taken));
            taken = taken.add(name);
            names = names.append(name);
        }
        return names;
    }

    private static UserError refused(String what, String hint) {
        return new UserError(what, OPTION, hint, ExitCode.USAGE);
    }

    /** What of a folder's name can be part of an address. */
    private static String plain(String folder) {
        var name = folder.replaceAll("[^A-Za-z0-9._-]+", "-").replaceAll("^[._-]+|-+$", "");
        return name.isEmpty() ? FALLBACK : name.substring(0, Math.min(name.length(), LENGTH_MAX));
    }

    /** A number is added to a name that another repository has. */
    private static String unique(String name, Set<String> taken) {
        if (!taken.contains(name)) return name;
        int number = 2;
        while (taken.contains(numbered(name, number))) number++;
        return numbered(name, number);
    }

    private static String numbered(String name, int number) {
        var end = "-" + number;
        return name.substring(0, Math.min(name.length(), LENGTH_MAX - end.length())) + end;
    }
}
