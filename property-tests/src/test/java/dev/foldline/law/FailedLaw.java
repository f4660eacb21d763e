package dev.foldline.law;

/** A law does not hold: at which moment of a run, and in what way. */
final class FailedLaw extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int moment;
    private final String how;

    FailedLaw(int moment, String how) {
        super(how, null, false, false);
        this.moment = moment;
        this.how = how;
    }

    int moment() {
        return moment;
    }

    String how() {
        return how;
    }
}
