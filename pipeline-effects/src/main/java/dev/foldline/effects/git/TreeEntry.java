package dev.foldline.effects.git;

/**
 * What a tree has at a path: a file, a symbolic link, a submodule or a folder.
 *
 * @param mode six octal digits, as git prints them
 * @param object the hash of its content
 */
public record TreeEntry(String path, String mode, String object) {
    private static final String LINK = "120000";
    private static final String SUBMODULE = "160000";
    private static final String FOLDER = "040000";

    public boolean isLink() {
        return mode.equals(LINK);
    }

    public boolean isSubmodule() {
        return mode.equals(SUBMODULE);
    }

    public boolean isFolder() {
        return mode.equals(FOLDER);
    }

    public boolean isFile() {
        return !isLink() && !isSubmodule() && !isFolder();
    }

    /** Returns its mode and its content as one word each. */
    public String content() {
        return mode + " " + object;
    }
}
