package dev.foldline.house;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The texts that a user can read: strings of the main sources, resources and documentation. */
final class VisibleTexts {
    private static final Pattern SCRIPT_TOKEN =
            Pattern.compile(
                    "//[^\\n"
                            + "]*|(?s:/\\*.*?\\*/)|(\"(?:[^\"\\\\\\n"
                            + "]|\\\\.)*\"|'(?:[^'\\\\\\n"
                            + "]|\\\\.)*'|`(?:[^`\\\\]|\\\\.)*`)");
    private static final Pattern SCRIPT_EXPRESSION = Pattern.compile("\\$\\{[^}]*}");
    private static final Pattern LINK_TARGET = Pattern.compile("]\\([^)]*\\)");
    private static final Pattern READ_WHOLE = Pattern.compile(".*\\.(?:html|md|txt|yaml|json)");

    private VisibleTexts() {}

    /** A text with the file it is in; its words are separated by single spaces. */
    record Text(String path, String words) {}

    static List<Text> ofRepository(Path top, List<ParsedSource> sources) {
        var texts = new ArrayList<Text>();
        for (ParsedSource source : sources) if (source.isMain()) texts.addAll(ofSource(source));
        for (Path file : CommittedText.committedFiles(top)) {
            var path = top.relativize(file).toString().replace('\\', '/');
            if (isRead(path)) texts.addAll(ofFile(path, contentOf(file)));
        }
        return texts;
    }

    /** The string literals of a source; literals that are added up are one text. */
    static List<Text> ofSource(ParsedSource source) {
        var texts = new ArrayList<Text>();
        new Literals(source.path(), texts).scan(source.unit(), null);
        return texts;
    }

    /** The strings of a script, or the whole of another file without the targets of its links. */
    static List<Text> ofFile(String path, String content) {
        if (!path.endsWith(".js"))
            return List.of(text(path, LINK_TARGET.matcher(content).replaceAll("]")));
        return SCRIPT_TOKEN
                .matcher(content)
                .results()
                .filter(token -> token.group(1) != null)
                .filter(token -> !token.group(1).startsWith("'./"))
                .map(token -> SCRIPT_EXPRESSION.matcher(token.group(1)).replaceAll("{}"))
                .map(string -> text(path, string))
                .toList();
    }

    private static boolean isRead(String path) {
        if (path.equals("README.md") || path.startsWith("docs/")) return path.endsWith(".md");
        return path.contains("/src/main/resources/")
                && (path.endsWith(".js") || READ_WHOLE.matcher(path).matches());
    }

    private static Text text(String path, String content) {
        return new Text(path, content.replaceAll("\\s+", " "));
    }

    private static String contentOf(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static final class Literals extends TreeScanner<@Nullable Void, @Nullable Void> {
        private final String path;
        private final List<Text> texts;

        Literals(String path, List<Text> texts) {
            this.path = path;
            this.texts = texts;
        }

        @Override
        public @Nullable Void visitAnnotation(AnnotationTree annotation, @Nullable Void nothing) {
            var isDocumentation = annotation.getAnnotationType().toString().equals("Doc");
            return isDocumentation ? super.visitAnnotation(annotation, nothing) : null;
        }

        @Override
        public @Nullable Void visitLiteral(LiteralTree literal, @Nullable Void nothing) {
            if (literal.getValue() instanceof String string) texts.add(text(path, string));
            return null;
        }

        @Override
        public @Nullable Void visitBinary(BinaryTree sum, @Nullable Void nothing) {
            if (sum.getKind() != Tree.Kind.PLUS) return super.visitBinary(sum, nothing);
            var joined = new StringBuilder();
            operands(sum)
                    .forEach(
                            operand -> {
                                if (operand instanceof LiteralTree literal
                                        && literal.getValue() instanceof String string) {
                                    joined.append(string);
                                } else {
                                    joined.append("{}");
                                    scan(operand, nothing);
                                }
                            });
            texts.add(text(path, joined.toString()));
            return null;
        }

        private static Stream<ExpressionTree> operands(ExpressionTree operand) {
            return switch (operand) {
                case BinaryTree sum when sum.getKind() == Tree.Kind.PLUS ->
                        Stream.concat(
                                operands(sum.getLeftOperand()), operands(sum.getRightOperand()));
                case ParenthesizedTree inner -> operands(inner.getExpression());
                default -> Stream.of(operand);
            };
        }
    }
}
