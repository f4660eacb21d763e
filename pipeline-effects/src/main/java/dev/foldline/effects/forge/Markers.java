package dev.foldline.effects.forge;

/** Hidden marks in texts that Foldline writes on a forge, by which it finds them again. */
public final class Markers {
    /** The start of each mark. */
    static final String START = "<!-- foldline:";

    private Markers() {}

    /** Returns the mark of the pull request of a run. */
    public static String ofRun(String run) {
        return START + "run:" + run + " -->";
    }
}
