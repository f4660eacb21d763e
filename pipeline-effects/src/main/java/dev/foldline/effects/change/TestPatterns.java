package dev.foldline.effects.change;

import io.vavr.collection.Vector;

/** Which files are tests, by their paths. */
public final class TestPatterns {
    /** The patterns of common languages and runners, if the configuration has none. */
    public static final Vector<String> DEFAULT =
            Vector.of(
                    // By their names.
                    "**/test_*.py",
                    "**/*_test.py",
                    "**/*.test.*",
                    "**/*.spec.*",
                    "**/*-test.*",
                    "**/*_test.*",
                    "**/*_spec.*",
                    "**/*.cy.*",
                    "**/*Test.*",
                    "**/*Tests.*",
                    "**/*IT.java",
                    "**/*Spec.*",
                    "**/*.bats",
                    "**/*.feature",
                    "**/tests.py",
                    "**/tests.rs",
                    // By their folders.
                    "**/src/test/**",
                    "**/src/*Test/**",
                    "**/src/integrationTest/**",
                    "**/src/it/**",
                    "**/test/**",
                    "**/tests/**",
                    "**/Tests/**",
                    "**/*.Tests/**",
                    "**/*.Test/**",
                    "**/__tests__/**",
                    "**/__snapshots__/**",
                    "**/spec/**/*.rb",
                    "**/spec/**/*.js",
                    "**/spec/**/*.ts",
                    "**/spec/**/*.php",
                    "**/e2e/**",
                    "**/cypress/**",
                    "**/testdata/**",
                    "**/test-data/**",
                    "**/test_data/**",
                    "**/fixtures/**",
                    "**/__fixtures__/**",
                    "**/golden/**",
                    "**/t/*.t");

    private final PathIndex<Boolean> index = new PathIndex<>();

    TestPatterns(Vector<String> patterns) {
        for (var each : patterns) {
            var pattern = PathPattern.of(each);
            index.add(pattern, isOfNames(pattern));
        }
    }

    boolean isTest(String path) {
        return index.first(path).isPresent();
    }

    /** Returns whether the name of a file, not only its folder, says that it is a test. */
    boolean isNamedTest(String path) {
        return index.any(path, named -> named);
    }

    private static boolean isOfNames(PathPattern pattern) {
        var name = pattern.segments().lastOption().getOrElse("");
        int ending = name.lastIndexOf('.');
        var stem = ending < 0 ? name : name.substring(0, ending);
        return stem.chars().anyMatch(Character::isLetterOrDigit);
    }
}
