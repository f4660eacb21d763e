package dev.foldline.house;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

import org.apiguardian.api.API;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * What holds of all classes of the product, which are read once: packages of a module depend on one
 * another in one direction, types are initialized without waiting for each other, and what other
 * programs may use names nothing else. The latter are the exported packages of the core, and the
 * packages and types that are marked {@code @API}.
 */
class MainClassesTest {
    private static final JavaClasses CLASSES =
            new ClassFileImporter()
                    .withImportOption(place -> !place.contains("test-classes"))
                    .withImportOption(place -> !place.contains("-tests.jar"))
                    .importPackages("dev.foldline");

    /** Each package is a slice of its own. */
    private static final class Packages implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return SliceIdentifier.of(type.getPackageName());
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    }

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

    private static final Path DESCRIPTOR =
            Path.of("..", "pipeline-core", "src", "main", "java", "module-info.java");
    private static final Pattern EXPORT = Pattern.compile("exports ([a-z.]+)(\\s+to[a-z.,\\s]+)?;");

    private static final Set<String> EXPORTED =
            Set.of(
                    "dev.foldline.core",
                    "dev.foldline.core.command",
                    "dev.foldline.core.decide",
                    "dev.foldline.core.effect",
                    "dev.foldline.core.event",
                    "dev.foldline.core.kernel",
                    "dev.foldline.core.state",
                    "dev.foldline.core.change",
                    "dev.foldline.core.verdict",
                    "dev.foldline.core.workflow",
                    "dev.foldline.core.workflow.builtin");

    private static final Set<String> MARKED =
            Set.of(
                    "dev.foldline.app.embed",
                    "dev.foldline.testkit.crash",
                    "dev.foldline.testkit.incident",
                    "dev.foldline.testkit.script",
                    "dev.foldline.testkit.simulation");

    @Test
    void the_core_exports_its_api_to_all_and_the_rest_to_foldline() throws IOException {
        var exports = EXPORT.matcher(Files.readString(DESCRIPTOR)).results().toList();
        assertThat(
                        exports.stream()
                                .filter(export -> export.group(2) == null)
                                .map(export -> export.group(1)))
                .containsExactlyInAnyOrderElementsOf(EXPORTED);
        assertThat(exports.stream().map(export -> export.group(1)))
                .containsExactlyInAnyOrderElementsOf(
                        CLASSES.stream()
                                .map(JavaClass::getPackageName)
                                .filter(name -> name.startsWith("dev.foldline.core"))
                                .collect(Collectors.toSet()));
    }

    @Test
    void these_packages_are_marked() {
        assertThat(
                        CLASSES.stream()
                                .filter(type -> type.getPackage().isAnnotatedWith(API.class))
                                .map(JavaClass::getPackageName)
                                .distinct())
                .containsExactlyInAnyOrderElementsOf(MARKED);
    }

    @Test
    void signatures_of_the_api_name_only_the_api() {
        var leaks = new TreeSet<String>();
        for (JavaClass type : CLASSES) {
            if (!isApi(type) || !isPublic(type)) continue;
            for (JavaMember member : type.getMembers()) {
                if (!member.getModifiers().contains(JavaModifier.PUBLIC)) continue;
                named(member).stream()
                        .filter(each -> each.getPackageName().startsWith("dev.foldline"))
                        .filter(each -> !isApi(each))
                        .forEach(each -> leaks.add(member.getFullName() + ": " + each.getName()));
            }
        }
        assertThat(leaks).isEmpty();
    }

    private static Set<JavaClass> named(JavaMember member) {
        return member.getAllInvolvedRawTypes();
    }

    private static boolean isApi(JavaClass type) {
        return EXPORTED.contains(type.getPackageName())
                || MARKED.contains(type.getPackageName())
                || type.isAnnotatedWith(API.class)
                || type.getEnclosingClass().filter(MainClassesTest::isApi).isPresent();
    }

    private static boolean isPublic(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.getEnclosingClass().map(MainClassesTest::isPublic).orElse(true);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dev.foldline.core",
                "dev.foldline.effects",
                "dev.foldline.testkit",
                "dev.foldline.app"
            })
    void the_packages_of_a_module_have_no_cycle(String root) {
        slices().assignedFrom(new Packages())
                .should()
                .beFreeOfCycles()
                .check(CLASSES.that(resideInAPackage(root + "..")));
    }

    private static Stream<JavaClass> cyclic(Iterable<JavaClass> types) {
        return StreamSupport.stream(types.spliterator(), false)
                .filter(MainClassesTest::isInitializedWithItsSubtypes)
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

    /**
     * Two threads that use a type and its subtype for the first time must not wait for each other.
     * They do if the initializer of the type makes an instance of the subtype, and the
     * initialization of the subtype waits for the type: always for a class, and for an interface
     * with default methods.
     */
    @Test
    void no_type_makes_an_instance_of_its_subtype_while_it_is_initialized() {
        assertThat(cyclic(CLASSES).filter(type -> !type.isEnum()))
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
