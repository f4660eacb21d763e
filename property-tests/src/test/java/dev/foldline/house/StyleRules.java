package dev.foldline.house;

import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.DefaultCaseLabelTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a source's words must keep: no default arm in the core, no workflow by its name in the
 * kernel, no empty names, a first sentence for every type, a reason for every skipped test.
 */
final class StyleRules {
    private static final Pattern EMPTY_TYPE_NAME =
            Pattern.compile(".*(Manager|Helper|Utils?|Impl|Base)");
    private static final Pattern EMPTY_METHOD_NAME = Pattern.compile("process|handle");

    private static final Pattern SHIPPED_NAME =
            Pattern.compile("(Ralph|Feature|Tdd|DrivenTdd|Tasks|Task)\\.NAME");

    private StyleRules() {}

    static List<RuleViolation> check(List<ParsedSource> sources) {
        var findings = new ArrayList<RuleViolation>();
        for (ParsedSource source : sources) {
            new Words(source, findings).scan(source.unit(), null);
            findings.addAll(undocumentedTypes(source));
            findings.addAll(assumptions(source));
        }
        findings.addAll(foldersWithoutPackageInfo(sources));
        return findings;
    }

    private static List<RuleViolation> undocumentedTypes(ParsedSource source) {
        return source.unit().getTypeDecls().stream()
                .filter(
                        type ->
                                source.isMain()
                                        && type instanceof ClassTree
                                        && !source.hasDoc(type))
                .map(
                        type ->
                                new RuleViolation(
                                        "a type opens with what it is",
                                        source.path(),
                                        "no doc comment"))
                .toList();
    }

    private static List<RuleViolation> assumptions(ParsedSource source) {
        return source.unit().getImports().stream()
                .map(each -> each.getQualifiedIdentifier().toString())
                .filter(
                        name ->
                                name.startsWith("org.junit.jupiter.api.Assumptions")
                                        && !source.isNamed("MachineRequirement.java"))
                .map(
                        name ->
                                new RuleViolation(
                                        "a test that is skipped says through MachineRequirement"
                                                + " what it needs",
                                        source.path(),
                                        name))
                .toList();
    }

    /** The project in docs is an example for others, who need none of our annotations. */
    private static List<RuleViolation> foldersWithoutPackageInfo(List<ParsedSource> sources) {
        Set<String> described =
                sources.stream()
                        .filter(source -> source.isNamed("package-info.java"))
                        .map(ParsedSource::folder)
                        .collect(Collectors.toSet());
        Set<String> used =
                sources.stream()
                        .filter(source -> source.isMain() && !source.isNamed("module-info.java"))
                        .filter(source -> !source.path().startsWith("docs/"))
                        .map(ParsedSource::folder)
                        .collect(Collectors.toCollection(TreeSet::new));
        used.removeAll(described);
        return used.stream()
                .map(
                        folder ->
                                new RuleViolation(
                                        "a package has a package-info",
                                        folder,
                                        "none, so nulls are unmarked"))
                .toList();
    }

    private static final class Words extends TreeScanner<@Nullable Void, @Nullable Void> {
        private final ParsedSource source;
        private final List<RuleViolation> findings;

        Words(ParsedSource source, List<RuleViolation> findings) {
            this.source = source;
            this.findings = findings;
        }

        @Override
        public @Nullable Void visitClass(ClassTree type, @Nullable Void nothing) {
            reject(
                    "a type's name says what it is",
                    EMPTY_TYPE_NAME,
                    type.getSimpleName().toString());
            return super.visitClass(type, nothing);
        }

        @Override
        public @Nullable Void visitMethod(MethodTree method, @Nullable Void nothing) {
            if (!isNamedElsewhere(method))
                reject(
                        "a method's name says what it does",
                        EMPTY_METHOD_NAME,
                        method.getName().toString());
            return super.visitMethod(method, nothing);
        }

        /** What it overrides was named by others, or is looked at where it stands. */
        private static boolean isNamedElsewhere(MethodTree method) {
            return method.getModifiers().getAnnotations().stream()
                    .anyMatch(each -> each.getAnnotationType().toString().equals("Override"));
        }

        @Override
        public @Nullable Void visitCase(CaseTree arm, @Nullable Void nothing) {
            boolean hasDefault =
                    arm.getLabels().stream().anyMatch(DefaultCaseLabelTree.class::isInstance);
            if (source.isCore() && hasDefault) {
                findings.add(
                        new RuleViolation(
                                "no default in a switch of the core",
                                source.path(),
                                firstLineOf(arm)));
            }
            return super.visitCase(arm, nothing);
        }

        /**
         * The name of a shipped workflow is a constant: compiled code does not show who asks for
         * it.
         */
        @Override
        public @Nullable Void visitMemberSelect(MemberSelectTree selected, @Nullable Void nothing) {
            if (source.isKernel() && SHIPPED_NAME.matcher(selected.toString()).matches())
                findings.add(
                        new RuleViolation(
                                "the kernel knows no shipped workflow by its name",
                                source.path(),
                                selected.toString()));
            return super.visitMemberSelect(selected, nothing);
        }

        private void reject(String rule, Pattern empty, String name) {
            if (empty.matcher(name).matches()) {
                findings.add(new RuleViolation(rule, source.path(), name));
            }
        }

        private static String firstLineOf(Tree tree) {
            return tree.toString().strip().lines().findFirst().orElse("");
        }
    }
}
