package dev.foldline.effects.change;

import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.Guard;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitReads;
import dev.foldline.effects.git.TreeEntry;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What judges the changes to a tree, and which files are its tests. */
public final class Judges {
    private final TestPatterns tests;
    private final PathIndex<Judge> ofUser = new PathIndex<>();
    private final PathIndex<Judge> anywhere = new PathIndex<>();
    private final PathIndex<Judge> outsideTestData = new PathIndex<>();
    private final PathIndex<Boolean> testData = new PathIndex<>();
    private final List<Judge> all = new ArrayList<>();
    private Vector<Judge> list = Vector.empty();

    private Judges(Guard guard) {
        this.tests = new TestPatterns(guard.tests());
        JudgePatterns.TEST_DATA.forEach(pattern -> testData.add(pattern, true));
    }

    /**
     * Finds the judges of a project.
     *
     * @param tree a commit or tree
     * @param checks the commands of all checks
     */
    public static Judges in(GitReads git, String tree, Vector<CommandLine> checks, Guard guard)
            throws GitFault {
        var general = new Judges(guard);
        general.addPatterns(guard);
        var entries =
                git.entries(tree, entry -> entry.isLink() || general.of(entry.path()).isDefined());
        var files = TreeFiles.of(git, tree, entries.stream().filter(TreeEntry::isLink).toList());
        var judges = new Judges(guard);
        var named = CheckFiles.in(files, judges.tests, checks);
        named.judges().forEach(judges::add);
        judges.addPatterns(guard);
        var targets = judges.followLinks(new TreeMap<>(files.links()));
        judges.list = judges.found(entries, named.present().appendAll(targets));
        return judges;
    }

    /** Returns those with files in the tree, the most specific first. */
    public Vector<Judge> list() {
        return list;
    }

    /** Returns the judge to which a path belongs, also one of which the tree has no file. */
    public Option<Judge> of(String path) {
        return Option.ofOptional(
                anywhere.first(path)
                        .or(
                                () ->
                                        outsideTestData
                                                .first(path)
                                                .filter(_ -> testData.first(path).isEmpty())));
    }

    /** Returns the place of a path's judge among all: the more specific, the lower. */
    int rank(String path) {
        return of(path).map(all::indexOf).getOrElse(0);
    }

    /** Returns whether the user's configuration names a path, so that all of it judges. */
    boolean isNamedByUser(String path) {
        return ofUser.first(path).isPresent();
    }

    /** Returns whether a file is a test and no judge. */
    public boolean isTest(String path) {
        return tests.isTest(path) && of(path).isEmpty();
    }

    /** Returns whether the name of a test says that it is one, not only its folder. */
    boolean isNamedTest(String path) {
        return tests.isNamedTest(path);
    }

    private void addPatterns(Guard guard) {
        for (var path : guard.paths()) {
            var judge = Judge.of(path, "is named by guard.paths");
            ofUser.add(judge.pattern(), judge);
            add(judge);
        }
        JudgePatterns.ANYWHERE.forEach(this::add);
        for (var judge : JudgePatterns.PROJECT) {
            all.add(judge);
            outsideTestData.add(judge.pattern(), judge);
        }
    }

    private void add(Judge judge) {
        all.add(judge);
        anywhere.add(judge.pattern(), judge);
    }

    /** Adds what links that judge lead to, also through other links, and returns it. */
    private Vector<Judge> followLinks(Map<String, String> links) {
        var targets = Vector.<Judge>empty();
        var followed = new HashSet<String>();
        for (int before = -1; before < followed.size(); ) {
            before = followed.size();
            for (var link : links.entrySet()) {
                if (of(link.getKey()).isEmpty() || !followed.add(link.getKey())) continue;
                var why = "is where the link " + link.getKey() + " leads";
                var target = new Judge(PathPattern.literal(link.getValue()), why);
                targets = targets.append(target);
                add(target);
                add(Judge.of(link.getValue() + "/**", why));
            }
        }
        return targets;
    }

    private Vector<Judge> found(List<TreeEntry> entries, Vector<Judge> paths) {
        var found = new HashSet<Judge>(paths.asJava());
        for (var entry : entries) of(entry.path()).forEach(found::add);
        return Vector.ofAll(all).filter(found::contains).distinct();
    }
}
