package dev.foldline.house;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;

import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Who may use what. The rules speak of classes already chosen, so that planted ones can be held
 * against them.
 */
final class ImportRules {
    private static final String ROOT = "dev.foldline.";

    /** What the core must not touch: it is a function of its arguments. */
    static final List<ArchRule> OF_CORE =
            List.of(
                    banned(
                            "does no input or output",
                            "java.io..",
                            "java.nio.file..",
                            "java.nio.channels..",
                            "java.net.."),
                    banned(
                            "waits for no other thread",
                            "java.util.concurrent..",
                            "io.vavr.concurrent.."),
                    noClasses()
                            .should()
                            .dependOnClassesThat(oneOf(Thread.class, ThreadLocal.class))
                            .as("the core starts no thread"),
                    noClasses()
                            .should()
                            .dependOnClassesThat(
                                    oneOf(Process.class, ProcessBuilder.class, Runtime.class))
                            .as("the core starts no process"),
                    noClasses()
                            .should()
                            .dependOnClassesThat(oneOf(Clock.class))
                            .orShould()
                            .accessTargetWhere(inPackage("java.time", "now"))
                            .orShould()
                            .accessTargetWhere(in(System.class, "currentTimeMillis", "nanoTime"))
                            .as("the core has no clock"),
                    noClasses()
                            .should()
                            .dependOnClassesThat(oneOf(Random.class, RandomGenerator.class))
                            .orShould()
                            .accessTargetWhere(in(UUID.class, "randomUUID"))
                            .orShould()
                            .accessTargetWhere(in(Math.class, "random"))
                            .as("the core has no luck"),
                    noClasses()
                            .should()
                            .accessTargetWhere(
                                    in(System.class, "in", "out", "err", "getenv", "getProperty"))
                            .as("the core prints nothing and reads no surroundings"),
                    noClasses()
                            .should()
                            .dependOnClassesThat(oneOf(System.Logger.class))
                            .orShould()
                            .dependOnClassesThat()
                            .resideInAnyPackage("java.util.logging..", "org.slf4j..")
                            .as("the core logs nothing"),
                    banned(
                            "knows no library but vavr",
                            "tools.jackson..",
                            "com.fasterxml..",
                            "org.eclipse.jgit..",
                            "picocli..",
                            "org.jline..",
                            "com.networknt.."),
                    banned(
                            "knows nobody above it",
                            ROOT + "effects..",
                            ROOT + "testkit..",
                            ROOT + "app.."));

    /**
     * Which of our packages may use which library, and in which direction we import one another.
     */
    static final List<ArchRule> OF_LANES =
            List.of(
                    lane(
                            "tools.jackson..",
                            "effects.json..",
                            "effects.log..",
                            "effects.store..",
                            "effects.agent..",
                            "effects.forge..",
                            "effects.artifact..",
                            "testkit.agent..",
                            "app.config..",
                            "app.definition..",
                            "app.operation..",
                            "app.server..",
                            "app.ui.."),
                    lane("com.networknt..", "effects.artifact.."),
                    lane("org.eclipse.jgit..", "effects.git.."),
                    lane("picocli..", "app", "app.command.."),
                    lane("io.modelcontextprotocol..", "app.mcp.."),
                    lane("org.eclipse.jetty..", "app.mcp..", "app.server.."),
                    lane("jakarta.servlet..", "app.mcp.."),
                    lane("reactor..", "app.mcp.."),
                    lane("org.jline..", "app.view..", "app.run..", "app.ui.."),
                    lane(ROOT + "app..", "app.."),
                    lane(ROOT + "testkit..", "testkit..", "app.command.inspect", "app.simulation"),
                    lane(ROOT + "effects..", "effects..", "testkit..", "app.."),
                    lane("net.jqwik..").as("jqwik stays in the tests"));

    private ImportRules() {}

    /** At most one finding for a rule and a file, with its first offence. */
    static List<RuleViolation> check(List<ArchRule> rules, JavaClasses classes) {
        var byKey = new LinkedHashMap<String, RuleViolation>();
        for (ArchRule rule : rules) {
            for (String detail :
                    rule.allowEmptyShould(true).evaluate(classes).getFailureReport().getDetails()) {
                var finding = new RuleViolation(rule.getDescription(), placeIn(detail), detail);
                byKey.putIfAbsent(finding.key(), finding);
            }
        }
        return List.copyOf(byKey.values());
    }

    private static ArchRule banned(String promise, String... packages) {
        return noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(packages)
                .as("the core " + promise);
    }

    private static ArchRule lane(String library, String... ours) {
        String[] allowed = List.of(ours).stream().map(name -> ROOT + name).toArray(String[]::new);
        return noClasses()
                .that()
                .resideOutsideOfPackages(allowed)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(library)
                .as(library + " only in " + List.of(ours));
    }

    private static DescribedPredicate<JavaClass> oneOf(Class<?>... types) {
        return describe(
                "one of " + List.of(types),
                type -> Stream.of(types).anyMatch(type::isEquivalentTo));
    }

    /** Calls, method references and fields alike. */
    private static DescribedPredicate<JavaAccess<?>> in(Class<?> owner, String... names) {
        return describe(
                "a named member of " + owner,
                access ->
                        access.getTargetOwner().isEquivalentTo(owner)
                                && List.of(names).contains(access.getTarget().getName()));
    }

    private static DescribedPredicate<JavaAccess<?>> inPackage(String owners, String name) {
        return describe(
                name + " in " + owners,
                access ->
                        access.getTargetOwner().getPackageName().equals(owners)
                                && access.getTarget().getName().equals(name));
    }

    /** ArchUnit's sentences end in the place: {@code ... in (Name.java:12)}. */
    private static String placeIn(String detail) {
        int open = detail.lastIndexOf('(');
        int colon = detail.indexOf(':', open);
        return open < 0 || colon < 0 ? detail : detail.substring(open + 1, colon);
    }
}
