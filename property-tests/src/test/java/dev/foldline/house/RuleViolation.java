package dev.foldline.house;

/** One place that breaks one house rule. */
record RuleViolation(String rule, String place, String detail) {
    /** What an exception in {@link RuleExceptions} names. */
    String key() {
        return rule + " @ " + place;
    }

    @Override
    public String toString() {
        return place + ": " + rule + ": " + detail;
    }
}
