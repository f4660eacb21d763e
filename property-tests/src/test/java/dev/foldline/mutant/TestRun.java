package dev.foldline.mutant;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import org.junit.platform.engine.ConfigurationParameters;
import org.junit.platform.engine.DiscoveryFilter;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.EngineDiscoveryRequest;
import org.junit.platform.engine.EngineExecutionListener;
import org.junit.platform.engine.ExecutionRequest;
import org.junit.platform.engine.OutputDirectoryCreator;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.engine.support.store.Namespace;
import org.junit.platform.engine.support.store.NamespacedHierarchicalStore;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Scanner;
import java.util.ServiceLoader;
import java.util.Set;

/**
 * Runs test classes against one mutant after the other in a JVM of its own, each with classes of
 * its own ({@link MutantLoader}). A line of its input names the folder of the mutant and the test
 * classes. It answers with a line: {@code PASSED}, or {@code FAILED} and the first test that
 * failed. After a test that does not end, the JVM ends.
 */
final class TestRun {
    private TestRun() {}

    /** What precedes the name of the failed test. */
    static final String FAILED = "FAILED ";

    static final String PASSED = "PASSED";

    public static void main(String[] none) throws ClassNotFoundException, IOException {
        try (var lines = new Scanner(System.in, System.getProperty("stdin.encoding"))) {
            while (lines.hasNextLine()) {
                var words = List.of(lines.nextLine().split(" "));
                var loader = new MutantLoader(Path.of(words.getFirst()));
                Thread.currentThread().setContextClassLoader(loader);
                answer(run(loader, words.subList(1, words.size())));
            }
        }
        System.exit(0);
    }

    private static void answer(String text) {
        System.out.println("\n" + text);
        System.out.flush();
    }

    private static String run(ClassLoader loader, List<String> types)
            throws ClassNotFoundException {
        var engines = ServiceLoader.load(TestEngine.class).stream().toList();
        for (String type : types) {
            var tests = Class.forName(type, false, loader);
            var limit = stopAfter(Long.getLong("mutants.seconds", 90), tests);
            var failures = new Failures();
            try {
                engines.forEach(engine -> run(engine.get(), tests, failures));
            } catch (MutantDetected noticed) {
                return FAILED + noticed.getMessage();
            } finally {
                limit.interrupt();
            }
            if (failures.first.isPresent()) return FAILED + failures.first.get();
        }
        return PASSED;
    }

    /**
     * A mutant may loop for ever: a class that takes this many seconds of processor time, or ten
     * times as long, has noticed it.
     */
    private static Thread stopAfter(long seconds, Class<?> tests) {
        return Thread.ofPlatform()
                .daemon()
                .start(
                        () -> {
                            try {
                                var start = processorTime();
                                for (long second = 0; second < 10 * seconds; second++) {
                                    if (processorTime().minus(start).toSeconds() >= seconds) break;
                                    Thread.sleep(Duration.ofSeconds(1));
                                }
                                answer(FAILED + tests.getSimpleName());
                                Runtime.getRuntime().halt(1);
                            } catch (InterruptedException ended) {
                                Thread.currentThread().interrupt();
                            }
                        });
    }

    private static Duration processorTime() {
        return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    private static void run(TestEngine engine, Class<?> tests, Failures failures) {
        var found = engine.discover(new Request(tests), UniqueId.forEngine(engine.getId()));
        if (found.getChildren().isEmpty()) return;
        try (var session = new NamespacedHierarchicalStore<Namespace>(null);
                var store = session.newChild()) {
            engine.execute(
                    ExecutionRequest.create(
                            found, failures, Configuration.SYSTEM, Folder.TEMPORARY, store));
        }
    }

    /** Ends the run of a test class; engines let this kind of error pass. */
    private static final class MutantDetected extends OutOfMemoryError {
        private static final long serialVersionUID = 1L;

        MutantDetected(String test) {
            super(test);
        }
    }

    private static final class Failures implements EngineExecutionListener {
        private Optional<String> first = Optional.empty();

        @Override
        public void executionFinished(TestDescriptor test, TestExecutionResult result) {
            if (result.getStatus() != TestExecutionResult.Status.FAILED) return;
            if (first.isEmpty()) first = Optional.of(name(test));
            throw new MutantDetected(first.get());
        }

        private static String name(TestDescriptor test) {
            return test.getSource()
                    .filter(MethodSource.class::isInstance)
                    .map(MethodSource.class::cast)
                    .map(
                            method ->
                                    method.getClassName().replaceFirst(".*\\.", "")
                                            + "."
                                            + method.getMethodName())
                    .orElseGet(test::getDisplayName);
        }
    }

    private record Request(Class<?> tests) implements EngineDiscoveryRequest {
        @Override
        public <T extends DiscoverySelector> List<T> getSelectorsByType(Class<T> type) {
            return type.isAssignableFrom(ClassSelector.class)
                    ? List.of(type.cast(selectClass(tests)))
                    : List.of();
        }

        @Override
        public <T extends DiscoveryFilter<?>> List<T> getFiltersByType(Class<T> type) {
            return List.of();
        }

        @Override
        public ConfigurationParameters getConfigurationParameters() {
            return Configuration.SYSTEM;
        }

        @Override
        public OutputDirectoryCreator getOutputDirectoryCreator() {
            return Folder.TEMPORARY;
        }
    }

    /** The parameters are system properties. */
    private enum Configuration implements ConfigurationParameters {
        SYSTEM;

        @Override
        public Optional<String> get(String key) {
            return Optional.ofNullable(System.getProperty(key));
        }

        @Override
        public Optional<Boolean> getBoolean(String key) {
            return get(key).map(Boolean::parseBoolean);
        }

        @Override
        public int size() {
            return keySet().size();
        }

        @Override
        public Set<String> keySet() {
            return System.getProperties().stringPropertyNames();
        }
    }

    private enum Folder implements OutputDirectoryCreator {
        TEMPORARY;

        @Override
        public Path getRootDirectory() {
            return new File(System.getProperty("java.io.tmpdir")).toPath();
        }

        @Override
        public Path createOutputDirectory(TestDescriptor test) {
            return getRootDirectory();
        }
    }

    /** The system properties that a run of tests needs, as arguments of a JVM. */
    static List<String> properties() {
        return Map.of(
                        "jqwik.database",
                        "",
                        "jqwik.reporting.onlyfailures",
                        "true",
                        "jqwik.reporting.usejunitplatform",
                        "true",
                        "foldline.shrinking",
                        "off",
                        "junit.jupiter.tempdir.factory.default",
                        "dev.foldline.effects.memory.MemoryFolders")
                .entrySet()
                .stream()
                .map(each -> "-D" + each.getKey() + "=" + each.getValue())
                .toList();
    }
}
