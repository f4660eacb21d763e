package dev.foldline.app.config.key;

import dev.foldline.app.config.source.ConfigurationProblem;
import dev.foldline.app.config.source.Node;
import dev.foldline.app.config.source.Node.Items;
import dev.foldline.app.config.source.Node.Kind;
import dev.foldline.app.config.source.Node.Text;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;

/** How each type of key reads a node. */
final class KeyReader {
    private static final Pattern DIGITS = Pattern.compile("[-+]?[0-9]{1,9}");
    private static final Pattern TRUTH = Pattern.compile("true|True|TRUE|false|False|FALSE");
    private static final Pattern AMOUNT = Pattern.compile("[-+]?[0-9]{1,9}(\\.[0-9]{1,2})?");
    private static final int TEXT_MAX = 10_000;
    private static final int ARGUMENTS_MAX = 1_000;

    private KeyReader() {}

    /** The cast is safe: each case of the type reads exactly the value its type argument names. */
    @SuppressWarnings("unchecked")
    static <T> ParsedValue<T> read(KeyType<T> type, String key, Node node) {
        return (ParsedValue<T>)
                switch (type) {
                    case KeyType.Word word -> word(word, key, node);
                    case KeyType.Whole whole -> whole(whole, key, node);
                    case KeyType.Bool bool -> bool(bool, key, node);
                    case KeyType.Money money -> money(money, key, node);
                    case KeyType.Span span -> span(span, key, node);
                    case KeyType.Words words -> words(words, key, node);
                    case KeyType.Line _ -> line(key, node);
                    case KeyType.Lines lines -> lines(lines, key, node);
                };
    }

    static Object plain(Object value) {
        return switch (value) {
            case Duration duration -> DurationText.write(duration);
            case ConfiguredCommand.Shell(var line) -> line;
            case ConfiguredCommand.Arguments(var words) -> words;
            case List<?> list -> list.stream().map(KeyReader::plain).toList();
            default -> value;
        };
    }

    private static ParsedValue<String> word(KeyType.Word type, String key, Node node) {
        if (!(node instanceof Text(var text, var kind, var origin))) return wrong(type, key, node);
        if (kind == Kind.NUMBER || kind == Kind.TRUTH) {
            return ParsedValue.bad(
                    origin,
                    key + " is " + node.phrase() + ", not text",
                    "put it in quotes, or write " + type.what());
        }
        if (text.length() > TEXT_MAX
                || text.indexOf('\0') >= 0
                || !type.form().matcher(text).matches()) return wrong(type, key, node);
        return new ParsedValue.Good<>(text);
    }

    private static ParsedValue<Integer> whole(KeyType.Whole type, String key, Node node) {
        if (!isNumber(node, DIGITS)) return wrong(type, key, node);
        int number = Integer.parseInt(((Text) node).text());
        return number < type.min() || number > type.max()
                ? wrong(type, key, node)
                : new ParsedValue.Good<>(number);
    }

    private static ParsedValue<Boolean> bool(KeyType.Bool type, String key, Node node) {
        return node instanceof Text(var text, var kind, _)
                        && (kind == Kind.TRUTH || kind == Kind.UNTYPED)
                        && TRUTH.matcher(text).matches()
                ? new ParsedValue.Good<>(Boolean.parseBoolean(text))
                : wrong(type, key, node);
    }

    private static ParsedValue<BigDecimal> money(KeyType.Money type, String key, Node node) {
        if (!isNumber(node, AMOUNT)) return wrong(type, key, node);
        var amount = new BigDecimal(((Text) node).text());
        var inside = amount.compareTo(type.min()) >= 0 && amount.compareTo(type.max()) <= 0;
        return inside ? new ParsedValue.Good<>(amount) : wrong(type, key, node);
    }

    private static boolean isNumber(Node node, Pattern form) {
        return node instanceof Text(var text, var kind, _)
                && (kind == Kind.NUMBER || kind == Kind.UNTYPED)
                && form.matcher(text).matches();
    }

    private static ParsedValue<Duration> span(KeyType.Span type, String key, Node node) {
        if (!(node instanceof Text(var text, _, _))) return wrong(type, key, node);
        return DurationText.parse(text)
                .filter(
                        duration ->
                                duration.compareTo(type.min()) >= 0
                                        && duration.compareTo(type.max()) <= 0)
                .<ParsedValue<Duration>>map(ParsedValue.Good::new)
                .orElseGet(() -> wrong(type, key, node));
    }

