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
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;

/**
 * Runs test classes one after the other in a JVM of its own, and exits at the first failure: it
 * prints the test and exits with 1, or with 0 if all passed.
 */
final class TestRun {
    private TestRun() {}

    /** What precedes the name of the failed test. */
    static final String FAILED = "FAILED ";

    static final int NOTICED = 1;

    public static void main(String[] types) throws ClassNotFoundException {
        var engines = ServiceLoader.load(TestEngine.class).stream().toList();
        for (String type : types) {
            var tests = Class.forName(type);
            var limit = stopAfter(Long.getLong("mutants.seconds", 90), tests);
            engines.forEach(engine -> run(engine.get(), tests));
            limit.interrupt();
        }
        end(0);
    }

    /** A mutant may loop for ever: a class that takes this long has noticed it. */
    private static Thread stopAfter(long seconds, Class<?> tests) {
        return Thread.ofPlatform()
                .daemon()
                .start(
                        () -> {
                            try {
                                Thread.sleep(Duration.ofSeconds(seconds));
                                System.out.println(FAILED + tests.getSimpleName());
                                System.out.println("it did not end in " + seconds + " s");
                                end(NOTICED);
                            } catch (InterruptedException ended) {
                                Thread.currentThread().interrupt();
                            }
                        });
    }

    private static void end(int status) {
        System.out.flush();
        Runtime.getRuntime().halt(status);
    }

    private static void run(TestEngine engine, Class<?> tests) {
        var found = engine.discover(new Request(tests), UniqueId.forEngine(engine.getId()));
        if (found.getChildren().isEmpty()) return;
        try (var session = new NamespacedHierarchicalStore<Namespace>(null);
                var store = session.newChild()) {
            engine.execute(
                    ExecutionRequest.create(
                            found, new Stop(), Configuration.SYSTEM, Folder.TEMPORARY, store));
        }
    }

    /** Ends the JVM at the first failure. */
    private static final class Stop implements EngineExecutionListener {
        @Override
        public void executionFinished(TestDescriptor test, TestExecutionResult result) {
            if (result.getStatus() != TestExecutionResult.Status.FAILED) return;
            System.out.println(FAILED + name(test));
            result.getThrowable().ifPresent(System.out::println);
            end(NOTICED);
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
                        "junit.jupiter.tempdir.factory.default",
                        "dev.foldline.effects.memory.MemoryFolders")
                .entrySet()
                .stream()
                .map(each -> "-D" + each.getKey() + "=" + each.getValue())
                .toList();
    }
}
