package dev.foldline.effects.report;

/**
 * Counts how often a regular expression looks at a character, and ends one that backtracks without
 * end.
 */
final class StepCount {

    /** Thrown out of the matcher, which has no other way to end. */
    static final class TooManySteps extends RuntimeException {
        private static final long serialVersionUID = 1;

        private TooManySteps() {
            super("too many steps", null, false, false);
        }
    }

    private final long stepsMax;
    private long steps;

    StepCount(long stepsMax) {
        this.stepsMax = stepsMax;
    }

    long steps() {
        return steps;
    }

    CharSequence of(String text) {
        return new Counted(text);
    }

    private char count(char each) {
        if (++steps > stepsMax) throw new TooManySteps();
        return each;
    }

    private final class Counted implements CharSequence {
        private final String text;

        private Counted(String text) {
            this.text = text;
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int at) {
            return count(text.charAt(at));
        }

        @Override
        public CharSequence subSequence(int from, int to) {
            return text.subSequence(from, to);
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
