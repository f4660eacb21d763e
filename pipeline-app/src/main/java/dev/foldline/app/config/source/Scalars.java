package dev.foldline.app.config.source;

import dev.foldline.app.config.source.Node.Kind;

import java.util.regex.Pattern;

/**
 * What an unquoted scalar means by YAML 1.2's core schema, as editors with a JSON Schema see it.
 */
final class Scalars {
    private static final Pattern NOTHING = Pattern.compile("|~|null|Null|NULL");
    private static final Pattern TRUTH = Pattern.compile("true|True|TRUE|false|False|FALSE");
    private static final Pattern NUMBER =
            Pattern.compile(
                    "[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\\.(inf|Inf|INF)|\\.(nan|NaN|NAN)");

    private Scalars() {}

    static boolean isNothing(String plain) {
        return NOTHING.matcher(plain).matches();
    }

    static Kind kindOf(String plain) {
        if (TRUTH.matcher(plain).matches()) return Kind.TRUTH;
        return NUMBER.matcher(plain).matches() ? Kind.NUMBER : Kind.TEXT;
    }
}
