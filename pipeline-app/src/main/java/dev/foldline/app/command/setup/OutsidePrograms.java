package dev.foldline.app.command.setup;

import dev.foldline.effects.git.ConfiguredProgram;

import io.vavr.collection.Vector;

import java.nio.file.Path;

/**
 * The programs that Foldline or its git starts outside every sandbox, for the user.
 *
 * @param root the working tree
 * @param hooks the folder of git's hooks
 */
record OutsidePrograms(Path root, Path hooks, Vector<ConfiguredProgram> programs) {
    private static final String OF_THE_TREE =
            "of the working tree: a sandboxed call cannot write it; otherwise a change is put back,"
                    + " and the run halts";

    /** Returns a line for each program, and what keeps an agent from it. */
    Vector<String> lines() {
        return Vector.of("programs that Foldline or its git starts outside the sandbox:")
                .appendAll(programs.flatMap(this::lines))
                .append(line("hooks", shown(hooks), hookRule()))
                .append(line("worktree.setup", "", "runs in the sandbox of checks"));
    }

    private Vector<String> lines(ConfiguredProgram program) {
        var files = Vector.ofAll(program.filesIn(root));
        return files.isEmpty()
                ? Vector.of(line(program.setting(), program.command(), "not in the working tree"))
                : files.map(file -> line(program.setting(), shown(file), OF_THE_TREE));
    }

    private String hookRule() {
        return hooks.startsWith(root) && !hooks.startsWith(root.resolve(".git"))
                ? "of the working tree: a sandboxed call cannot write them; otherwise they are"
                        + " files like others"
                : "not in the working tree: a change is put back, and the run halts";
    }

    private String shown(Path file) {
        return file.startsWith(root) ? root.relativize(file).toString() : file.toString();
    }

    private static String line(String setting, String program, String rule) {
        return "  %-24s %-24s %s".formatted(setting, program, rule);
    }
}
