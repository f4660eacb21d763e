package dev.foldline.mutant;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Which test notices each mutant: {@code mutants/noticed.tsv}, one line a mutant. */
final class MutantResults {
    static final Path FILE = Mutants.FOLDER.resolve("noticed.tsv");

    /** How a mutant was noticed. */
    enum Means {
        LAW("law"),
        SCENARIO("scenario"),
        NONE("-");

        private final String word;

        Means(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }

        static Means of(String word) {
            for (var each : values()) if (each.word.equals(word)) return each;
            throw new IllegalArgumentException("no means " + word);
        }
    }

    /**
     * @param test the test that failed first; empty if none did
     */
    record Result(Means means, String test) {}

    private final Map<String, Result> byId = new TreeMap<>();

    static MutantResults read() {
        var results = new MutantResults();
        if (!Files.exists(FILE)) return results;
        Mutants.text(FILE)
                .lines()
                .map(line -> line.split("\t", -1))
                .forEach(cells -> results.put(cells[0], new Result(Means.of(cells[1]), cells[2])));
        return results;
    }

    Map<String, Result> byId() {
        return byId;
    }

    void put(String id, Result result) {
        byId.put(id, result);
    }

    /** Returns how many mutants each test class noticed. */
    Map<String, Long> counts() {
        return byId.values().stream()
                .filter(result -> !result.test().isEmpty())
                .collect(
                        Collectors.groupingBy(
                                result -> result.test().replaceFirst("\\..*", ""),
                                Collectors.counting()));
    }

    void write() {
        try {
            Files.writeString(
                    FILE,
                    byId.entrySet().stream()
                            .map(
                                    each ->
                                            each.getKey()
                                                    + "\t"
                                                    + each.getValue().means().word()
                                                    + "\t"
                                                    + each.getValue().test()
                                                    + "\n")
                            .collect(Collectors.joining()));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
