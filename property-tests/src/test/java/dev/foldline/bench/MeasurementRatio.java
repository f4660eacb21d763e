package dev.foldline.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Measurements that are told as a ratio to the first of them. They take turns, round by round, so
 * that whatever else the machine does falls on all of them alike; medians are compared.
 */
record MeasurementRatio(String name, int rounds, List<Measurement> measurements)
        implements Bench.PrintableMeasurement {
    private static final double MILLIS = 1e3;

    /** Slower things are printed with the time that each takes. */
    private static final double SLOW = 100;

    @Override
    public void print() throws Exception {
        var rates = new double[measurements.size()][rounds];
        for (Measurement measurement : measurements) {
            measurement.rate(); // warms up, uncounted
        }
        for (int round = 0; round < rounds; round++) {
            for (int index = 0; index < rates.length; index++) {
                rates[index][round] = measurements.get(index).rate();
            }
        }
        System.out.println(name);
        double base = median(rates[0]);
        for (int index = 0; index < rates.length; index++) {
            double rate = median(rates[index]);
            var range = Arrays.stream(rates[index]).summaryStatistics();
            System.out.println(
                    rate < SLOW
                            ? String.format(
                                    Locale.ROOT,
                                    "  %-44s %,14.0f ms   %6.2f times the first   (%,.0f to %,.0f)",
                                    measurements.get(index).name(),
                                    MILLIS / rate,
                                    base / rate,
                                    MILLIS / range.getMax(),
                                    MILLIS / range.getMin())
                            : String.format(
                                    Locale.ROOT,
                                    "  %-44s %,14.0f /s   %6.2f of the first   (%,.0f to %,.0f)",
                                    measurements.get(index).name(),
                                    rate,
                                    rate / base,
                                    range.getMin(),
                                    range.getMax()));
        }
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
