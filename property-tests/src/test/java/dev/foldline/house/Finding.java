package dev.foldline.house;

/** One place that breaks one house rule. */
record Finding(String rule, String place, String detail) {
    /** What an exception in {@link Debts} names. */
    String key() {
        return rule + " @ " + place;
    }

    @Override
    public String toString() {
        return place + ": " + rule + ": " + detail;
    }
}
