package dev.foldline.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.kernel.Pipeline;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How often somebody who reads {@code Pipeline.reduce} and the derivations returns to a file. The
 * reader opens each method that takes the state or a consequence and returns one of them, once,
 * where it is first called, and goes back to the caller afterwards.
 */
class ReduceWalkTest {
    /**
     * The number may only fall. Seven are for the four points where a model gives advice, thirteen
     * for the bound on identical failures, which all failures, recoveries and moves ask, three for
     * the verdict about a check, which comes before what follows from the check.
     */
    private static final int RETURNS_MAX = 59;

    private static final String STATE = "Ldev/foldline/core/PipelineState;";
    private static final Pattern CONSEQUENCE =
            Pattern.compile("Ldev/foldline/core/reduce/(Consequence|\\w+Remedy)[;$]");

    private final Map<String, ClassModel> classes = new HashMap<>();
    private final Set<Method> opened = new HashSet<>();
    private final List<String> stays = new ArrayList<>();

    /** A method of the core, with the names of the class file. */
    private record Method(String owner, String name, String descriptor) {
        String file() {
            return owner.replaceFirst("\\$.*", "");
        }

        boolean isRead() {
            return owner.matches("dev/foldline/core/(kernel/|reduce/|Derivation).*")
                    && (isLambda() || isInitializer() || takesAndReturnsState());
        }

        boolean isLambda() {
            return name.startsWith("lambda$");
        }

        /** The constant that lists the derivations. */
        private boolean isInitializer() {
            return name.equals("<clinit>") && owner.endsWith("/Derivations");
        }

        private boolean takesAndReturnsState() {
            int end = descriptor.indexOf(')');
            if (end < 0) return false;
            var result = descriptor.substring(end + 1);
            return carriesState(descriptor.substring(0, end))
                    && (carriesState(result) || result.endsWith("Option;"));
        }

        private static boolean carriesState(String types) {
            return types.contains(STATE) || CONSEQUENCE.matcher(types).find();
        }
    }

    @Test
    void a_reader_of_reduce_rarely_returns_to_a_file() {
        read(
                new Method(
                        Pipeline.class.getName().replace('.', '/'),
                        "reduce",
                        "(" + STATE + "Ldev/foldline/core/event/Event;)" + STATE));
        var files = Set.copyOf(stays);
        assertThat(files).hasSizeGreaterThan(10);
        assertThat(stays.size() - files.size())
                .as("returns to a file of " + stays)
                .isLessThanOrEqualTo(RETURNS_MAX);
    }

    private void read(Method method) {
        if (!opened.add(method)) return;
        stay(method.file());
        code(method)
                .flatMap(model -> model.code().stream())
                .flatMap(code -> code.elementStream())
                .flatMap(
                        element ->
                                switch (element) {
                                    case InvokeInstruction call ->
                                            Stream.of(
                                                    new Method(
                                                            call.owner().asInternalName(),
                                                            call.name().stringValue(),
                                                            call.type().stringValue()));
                                    case InvokeDynamicInstruction call ->
                                            call.bootstrapArgs().stream()
                                                    .flatMap(each -> referenced(each).stream());
                                    case FieldInstruction field ->
                                            Stream.of(
                                                    new Method(
                                                            field.owner().asInternalName(),
                                                            "<clinit>",
                                                            "()V"));
                                    default -> Stream.<Method>empty();
                                })
                .filter(Method::isRead)
                .filter(each -> !opened.contains(each) && code(each).findAny().isPresent())
                .forEach(
                        each -> {
                            read(each);
                            stay(method.file());
                        });
    }

    /** Consecutive stays in one file are one. */
    private void stay(String file) {
        if (stays.isEmpty() || !stays.getLast().equals(file)) stays.add(file);
    }

    private static Optional<Method> referenced(ConstantDesc argument) {
        if (!(argument instanceof DirectMethodHandleDesc handle)) return Optional.empty();
        var owner = handle.owner().descriptorString();
        return Optional.of(
                new Method(
                        owner.substring(1, owner.length() - 1),
                        handle.methodName(),
                        handle.lookupDescriptor()));
    }

    private Stream<MethodModel> code(Method method) {
        return classes.computeIfAbsent(method.owner(), ReduceWalkTest::parsed).methods().stream()
                .filter(
                        each ->
                                each.methodName().equalsString(method.name())
                                        && each.methodType().equalsString(method.descriptor()));
    }

    private static ClassModel parsed(String owner) {
        try (var content = Pipeline.class.getClassLoader().getResourceAsStream(owner + ".class")) {
            return ClassFile.of().parse(content.readAllBytes());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
