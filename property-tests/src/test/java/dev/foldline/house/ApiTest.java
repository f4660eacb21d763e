package dev.foldline.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import org.apiguardian.api.API;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What other programs may use: the exported packages of the core, and the packages and types that
 * are marked {@code @API}. Their signatures name nothing else of Foldline.
 */
class ApiTest {
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
                    "dev.foldline.core.workflow",
                    "dev.foldline.core.workflow.builtin");

    private static final Set<String> MARKED =
            Set.of(
                    "dev.foldline.app.embed",
                    "dev.foldline.testkit.crash",
                    "dev.foldline.testkit.incident",
                    "dev.foldline.testkit.script",
                    "dev.foldline.testkit.simulation");

    private static final JavaClasses CLASSES =
            new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .withImportOption(location -> !location.contains("-tests.jar"))
                    .importPackages("dev.foldline");

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
                || type.getEnclosingClass().filter(ApiTest::isApi).isPresent();
    }

    private static boolean isPublic(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.getEnclosingClass().map(ApiTest::isPublic).orElse(true);
    }
}
