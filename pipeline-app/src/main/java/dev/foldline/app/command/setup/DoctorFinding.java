package dev.foldline.app.command.setup;

/**
 * One thing {@code doctor} has seen.
 *
 * @param remedy best a command to paste; empty where nothing is to be done
 */
record DoctorFinding(String subject, Level level, String what, String remedy) {

    /** How bad it is. */
    enum Level {
        GOOD,
        MENDED,
        NOTE,
        BROKEN
    }

    static DoctorFinding good(String subject, String what) {
        return new DoctorFinding(subject, Level.GOOD, what, "");
    }

    static DoctorFinding fixed(String subject, String what) {
        return new DoctorFinding(subject, Level.MENDED, what, "");
    }

    static DoctorFinding note(String subject, String what, String remedy) {
        return new DoctorFinding(subject, Level.NOTE, what, remedy);
    }

    static DoctorFinding broken(String subject, String what, String remedy) {
        return new DoctorFinding(subject, Level.BROKEN, what, remedy);
    }
}
