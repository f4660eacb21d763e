package dev.foldline.effects.git;

import java.nio.file.Path;

/**
 * The result of opening a folder as a repository: the open repository, or why Foldline cannot work
 * there.
 */
public sealed interface OpenRepositoryResult {

    /** The repository is open; the caller closes it. */
    record Opened(Git git) implements OpenRepositoryResult {}

    /** Foldline cannot work here. Each case names the problem, its location, and the remedy. */
    sealed interface Refused extends OpenRepositoryResult {
        /** Returns the location of the problem. */
        Path where();

        /** Returns the problem as one sentence without a full stop. */
        String what();

        /** Returns what the user can do, as a command if there is one. */
        String remedy();
    }

    /** There is no repository here or above. */
    record NotARepository(Path where) implements Refused {
        @Override
        public String what() {
            return "not a git repository";
        }

        @Override
        public String remedy() {
            return "run Foldline inside a repository, or make one: git init && git add -A && git"
                    + " commit -m 'first'";
        }
    }

    /** There is no working tree. */
    record Bare(Path where) implements Refused {
        @Override
        public String what() {
            return "this repository is bare: it has no working tree to work in";
        }

        @Override
        public String remedy() {
            return "work in a clone of it, or in a worktree: git worktree add ../work";
        }
    }

    /** The folder is inside the .git folder of a repository with a working tree elsewhere. */
    record InsideGitFolder(Path where) implements Refused {
        @Override
        public String what() {
            return "this folder belongs to git itself";
        }

        @Override
        public String remedy() {
            return "go to the repository's working tree";
        }
    }

    /** There is no commit to start from. */
    record Unborn(Path where) implements Refused {
        @Override
        public String what() {
            return "this repository has no commit yet";
        }

        @Override
        public String remedy() {
            return "make a first commit: git add -A && git commit -m 'first'";
        }
    }

    /** Its objects have SHA-256 names, and its refs are in tables. */
    record Sha256Reftable(Path where) implements Refused {
        @Override
        public String what() {
            return "this repository has SHA-256 object names and keeps its refs in a reftable,"
                    + " which Foldline cannot read";
        }

        @Override
        public String remedy() {
            return "keep the refs in files: git refs migrate --ref-format=files";
        }
    }

    /** The git command was not found. */
    record GitMissing(Path where, String executable) implements Refused {
        @Override
        public String what() {
            return "the command '" + executable + "' could not be started";
        }

        @Override
        public String remedy() {
            return "install git " + OLDEST_GIT + " or newer and see that it is on PATH";
        }
    }

    /** The git command is older than {@link #OLDEST_GIT}. */
    record GitTooOld(Path where, String version) implements Refused {
        @Override
        public String what() {
            return "git " + version + " is too old";
        }

        @Override
        public String remedy() {
            return "install git " + OLDEST_GIT + " or newer";
        }
    }

    /** Git refuses to open the repository: another owner, an unknown extension, or damage. */
    record Unreadable(Path where, String reason) implements Refused {
        @Override
        public String what() {
            return "git does not open this repository: " + reason;
        }

        @Override
        public String remedy() {
            return "see what 'git status' says here, and do what it advises";
        }
    }

    /** The first version of git with all required features. */
    String OLDEST_GIT = "2.38";
}
