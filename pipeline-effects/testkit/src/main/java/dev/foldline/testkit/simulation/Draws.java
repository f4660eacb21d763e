package dev.foldline.testkit.simulation;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Random numbers as data: the result of each named draw of a {@link SeededRandom}. A draw without a
 * result gives 0: no chance, the first choice, the least number. So the fewer results there are,
 * the simpler is what is drawn.
 */
public final class Draws {

    /**
     * The result of a draw.
     *
     * @param place name of the draw: the forks that lead to it, joined by slashes
     * @param number the result: 1 for a chance, otherwise how far it is from the first choice
     * @param text the choice in words
     */
    public record Draw(String place, int number, String text) {
        /** Returns the draw with another result. */
        public Draw with(int other) {
            return new Draw(place, other, Integer.toString(other));
        }
    }

    private enum Mode {
        FREE,
        RECORDED,
        GIVEN
    }

    /** The seed decides, and nothing is recorded. */
    public static final Draws FREE = new Draws(Mode.FREE, Map.of());

    private final Mode mode;
    private final Map<String, Draw> given;
    private final Map<String, Draw> drawn = new LinkedHashMap<>();

    private Draws(Mode mode, Map<String, Draw> given) {
        this.mode = mode;
        this.given = given;
    }

    /** Returns draws that the seed decides, and that are recorded. */
    public static Draws recording() {
        return new Draws(Mode.RECORDED, Map.of());
    }

    /** Returns draws with these results, and 0 for every other. Those in use are recorded. */
    public static Draws of(Vector<Draw> given) {
        var byPlace = new HashMap<String, Draw>();
        given.forEach(each -> byPlace.put(each.place(), each));
        return new Draws(Mode.GIVEN, Map.copyOf(byPlace));
    }

    boolean isFree() {
        return mode == Mode.FREE;
    }

    /** Returns the results that were given, if they were. */
    public Option<Vector<Draw>> given() {
        return mode == Mode.GIVEN ? Option.of(Vector.ofAll(given.values())) : Option.none();
    }

    /** Returns the results other than 0, in order. */
    public Vector<Draw> drawn() {
        return Vector.ofAll(drawn.values());
    }

    int of(String place, int random, int most, IntFunction<String> text) {
        int number =
                mode == Mode.RECORDED
                        ? random
                        : given.containsKey(place) ? Math.min(most, given.get(place).number()) : 0;
        if (number > 0)
            drawn.computeIfAbsent(place, name -> new Draw(name, number, text.apply(number)));
        return number;
    }
}
