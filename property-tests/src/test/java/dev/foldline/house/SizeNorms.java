package dev.foldline.house;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.SynchronizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.TreeScanner;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

import javax.lang.model.element.Modifier;

/** The limits a build fails at. Review asks for a reason well before. */
final class SizeNorms {
    static final int METHOD_LINES_MAX = 60;
    static final int METHOD_OF_ONE_LINE_ARMS_MAX = 90;
    static final int MAIN_FILE_LINES_MAX = 400;
    static final int TEST_FILE_LINES_MAX = 500;
    static final int RECORD_COMPONENTS_MAX = 10;
    static final int BOOLEAN_COMPONENTS_MAX = 2;
    static final int OPTION_COMPONENTS_MAX = 6;
    static final int PARAMETERS_MAX = 6;
    static final int NESTING_MAX = 4;

    private SizeNorms() {}

    static List<RuleViolation> check(List<ParsedSource> sources) {
        return sources.stream().flatMap(source -> check(source).stream()).toList();
    }

    private static List<RuleViolation> check(ParsedSource source) {
        var findings = new ArrayList<RuleViolation>();
        int fileMax = source.isMain() ? MAIN_FILE_LINES_MAX : TEST_FILE_LINES_MAX;
        limit(findings, "lines of a file", source.path(), source.lines(), fileMax);
        new Measure(source, findings).scan(source.unit(), "");
        return findings;
    }

    private static void limit(
            List<RuleViolation> findings, String rule, String place, long measured, int max) {
        if (measured > max) {
            findings.add(new RuleViolation(rule, place, measured + ", at most " + max));
        }
    }

    /** Walks types and methods; the argument is the name of the type around. */
    private static final class Measure extends TreePathScanner<@Nullable Void, String> {
        private final ParsedSource source;
        private final List<RuleViolation> findings;

        Measure(ParsedSource source, List<RuleViolation> findings) {
            this.source = source;
            this.findings = findings;
        }

        @Override
        public @Nullable Void visitClass(ClassTree type, String outer) {
            String name =
                    outer.isEmpty()
                            ? type.getSimpleName().toString()
                            : outer + "." + type.getSimpleName();
            if (type.getKind() == Tree.Kind.RECORD) {
                checkComponents(type, source.path() + " " + name);
            }
            return super.visitClass(type, name);
        }

        @Override
        public @Nullable Void visitMethod(MethodTree method, String type) {
            String place = source.path() + " " + type + "." + method.getName();
            int linesMax =
                    isSwitchOfOneLineArms(method) ? METHOD_OF_ONE_LINE_ARMS_MAX : METHOD_LINES_MAX;
            limit(findings, "lines of a method", place, source.linesOf(method), linesMax);
            if (!isCanonicalConstructor(method)) {
                limit(findings, "parameters", place, method.getParameters().size(), PARAMETERS_MAX);
            }
            limit(findings, "nesting", place, new Nesting().of(method), NESTING_MAX);
            return super.visitMethod(method, type);
        }

        private void checkComponents(ClassTree type, String place) {
            limit(
                    findings,
                    "record components",
                    place,
                    components(type, _ -> true),
                    RECORD_COMPONENTS_MAX);
            limit(
                    findings,
                    "boolean components",
                    place,
                    components(type, "boolean"::equals),
                    BOOLEAN_COMPONENTS_MAX);
            limit(
                    findings,
                    "Option components",
                    place,
                    components(type, text -> text.startsWith("Option<")),
                    OPTION_COMPONENTS_MAX);
        }

        /** A record has no instance fields but its components. */
        private static List<VariableTree> components(ClassTree type) {
            return type.getMembers().stream()
                    .filter(VariableTree.class::isInstance)
                    .map(VariableTree.class::cast)
                    .filter(field -> !field.getModifiers().getFlags().contains(Modifier.STATIC))
                    .toList();
        }

        private static long components(ClassTree type, Predicate<String> ofType) {
            return components(type).stream()
                    .filter(component -> ofType.test(String.valueOf(component.getType())))
                    .count();
        }

        /**
         * Its parameters are the record's components, which have a limit of their own. The parser
         * copies them to a compact one.
         */
        private boolean isCanonicalConstructor(MethodTree method) {
            return method.getName().contentEquals("<init>")
                    && getCurrentPath().getParentPath().getLeaf() instanceof ClassTree type
                    && type.getKind() == Tree.Kind.RECORD
                    && names(method.getParameters()).equals(names(components(type)));
        }

        private static List<String> names(List<? extends VariableTree> variables) {
            return variables.stream().map(variable -> variable.getName().toString()).toList();
        }

        private boolean isSwitchOfOneLineArms(MethodTree method) {
            return method.getBody() instanceof BlockTree body
                    && body.getStatements().size() == 1
                    && arms(body.getStatements().getFirst()).stream()
                            .allMatch(arm -> source.linesOf(arm) == 1)
                    && !arms(body.getStatements().getFirst()).isEmpty();
        }

        private static List<? extends CaseTree> arms(StatementTree statement) {
            return switch (statement) {
                case SwitchTree choice -> choice.getCases();
                case ReturnTree result
                        when result.getExpression() instanceof SwitchExpressionTree choice ->
                        choice.getCases();
                default -> List.of();
            };
        }
    }

    /**
     * How deep the statements of a method lie in others. An {@code else if} is as deep as its
     * {@code if}.
     */
    private static final class Nesting extends TreeScanner<@Nullable Void, Integer> {
        private int deepest;

        int of(MethodTree method) {
            scan(method.getBody(), 0);
            return deepest;
        }

        @Override
        public @Nullable Void visitIf(IfTree choice, Integer depth) {
            scan(choice.getThenStatement(), deeper(depth));
            boolean chained = choice.getElseStatement() instanceof IfTree;
            return scan(choice.getElseStatement(), chained ? depth : deeper(depth));
        }

        @Override
        public @Nullable Void visitForLoop(ForLoopTree loop, Integer depth) {
            return super.visitForLoop(loop, deeper(depth));
        }

        @Override
        public @Nullable Void visitEnhancedForLoop(EnhancedForLoopTree loop, Integer depth) {
            return super.visitEnhancedForLoop(loop, deeper(depth));
        }

        @Override
        public @Nullable Void visitWhileLoop(WhileLoopTree loop, Integer depth) {
            return super.visitWhileLoop(loop, deeper(depth));
        }

        @Override
        public @Nullable Void visitDoWhileLoop(DoWhileLoopTree loop, Integer depth) {
            return super.visitDoWhileLoop(loop, deeper(depth));
        }

        @Override
        public @Nullable Void visitTry(TryTree attempt, Integer depth) {
            return super.visitTry(attempt, deeper(depth));
        }

        @Override
        public @Nullable Void visitSwitch(SwitchTree choice, Integer depth) {
            return super.visitSwitch(choice, deeper(depth));
        }

        @Override
        public @Nullable Void visitSwitchExpression(SwitchExpressionTree choice, Integer depth) {
            return super.visitSwitchExpression(choice, deeper(depth));
        }

        @Override
        public @Nullable Void visitSynchronized(SynchronizedTree guarded, Integer depth) {
            return super.visitSynchronized(guarded, deeper(depth));
        }

        /** A class inside a method has methods of its own, measured on their own. */
        @Override
        public @Nullable Void visitClass(ClassTree inner, Integer depth) {
            return null;
        }

        private int deeper(int depth) {
            deepest = Math.max(deepest, depth + 1);
            return depth + 1;
        }
    }
}
