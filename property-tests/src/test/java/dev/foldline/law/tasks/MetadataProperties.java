package dev.foldline.law.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.arbitrary.RandomChoices;
import dev.foldline.core.effect.TerminalAgent;
import dev.foldline.core.event.GitEvent.WorkObserved;
import dev.foldline.core.projection.CommitMetadata;
import dev.foldline.core.projection.CommitMetadata.Hand;
import dev.foldline.core.projection.CommitMetadata.Review;
import dev.foldline.core.projection.ReviewIssue;
import dev.foldline.effects.artifact.JsonValues;
import dev.foldline.testkit.simulation.SeededRandom;

import io.vavr.collection.Vector;
import io.vavr.control.Either;
import io.vavr.control.Option;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * What is written into a commit's message is read from it, whatever stands around it; and nothing
 * else is.
 */
class MetadataProperties {
    private static final Vector<String> WORDS =
            Vector.of(
                    "completed",
                    "failed",
                    "a b",
                    "r-1",
                    "x:y",
                    "\"q\"",
                    "{",
                    "[]",
                    "ünï",
                    "back\\slash",
                    "---",
                    "0");
    private static final Vector<String> NOISE =
            Vector.of(
                    "",
                    "  ",
                    "Signed-off-by: x",
                    "workflow: a",
                    "::",
                    "key:",
                    ":",
                    "status",
                    "METADATA",
                    "--METADATA--",
                    "\tx");

    @Property(tries = 500)
    void S1_31_printed_metadata_is_read_back_among_noise_indented_and_with_other_line_endings(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices choices) {
        var luck = choices.source();
        var metadata = metadata(luck.fork("metadata"));
        assertThat(parse(metadata.print())).isEqualTo(Either.right(metadata));
        var lines = Vector.of(metadata.print().split("\n", -1));
        var keys =
                lines.tail()
                        .zipWithIndex()
                        .sortBy(line -> luck.fork("order", line._2()).next())
                        .map(line -> line._1());
        var noisy =
                keys.flatMap(key -> noise(luck.fork("before", key)).append(key))
                        .prepend(lines.head());
        var all = noise(luck.fork("first")).appendAll(noisy).appendAll(noise(luck.fork("last")));
        var message =
                all.map(line -> luck.fork("margin", line).pick("", "  ", "\t") + line)
                        .mkString(luck.fork("end").pick("\n", "\r\n"));
        assertThat(parse(message)).as(message).isEqualTo(Either.right(metadata));
    }

    @Property(tries = 500)
    void S1_32_any_text_is_parsed_or_refused_with_a_reason(@ForAll String text) {
        var reported = parse(text);
        assertThat(reported.isRight() || reported.getLeft().equals(CommitMetadata.NONE)).isTrue();
        var inside =
                parse(
                        CommitMetadata.of(new TerminalAgent("a", "b", "c"), "completed").print()
                                + "\nissues: "
                                + text);
        assertThat(inside.map(CommitMetadata::status))
                .isEqualTo(
                        text.contains(CommitMetadata.MARKER)
                                ? inside.map(CommitMetadata::status)
                                : Either.right("completed"));
    }

    @Property(tries = 100)
    void S1_34_every_status_means_one_of_five_things(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices choices) {
        assertThat(WorkObserved.LABELS).contains(metadata(choices.source()).label());
    }

    private static Either<String, CommitMetadata> parse(String message) {
        return CommitMetadata.parse(message, JsonValues::read);
    }

    private static Vector<String> noise(SeededRandom luck) {
        return Vector.range(0, luck.fork("count").below(3))
                .map(i -> NOISE.get(luck.fork("line", i).below(NOISE.size())));
    }

    private static CommitMetadata metadata(SeededRandom luck) {
        var worker =
                new TerminalAgent(
                        word(luck, "workflow"), word(luck, "task"), word(luck, "terminal"));
        var hand =
                new Hand(
                        luck.fork("ordered").chance(50)
                                ? Option.of(luck.fork("number").below(1_000))
                                : Option.none(),
                        maybe(luck, "cli"),
                        maybe(luck, "model"));
        var issues =
                Vector.range(0, luck.fork("issues").below(3))
                        .map(i -> issue(luck.fork("issue", i)));
        return new CommitMetadata(
                worker,
                word(luck, "status"),
                maybe(luck, "next"),
                hand,
                new Review(maybe(luck, "severity"), maybe(luck, "reviewed"), issues));
    }

    private static ReviewIssue issue(SeededRandom luck) {
        return new ReviewIssue(
                maybe(luck, "severity"),
                maybe(luck, "file"),
                luck.fork("lined").chance(50)
                        ? Option.of(luck.fork("line").below(9_999))
                        : Option.none(),
                luck.fork("message").pick("", " it\nbreaks ", "a, \"b\": {}]", "\u2028\t\u0001"),
                maybe(luck, "suggestion"));
    }

    private static String word(SeededRandom luck, String which) {
        return WORDS.get(luck.fork(which).below(WORDS.size()));
    }

    private static Option<String> maybe(SeededRandom luck, String which) {
        return luck.fork(which, "there").chance(50) ? Option.of(word(luck, which)) : Option.none();
    }
}
