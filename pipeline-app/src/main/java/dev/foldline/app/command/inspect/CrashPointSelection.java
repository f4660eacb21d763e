package dev.foldline.app.command.inspect;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.testkit.crash.CrashPoints;
import dev.foldline.testkit.crash.CrashReport;
import dev.foldline.testkit.simulation.CrashPoint;
import dev.foldline.testkit.simulation.Simulation;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.List;

/** The crash points selected by an option. */
sealed interface CrashPointSelection {

    /** Every one. */
    record All() implements CrashPointSelection {}

    /** So many in each world, chosen by the seed. */
    record Sample(int count) implements CrashPointSelection {}

    /** One try, in which the driver dies at each of these. */
    record Exactly(List<CrashPoint> crashes) implements CrashPointSelection {}

    /**
     * @throws UserError if they are neither all, nor a number, nor the words in which a violation
     *     tells its crashes
     */
    static CrashPointSelection read(String words) {
        if (words.equals("all")) return new All();
        if (words.matches("[1-9]\\d{0,6}")) return new Sample(Integer.parseInt(words));
        var crashes = Vector.of(words.split(",", -1)).map(CrashPoint::read);
        if (crashes.forAll(Option::isDefined))
            return new Exactly(crashes.flatMap(each -> each).asJava());
        throw new UserError(
                "'"
                        + words
                        + "' does not select crash points: use all, a number, or points such as"
                        + " in-effect:3,after-append:14",
                "--crash-points " + words,
                "foldline verify --crash-points all",
                ExitCode.USAGE);
    }

    /** In words, for a report. */
    default String share(long seed) {
        return switch (this) {
            case All _ -> "all";
            case Sample(int count) -> count + " by seed " + seed;
            case Exactly(var crashes) ->
                    crashes.size() == 1 ? "one crash" : crashes.size() + " crashes";
        };
    }

    default CrashReport run(Simulation simulation, long seed, CrashPoints.Observer observer) {
        return switch (this) {
            case All _ -> CrashPoints.all(simulation, observer);
            case Sample(int count) -> CrashPoints.sample(simulation, count, seed, observer);
            case Exactly(var crashes) -> CrashPoints.at(simulation, crashes);
        };
    }
}
