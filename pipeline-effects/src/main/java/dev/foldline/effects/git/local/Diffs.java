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

/** Reads differences with their content; in a partial clone, git fetches missing objects. */
record Diffs(GitRunner bench) {

    DiffStat stat(String from, String to) throws GitFault {
        var files = new ArrayList<FileChange>();
        byte[] lines = diff(from, to, "--numstat", "-z").succeed().out();
        for (byte[] line : PathNames.splitAtZeros(lines)) files.add(change(line));
        return new DiffStat(files);
    }

    DiffText text(String from, String to, int bytesMax) throws GitFault {
        GitResult ran = diff(from, to, "--patch", "--no-color").atMost(bytesMax).patiently();
        if (!ran.succeeded()) throw ran.asFault("diff-tree");
        return new DiffText(new String(ran.out(), StandardCharsets.UTF_8), ran.cut());
    }

    /** The user's display settings (prefixes, external tools) do not affect what agents see. */
    private GitCommand diff(String from, String to, String form, String more) {
        return bench.git(
                "diff-tree",
                "-r",
                "--no-renames",
                "--no-ext-diff",
                "--no-textconv",
                "--src-prefix=a/",
                "--dst-prefix=b/",
                form,
                more,
                from,
                to,
                "--");
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
