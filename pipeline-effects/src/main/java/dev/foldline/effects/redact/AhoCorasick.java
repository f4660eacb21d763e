package dev.foldline.effects.redact;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds many words in one pass over a text (Aho-Corasick), in time independent of their number.
 * ASCII letters match in either case; callers that need the exact case check it.
 */
final class AhoCorasick {
    private static final int[] NONE = {};
    private static final int ASCII = 128;

    private final int[] lengths;
    private final char[] asciiColumns = new char[ASCII];
    private final Map<Character, Integer> otherColumns = new HashMap<>();
    private final int columns;
    private final int[] next;
    private final int[][] found;
    private final int[] depths;

    /**
     * @param words none of them empty; of several that end at one place the longest is reported
     *     first
     */
    AhoCorasick(List<String> words) {
        this.lengths = words.stream().mapToInt(String::length).toArray();
        this.columns = numbered(words);
        int states = 1 + Arrays.stream(lengths).sum();
        this.next = new int[states * columns];
        this.found = new int[states][];
        this.depths = new int[states];
        Arrays.fill(found, NONE);
        grow(words);
        link();
    }

    /** Returns the state after one more character; the first state is 0. */
    int step(int state, char character) {
        return next[state * columns + column(character)];
    }

    /** Returns the words that end in a state, by index. */
    int[] endingIn(int state) {
        return found[state];
    }

    /** Returns how many characters of a word have been matched in a state. */
    int depth(int state) {
        return depths[state];
    }

    int length(int word) {
        return lengths[word];
    }

    private int column(char character) {
        return character < ASCII
                ? asciiColumns[character]
                : otherColumns.isEmpty() ? 0 : otherColumns.getOrDefault(character, 0);
    }

    /** Column 0 is for every character that is in no word. */
    private int numbered(List<String> words) {
        int count = 1;
        for (String word : words) {
            for (int at = 0; at < word.length(); at++) {
                char each = word.charAt(at);
                if (column(each) != 0) continue;
                if (each >= ASCII) otherColumns.put(each, count);
                else
                    asciiColumns[Character.toLowerCase(each)] =
                            asciiColumns[Character.toUpperCase(each)] = (char) count;
                count++;
            }
        }
        return count;
    }

    private void grow(List<String> words) {
        int states = 1;
        for (int word = 0; word < words.size(); word++) {
            int state = 0;
            for (char each : words.get(word).toCharArray()) {
                int place = state * columns + column(each);
                if (next[place] == 0) {
                    depths[states] = depths[state] + 1;
                    next[place] = states++;
                }
                state = next[place];
            }
            found[state] = joined(found[state], new int[] {word});
        }
    }

    /** Links each state to that of the longest word that has started in the meantime. */
    private void link() {
        var back = new int[found.length];
        var waiting = new ArrayDeque<Integer>();
        for (int column = 0; column < columns; column++) {
            if (next[column] != 0) waiting.add(next[column]);
        }
        while (!waiting.isEmpty()) {
            int state = waiting.remove();
            found[state] = joined(found[state], found[back[state]]);
            for (int column = 0; column < columns; column++) {
                int place = state * columns + column;
                int shorter = next[back[state] * columns + column];
                if (next[place] == 0) {
                    next[place] = shorter;
                } else {
                    back[next[place]] = shorter;
                    waiting.add(next[place]);
                }
            }
        }
    }

    private static int[] joined(int[] some, int[] more) {
        if (more.length == 0) return some;
        int[] all = Arrays.copyOf(some, some.length + more.length);
        System.arraycopy(more, 0, all, some.length, more.length);
        return all;
    }
}
