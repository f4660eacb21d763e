package dev.foldline.mutant;

import dev.foldline.mutant.MutantResults.Means;
import dev.foldline.mutant.MutantResults.Result;

import org.jspecify.annotations.Nullable;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Runs the laws, then the scenarios, against each mutant, and records which test notices it. Tests
 * that noticed many mutants run first. Started by {@code mvn -Pmutants verify}.
 */
final class MutantTrials {
    private final MutantResults results = MutantResults.read();
    private final Path work;
    private final ThreadLocal<TestJvm> jvm = ThreadLocal.withInitial(TestJvm::new);

    private MutantTrials(Path work) {
        this.work = work;
    }

    public static void main(String[] none)
            throws IOException, InterruptedException, ExecutionException {
        var work = Files.createTempDirectory("mutants");
        new MutantTrials(work).run(chosen());
    }

    private void run(List<Mutant> mutants) throws InterruptedException, ExecutionException {
        var trials = new ArrayList<Future<?>>();
        try (var workers = Executors.newFixedThreadPool(Integer.getInteger("mutants.forks", 1))) {
            for (var mutant : mutants) trials.add(workers.submit(() -> record(mutant)));
            for (var trial : trials) trial.get();
        }
        System.out.println(score(mutants));
    }

    private @Nullable Void record(Mutant mutant) throws IOException, InterruptedException {
        long start = System.nanoTime();
        var result = trial(mutant);
        boolean all = System.getProperty("mutants.tests", "").isEmpty();
        synchronized (results) {
            if (all || result.means() != Means.NONE) results.put(mutant.id(), result);
            results.write();
        }
        System.out.printf(
                "%-9s %-50s %s (%d s)%n",
                result.means().word(),
                mutant.id(),
                result.test(),
                (System.nanoTime() - start) / 1_000_000_000);
        return null;
    }

    private String score(List<Mutant> mutants) {
        var means =
                mutants.stream()
                        .filter(mutant -> mutant.equivalent().isEmpty())
                        .map(mutant -> results.byId().get(mutant.id()))
                        .map(result -> result == null ? Means.NONE : result.means())
                        .toList();
        return means.size()
                + " mutants, "
                + means.stream().filter(Means.LAW::equals).count()
                + " noticed by laws, "
                + means.stream().filter(Means.SCENARIO::equals).count()
                + " by scenarios, "
                + means.stream().filter(Means.NONE::equals).count()
                + " by none; "
                + (mutants.size() - means.size())
                + " argued to be equivalent";
    }

    private Result trial(Mutant mutant) throws IOException {
        var classes = work.resolve(mutant.id());
        var problems = MutantCompiler.compile(mutant, classes);
        if (!problems.isEmpty()) throw new IllegalStateException(problems.toString());
        var last = noticedBefore(mutant);
        var law = jvm.get().failed(classes, tests("law", "Properties", last));
        if (!law.isEmpty()) return new Result(Means.LAW, law);
        var scenario = jvm.get().failed(classes, tests("scenario", "Test", last));
        return scenario.isEmpty()
                ? new Result(Means.NONE, "")
                : new Result(Means.SCENARIO, scenario);
    }

    private String noticedBefore(Mutant mutant) {
        synchronized (results) {
            var noticed = results.byId().get(mutant.id());
            return noticed == null ? "" : noticed.test().replaceFirst("\\..*", "");
        }
    }

    /** The classes below a package, first the one that noticed the mutant before. */
    private List<String> tests(String folder, String end, String first) throws IOException {
        var counts = counts();
        var wanted = Pattern.compile(System.getProperty("mutants.tests", ""));
        var top = Path.of("target", "test-classes");
        try (Stream<Path> files = Files.walk(top.resolve(Path.of("dev", "foldline", folder)))) {
            return files.map(file -> top.relativize(file).toString())
                    .filter(file -> file.endsWith(end + ".class"))
                    .filter(file -> wanted.matcher(file).find())
                    .map(file -> file.replace(".class", "").replace(File.separatorChar, '.'))
                    .sorted(
                            Comparator.comparing((String type) -> !simple(type).equals(first))
                                    .thenComparing(type -> -counts.getOrDefault(simple(type), 0L))
                                    .thenComparing(type -> type.split("\\.").length)
                                    .thenComparing(type -> type))
                    .toList();
        }
    }

    private Map<String, Long> counts() {
        synchronized (results) {
            return results.counts();
        }
    }

    private static String simple(String type) {
        return type.substring(type.lastIndexOf('.') + 1);
    }

    /**
     * Returns the mutants to try: {@code -Dmutants.only=NAME} those whose id contains the name,
     * {@code -Dmutants.changed=COMMIT} those of types or files changed since the commit, {@code
     * -Dmutants.shard=1/4} a quarter of them, {@code -Dmutants.pending=true} those without a
     * result.
     */
    private static List<Mutant> chosen() throws IOException {
        var only = System.getProperty("mutants.only", "");
        var changed = System.getProperty("mutants.changed", "");
        var types = changed.isEmpty() ? Set.<String>of() : changedSince(changed);
        var shard = System.getProperty("mutants.shard", "").split("/");
        boolean pending = Boolean.getBoolean("mutants.pending");
        var known = MutantResults.read().byId().keySet();
        var chosen =
                Mutants.all().stream()
                        .filter(mutant -> !pending || !known.contains(mutant.id()))
                        .filter(mutant -> mutant.id().contains(only))
                        .filter(mutant -> changed.isEmpty() || types.contains(mutant.type()))
                        .toList();
        return shard.length < 2
                ? chosen
                : IntStream.range(0, chosen.size())
                        .filter(
                                i ->
                                        i % Integer.parseInt(shard[1])
                                                == Integer.parseInt(shard[0]) - 1)
                        .mapToObj(chosen::get)
                        .toList();
    }

    private static Set<String> changedSince(String commit) throws IOException {
        var git =
                new ProcessBuilder("git", "diff", "--name-only", commit, "--", "..")
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try (var lines = git.inputReader()) {
            return lines.lines()
                    .filter(file -> file.startsWith("pipeline-core/") || file.contains("/mutants/"))
                    .map(Path::of)
                    .map(Mutants::typeOf)
                    .collect(Collectors.toSet());
        }
    }
}
