package dev.foldline.house;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The commands that the texts of a source tell a person to run, as {@code Type: command}; what is
 * computed stands as {@code *}.
 */
final class PrintedCommands extends TreeScanner<@Nullable Void, @Nullable Void> {
    private static final String VERBS =
            "agents|answer|approve|blame|cancel|commits|completion|config|costs|demo|diff|doctor|edit|explain|fork|freeze|gates|gc|import|init|log|mcp|memo|pause|plan|prompts|provenance|pull|"
                + "reject|replay|reset|resume|retry|run|runs|schema|serve|show|status|stop|task|tasks|tdd|users|watch|workflow|workflows";
    private static final String OF_GIT =
            "-C|add|branch|checkout|clone|commit|config|diff|fetch|for-each-ref|import|init|log|merge|push|rebase|reset|restore|show|stash|status|switch|worktree";
    private static final Pattern COMMAND =
            Pattern.compile(
                    "(?<![\\w./*-])(?:foldline (?:"
                            + VERBS
                            + "|-C|\\*)(?![\\w-])|git (?:"
                            + OF_GIT
                            + ")(?![\\w-])|git \\*(?= --)|(?:mv|rm)(?: -\\w+)?"
                            + " (?=['*/\\w]))(?:[^;,:`\\n"
                            + ")&|>]|:(?! ))*");

    /** A flag with which a command is to be given again. */
    private static final Pattern FLAG = Pattern.compile("(?<=\\b(?:add|pass) )--[a-z][a-z-]+");

    /** Where prose goes on after a command. */
    private static final Pattern PROSE =
            Pattern.compile(
                    "(?:'(?= |$)|"
                            + " (?:and|or|says|lists|tells|takes|gives|writes|there|here|prints|to"
                            + " (?!do)|is|what(?! to do)|shows|which|in this|then|until|with"
                            + " its|failed)\\b|\\. |\\.$).*");

    /** A computed value between two literals of a script, and one behind the last. */
    private static final Pattern VALUE = Pattern.compile("' \\+ [\\w.$]+ \\+ '");

    private static final Pattern LAST_VALUE = Pattern.compile("' \\+ [\\w.$]+");

    /** A literal of a script, or an element of code. */
    private static final Pattern PAGE_TEXT = Pattern.compile("(?<='|<code>)([^'<>]*)(?='|</code>)");

    private final String type;
    private final Set<String> found;

    private PrintedCommands(String type, Set<String> found) {
        this.type = type;
        this.found = found;
    }

    static Set<String> of(List<ParsedSource> sources) {
        var found = new TreeSet<String>();
        for (var source : sources) {
            if (!source.isMain()) continue;
            var file = source.path().substring(source.path().lastIndexOf('/') + 1);
            new PrintedCommands(file.substring(0, file.length() - ".java".length()), found)
                    .scan(source.unit(), null);
        }
        return found;
    }

    /** Returns the commands in the scripts and the markup of the pages, by the name of the file. */
    static Set<String> ofPages(Map<String, String> textsByName) {
        var found = new TreeSet<String>();
        textsByName.forEach(
                (name, text) -> {
                    var sums = VALUE.matcher(text).replaceAll("*");
                    var texts = LAST_VALUE.matcher(sums).replaceAll("*'");
                    for (var literal = PAGE_TEXT.matcher(texts); literal.find(); )
                        new PrintedCommands(name, found).collect(literal.group(1));
                });
        return found;
    }

    @Override
    public @Nullable Void visitAnnotation(AnnotationTree annotation, @Nullable Void none) {
        return none;
    }

    /** The examples of help are documentation, as annotations are. */
    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree call, @Nullable Void none) {
        return call.getMethodSelect() instanceof MemberSelectTree member
                        && member.getIdentifier().contentEquals("withExamples")
                ? scan(member.getExpression(), none)
                : super.visitMethodInvocation(call, none);
    }

    @Override
    public @Nullable Void visitBinary(BinaryTree sum, @Nullable Void none) {
        if (sum.getKind() != Tree.Kind.PLUS) return super.visitBinary(sum, none);
        collect(text(sum));
        return within(sum);
    }

    /** The terms of a sum that are no literals may print something of their own. */
    private @Nullable Void within(ExpressionTree term) {
        if (term instanceof BinaryTree sum && sum.getKind() == Tree.Kind.PLUS) {
            within(sum.getLeftOperand());
            within(sum.getRightOperand());
        } else if (!(term instanceof LiteralTree)) scan(term, null);
        return null;
    }

    @Override
    public @Nullable Void visitLiteral(LiteralTree literal, @Nullable Void none) {
        collect(text(literal));
        return none;
    }

    private static String text(ExpressionTree term) {
        return switch (term) {
            case LiteralTree literal when literal.getValue() instanceof String text ->
                    text.replaceAll("%[sd]", "*");
            case BinaryTree sum when sum.getKind() == Tree.Kind.PLUS ->
                    text(sum.getLeftOperand()) + text(sum.getRightOperand());
            case ParenthesizedTree inner when inner.getExpression() instanceof BinaryTree ->
                    text(inner.getExpression());
            default -> "*";
        };
    }

    private void collect(String text) {
        var commands = COMMAND.matcher(text);
        var flags = FLAG.matcher(text);
        while (flags.find()) found.add(type + ": " + flags.group());
        // The prose behind a command may name another one.
        for (int from = 0; commands.find(from); ) {
            var command = PROSE.matcher(commands.group()).replaceFirst("");
            found.add(type + ": " + command.replaceAll("\\s+", " ").strip());
            from = commands.start() + command.length();
        }
    }
}
