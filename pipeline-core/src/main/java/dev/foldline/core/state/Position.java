package dev.foldline.core.state;

import java.util.Comparator;

/**
 * A position in a workflow; all components count from 0. Positions are ordered lexicographically,
 * so a comparison tells whether a point has been passed. The stage after the last one is the
 * workflow's end.
 */
public record Position(int stage, int turn, int phase, int step) implements Comparable<Position> {

    public static final Position START = new Position(0, 0, 0, 0);

    private static final Comparator<Position> IN_ORDER =
            Comparator.comparingInt(Position::stage)
                    .thenComparingInt(Position::turn)
                    .thenComparingInt(Position::phase)
                    .thenComparingInt(Position::step);

    @Override
    public int compareTo(Position other) {
        return IN_ORDER.compare(this, other);
    }

    public boolean isAfter(Position other) {
        return compareTo(other) > 0;
    }

    public Position at(int newStep) {
        return new Position(stage, turn, phase, newStep);
    }

    public Position later(Position other) {
        return other.isAfter(this) ? other : this;
    }
}
