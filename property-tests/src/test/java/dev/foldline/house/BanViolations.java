package dev.foldline.house;

import dev.foldline.core.workflow.Workflow;
import dev.foldline.testkit.simulation.Simulation;

import net.jqwik.api.Arbitrary;

import java.io.StringReader;
import java.lang.System.Logger;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Classes that each break one ban, so that the ban can be seen to bite. None of them ever runs. */
final class BanViolations {
    private BanViolations() {}

    /** In the order of the bans, and every way a ban names has a class of its own. */
    static final List<Class<?>> BREAKING_THE_CORE =
            List.of(
                    Reads.class,
                    Names.class,
                    Connects.class,
                    Waits.class,
                    Forks.class,
                    Spawns.class,
                    AsksTheTime.class,
                    RefersToTheTime.class,
                    CountsNanoseconds.class,
                    HoldsAClock.class,
                    Guesses.class,
                    Invents.class,
                    Prints.class,
                    ReadsSurroundings.class,
                    Logs.class,
                    Parses.class,
                    LooksUp.class);

    record Reads(StringReader reader) {}

    record Names(Path path) {}

    record Connects(URI uri) {}

    record Waits(CompletableFuture<String> later) {}

    record Forks(Thread thread) {}

    record Spawns(ProcessBuilder process) {}

    record HoldsAClock(Clock clock) {}

    record Guesses(Random random) {}

    record Logs(Logger logger) {}

    record Parses(tools.jackson.databind.JsonNode tree) {}

    record LooksUp(Arbitrary<String> any, dev.foldline.app.error.ExitCode code) {}

    static final class AsksTheTime {
        Instant now() {
            return Instant.now();
        }
    }

    static final class RefersToTheTime {
        Supplier<Instant> now() {
            return Instant::now;
        }
    }

    static final class CountsNanoseconds {
        long now() {
            return System.nanoTime();
        }
    }

    static final class Invents {
        String id() {
            return UUID.randomUUID().toString();
        }
    }

    static final class Prints {
        void print() {
            System.out.println();
        }
    }

    static final class ReadsSurroundings {
        String home() {
            return System.getProperty("user.home", "");
        }
    }

    static final class Simulates {
        Simulation simulation(Workflow workflow) {
            return Simulation.of(workflow);
        }
    }
}
