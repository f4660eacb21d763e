package dev.foldline.effects.git.local;

import dev.foldline.effects.git.DiffStat;
import dev.foldline.effects.git.DiffStat.DiffText;
import dev.foldline.effects.git.DiffStat.FileChange;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.command.GitCommand;
import dev.foldline.effects.git.command.GitResult;
import dev.foldline.effects.git.command.GitRunner;
import dev.foldline.effects.git.command.PathNames;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads differences with their content; in a partial clone, git fetches missing objects. */
record Diffs(GitRunner bench) {

    DiffStat stat(String from, String to) throws GitFault {
        var files = new ArrayList<FileChange>();
        byte[] lines = diff("--numstat", "-z", from, to, "--").succeed().out();
        for (byte[] line : PathNames.splitAtZeros(lines)) files.add(change(line));
        return new DiffStat(files);
    }

    DiffText text(String from, String to, List<String> paths, int bytesMax) throws GitFault {
        var words = new ArrayList<>(List.of("--patch", "--no-color", from, to, "--"));
        words.addAll(paths);
        GitResult ran =
                diff(words.toArray(String[]::new))
                        .with("GIT_LITERAL_PATHSPECS", "1")
                        .atMost(bytesMax)
                        .runWithRetries();
        if (!ran.succeeded()) throw ran.asFault("diff-tree");
        return new DiffText(new String(ran.out(), StandardCharsets.UTF_8), ran.cut());
    }

    /** A commit and the one that it is compared with. */
    record Pair(String commit, String parent) {}

    /** Reads the differences of many commits with one process, by commit. */
    Map<String, String> patches(List<Pair> pairs, int bytesMax) throws GitFault {
        var found = new LinkedHashMap<String, String>();
        if (pairs.isEmpty()) return found;
        var input = new StringBuilder();
        for (var pair : pairs)
            input.append(pair.commit()).append(' ').append(pair.parent()).append('\n');
        var ran =
                diff("--patch", "--no-color", "--stdin", "--always")
                        .fed(input.toString().getBytes(StandardCharsets.US_ASCII))
                        .atMost(bytesMax)
                        .runWithRetries();
        if (!ran.succeeded() && !ran.cut()) throw ran.asFault("diff-tree");
        var text = new String(ran.out(), StandardCharsets.UTF_8);
        int from = 0;
        for (int n = 0; n < pairs.size(); n++) {
            var heading = pairs.get(n).commit() + "\n";
            if (!text.startsWith(heading, from)) break;
            from += heading.length();
            int end = n + 1 < pairs.size() ? next(text, pairs.get(n + 1), from) : text.length();
            if (end < 0 || ran.cut() && end == text.length()) break;
            found.put(pairs.get(n).commit(), text.substring(from, end));
            from = end;
        }
        return found;
    }

    /** Returns where the difference of a commit starts. No line of a difference is a bare hash. */
    private static int next(String text, Pair pair, int from) {
        var heading = pair.commit() + "\n";
        if (text.startsWith(heading, from)) return from;
        int before = text.indexOf("\n" + heading, Math.max(0, from - 1));
        return before < 0 ? -1 : before + 1;
    }

    /** The user's display settings (prefixes, external tools) do not affect what agents see. */
    private GitCommand diff(String... more) {
        var words =
                new ArrayList<>(
                        List.of(
                                "diff-tree",
                                "-r",
                                "--no-renames",
                                "--no-ext-diff",
                                "--no-textconv",
                                "--src-prefix=a/",
                                "--dst-prefix=b/"));
        words.addAll(List.of(more));
        return bench.git(words.toArray(String[]::new));
    }

    /** Parses {@code added TAB removed TAB path}, with dashes for the counts of a binary file. */
    private static FileChange change(byte[] line) {
        String[] word = new String(line, StandardCharsets.ISO_8859_1).split("\t", 3);
        byte[] name =
                Arrays.copyOfRange(line, word[0].length() + word[1].length() + 2, line.length);
        boolean binary = word[0].equals("-");
        return new FileChange(
                PathNames.decode(name),
                binary ? 0 : Long.parseLong(word[0]),
                binary ? 0 : Long.parseLong(word[1]),
                binary);
    }
}