    private static ParsedValue<List<String>> words(KeyType.Words type, String key, Node node) {
        if (!(node instanceof Items(var items, var origin))) return wrong(type, key, node);
        if (items.size() < type.min() || items.size() > type.max()) {
            return ParsedValue.bad(
                    origin,
                    key + " has " + items.size() + " entries",
                    "write " + type.min() + " to " + type.max());
        }
        var problems = repeated(key, items);
        var read = all(items, item -> word(type.each(), "an entry of " + key, item), problems);
        return problems.isEmpty() ? new ParsedValue.Good<>(read) : new ParsedValue.Bad<>(problems);
    }

    private static List<ConfigurationProblem> repeated(String key, List<Node> items) {
        var problems = new ArrayList<ConfigurationProblem>();
        var seen = new HashSet<String>();
        for (var item : items) {
            if (item instanceof Text(var text, _, var origin) && !seen.add(text)) {
                problems.add(
                        new ConfigurationProblem(
                                origin, key + " has " + item.phrase() + " twice", "keep one"));
            }
        }
        return problems;
    }

    private static ParsedValue<ConfiguredCommand> line(String key, Node node) {
        return switch (node) {
            case Text text ->
                    switch (word(SHELL_LINE, key, text)) {
                        case ParsedValue.Good<String>(var line) ->
                                new ParsedValue.Good<>(new ConfiguredCommand.Shell(line));
                        case ParsedValue.Bad<String>(var problems) ->
                                new ParsedValue.Bad<>(problems);
                    };
            case Items(var items, _) -> arguments(key, node, items);
            case Node.Fields _, Node.Nothing _ -> wrong(new KeyType.Line(), key, node);
        };
    }

    private static final KeyType.Word SHELL_LINE =
            new KeyType.Word("a shell line", Pattern.compile("(?s).*\\S.*"));
    private static final KeyType.Word ARGUMENT =
            new KeyType.Word("an argument", Pattern.compile("(?s).*"));

    private static ParsedValue<ConfiguredCommand> arguments(
            String key, Node list, List<Node> items) {
        if (items.isEmpty() || items.size() > ARGUMENTS_MAX) {
            return ParsedValue.bad(
                    list.origin(),
                    key + " has " + items.size() + " arguments",
                    "write the program and its arguments");
        }
        var problems = new ArrayList<ConfigurationProblem>();
        if (items.getFirst() instanceof Text(var program, _, var origin) && program.isBlank()) {
            problems.add(
                    new ConfigurationProblem(
                            origin,
                            key + " names no program",
                            "write the program first, then its arguments"));
        }
        var words = all(items, item -> word(ARGUMENT, "an argument of " + key, item), problems);
        return problems.isEmpty()
                ? new ParsedValue.Good<>(new ConfiguredCommand.Arguments(words))
                : new ParsedValue.Bad<>(problems);
    }

    private static ParsedValue<List<ConfiguredCommand>> lines(
            KeyType.Lines type, String key, Node node) {
        if (!(node instanceof Items(var items, var origin))) return wrong(type, key, node);
        if (items.size() > type.max()) {
            return ParsedValue.bad(
                    origin,
                    key + " has " + items.size() + " entries",
                    "write at most " + type.max());
        }
        var problems = new ArrayList<ConfigurationProblem>();
        var read = all(items, item -> line("an entry of " + key, item), problems);
        return problems.isEmpty() ? new ParsedValue.Good<>(read) : new ParsedValue.Bad<>(problems);
    }

    private static <T> List<T> all(
            List<Node> items,
            Function<Node, ParsedValue<T>> reader,
            List<ConfigurationProblem> problems) {
        var values = new ArrayList<T>();
        for (var item : items) {
            switch (reader.apply(item)) {
                case ParsedValue.Good<T>(var value) -> values.add(value);
                case ParsedValue.Bad<T>(var found) -> problems.addAll(found);
            }
        }
        return List.copyOf(values);
    }

    private static <T> ParsedValue<T> wrong(KeyType<?> type, String key, Node node) {
        return ParsedValue.bad(
                node.origin(), key + " is " + node.phrase(), "write " + type.phrase());
    }
}
