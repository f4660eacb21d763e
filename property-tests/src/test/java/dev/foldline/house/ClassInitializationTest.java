package dev.foldline.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;

import org.junit.jupiter.api.Test;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Two threads that use a type and its subtype for the first time must not wait for each other. They
 * do if the initializer of the type makes an instance of the subtype, and the initialization of the
 * subtype waits for the type: always for a class, and for an interface with default methods.
 */
class ClassInitializationTest {
    interface WithDefault {
        WithDefault NONE = new Nothing();

        record Nothing() implements WithDefault {}

        default boolean isNothing() {
            return equals(NONE);
        }
    }

    interface WithoutDefault {
        WithoutDefault NONE = new Nothing();

        record Nothing() implements WithoutDefault {}
    }

    private static Stream<JavaClass> cyclic(Iterable<JavaClass> types) {
        return StreamSupport.stream(types.spliterator(), false)
                .filter(ClassInitializationTest::isInitializedWithItsSubtypes)
                .filter(
                        type ->
                                type.getConstructorCallsFromSelf().stream()
                                        .filter(
                                                call ->
                                                        call.getOrigin()
                                                                .getName()
                                                                .equals("<clinit>"))
                                        .map(call -> call.getTargetOwner())
                                        .anyMatch(
                                                made ->
                                                        !made.isAnonymousClass()
                                                                && !made.equals(type)
                                                                && made.isAssignableTo(
                                                                        type.getName())));
    }

    private static boolean isInitializedWithItsSubtypes(JavaClass type) {
        return !type.isInterface()
                || type.getMethods().stream()
                        .anyMatch(
                                method ->
                                        !method.getModifiers().contains(JavaModifier.ABSTRACT)
                                                && !method.getModifiers()
                                                        .contains(JavaModifier.STATIC)
                                                && !method.getModifiers()
                                                        .contains(JavaModifier.PRIVATE));
    }

    @Test
    void no_type_makes_an_instance_of_its_subtype_while_it_is_initialized() {
        var types =
                new ClassFileImporter()
                        .withImportOption(place -> !place.contains("test-classes"))
                        .withImportOption(place -> !place.contains("-tests.jar"))
                        .importPackages("dev.foldline");
        assertThat(cyclic(types).filter(type -> !type.isEnum()))
                .as("make its methods abstract, or the instance elsewhere")
                .isEmpty();
    }

    @Test
    void such_a_type_is_found() {
        var types =
                new ClassFileImporter()
                        .importClasses(
                                WithDefault.class,
                                WithDefault.Nothing.class,
                                WithoutDefault.class,
                                WithoutDefault.Nothing.class);
        Set<String> found = cyclic(types).map(JavaClass::getSimpleName).collect(Collectors.toSet());
        assertThat(found).containsExactly("WithDefault");
    }
}
