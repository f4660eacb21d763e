package dev.foldline.app.command.setup;

/**
 * One thing {@code doctor} has seen.
 *
 * @param remedy best a command to paste; empty where nothing is to be done
 */
record Finding(String subject, Level level, String what, String remedy) {

    /** How bad it is. */
    enum Level { GOOD, MENDED, NOTE, BROKEN }

    static Finding good(String subject, String what) { return new Finding(subject, Level.GOOD, what, ""); }

    static Finding mended(String subject, String what) { return new Finding(subject, Level.MENDED, what, ""); }

    static Finding note(String subject, String what, String remedy) { return new Finding(subject, Level.NOTE, what, remedy); }

    static Finding broken(String subject, String what, String remedy) { return new Finding(subject, Level.BROKEN, what, remedy); }
}
