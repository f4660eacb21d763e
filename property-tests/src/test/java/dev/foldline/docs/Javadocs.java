package dev.foldline.docs;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.DocTree;
import com.sun.source.doctree.ParamTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import javax.tools.ToolProvider;

/**
 * What the sources say about types, their components and their constants: the first sentence of
 * each.
 */
final class Javadocs {
    private static final Map<String, Javadocs> READ = new HashMap<>();

    private final Map<String, String> sentences = new HashMap<>();

    private Javadocs() {}

    /** The first sentence about a type; empty if there is none. */
    static String of(Class<?> type) {
        return in(type).sentences.getOrDefault(nameIn(type), "");
    }

    /** The same about a constant or a record's component. */
    static String of(Class<?> type, String member) {
        return in(type).sentences.getOrDefault(nameIn(type) + "#" + member, "");
    }

    private static synchronized Javadocs in(Class<?> type) {
        return READ.computeIfAbsent(top(type).getName(), Javadocs::read);
    }

    private static Class<?> top(Class<?> type) {
        Class<?> outer = type.getDeclaringClass();
        return outer == null ? type : top(outer);
    }

    private static String nameIn(Class<?> type) {
        Class<?> outer = type.getDeclaringClass();
        return outer == null ? type.getSimpleName() : nameIn(outer) + "." + type.getSimpleName();
    }

    private static Javadocs read(String type) {
        var file =
                ProjectFiles.sourceOf(type)
                        .orElseThrow(() -> new AssertionError("no source of " + type));
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            var task =
                    (JavacTask)
                            compiler.getTask(
                                    null,
                                    files,
                                    null,
                                    List.of("-proc:none"),
                                    null,
                                    files.getJavaFileObjects(file));
            CompilationUnitTree unit = task.parse().iterator().next();
            var docs = new Javadocs();
            docs.new JavadocCollector(DocTrees.instance(task)).scan(unit, "");
            return docs;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Walks a file; the argument is the name of the type around. */
    private final class JavadocCollector extends TreePathScanner<@Nullable Void, String> {
        private final DocTrees trees;

        JavadocCollector(DocTrees trees) {
            this.trees = trees;
        }

        @Override
        public @Nullable Void visitClass(ClassTree type, String outer) {
            var name =
                    outer.isEmpty()
                            ? type.getSimpleName().toString()
                            : outer + "." + type.getSimpleName();
            keep(name);
            for (Tree member : type.getMembers()) scan(member, name);
            return null;
        }

        @Override
        public @Nullable Void visitVariable(VariableTree field, String type) {
            keep(type + "#" + field.getName());
            return null;
        }

        private void keep(String name) {
            @Nullable DocCommentTree comment = trees.getDocCommentTree(getCurrentPath());
            if (comment == null) return;
            var sentence = text(comment.getFirstSentence());
            if (!sentence.isEmpty()) sentences.put(name, sentence);
            for (DocTree tag : comment.getBlockTags()) {
                if (tag instanceof ParamTree param)
                    sentences.put(name + "#" + param.getName(), text(param.getDescription()));
            }
        }
    }

    /** Javadoc as Markdown, on one line. */
    private static String text(List<? extends DocTree> trees) {
        return trees.stream()
                .map(DocTree::toString)
                .collect(Collectors.joining())
                .replaceAll("\\{@(?:code|link|linkplain) #?([^}]*)}", "`$1`")
                .replaceAll("</?em>", "*")
                .replaceAll("\\s+", " ")
                .strip();
    }
}
