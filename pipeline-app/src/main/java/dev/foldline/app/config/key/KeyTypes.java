package dev.foldline.app.config.key;

import dev.foldline.app.config.key.KeyType.Money;
import dev.foldline.app.config.key.KeyType.Span;
import dev.foldline.app.config.key.KeyType.Whole;
import dev.foldline.app.config.key.KeyType.Word;
import dev.foldline.app.config.key.KeyType.Words;
import dev.foldline.effects.agent.cli.Adapter;
import dev.foldline.effects.agent.cli.Adapters;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The types of values that keys have. */
public final class KeyTypes {
    private KeyTypes() {}

    static final Word NAME =
            new Word(
                    "a name of lower-case letters, digits, '-' and '_'",
                    Pattern.compile("[a-z][a-z0-9_-]{0,63}"));

    static final Word BRANCH =
            new Word(
                    "a branch, tag or commit",
                    Pattern.compile("[^\\s~^:?*\\[\\\\-][^\\s~^:?*\\[\\\\]{0,249}"));

    private static final Word VARIABLE =
            new Word(
                    "the name of an environment variable",
                    Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,127}"));

    private static final Word LINK =
            new Word(
                    "an agent, or agent:model",
                    Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,63}(:[^\\s,:][^\\s,]{0,127})?"));

    static final Word MODEL = new Word("the name of a model", Pattern.compile("\\S{1,128}"));

    static final Word FILE =
            new Word("the path of a file", Pattern.compile("(?!\\s)[^\\r\\n]{1,1000}(?<!\\s)"));

    static final Word COPIED =
            new Word(
                    "the path of a file below the root, of letters, digits, '.', '_', '-' and '/'",
                    Pattern.compile(
                            "(?!(?:\\.git|\\.foldline)(?:/|$))(?:(?!\\.\\.?(?:/|$))[A-Za-z0-9._-]+/)*(?!\\.\\.?$)[A-Za-z0-9._-]+"));

    static final Words CHAIN = new Words(LINK, 1, 20);

    static final Words VARIABLES = new Words(VARIABLE, 0, 200);

    static final Span WALL = new Span(Duration.ofSeconds(1), Duration.ofHours(720));

    static final Whole CALLS = new Whole(1, 100_000);

    static final Money DOLLARS = new Money(new BigDecimal("0.01"), new BigDecimal("1000000"));

    static final Whole TOKENS = new Whole(1, 2_000_000_000);

    static final Span WAIT = new Span(Duration.ofSeconds(1), Duration.ofHours(24));

    /** The kinds of agents: any program, a script, and the command lines we know. */
    public static final List<String> KINDS =
            Stream.concat(
                            Stream.of("command", "scripted"),
                            Adapters.ALL.stream().map(Adapter::name))
                    .toList();
}
