package dev.foldline.house;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packages of a module depend on one another in one direction. */
class PackageCyclesTest {

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
                .check(
                        new ClassFileImporter()
                                .withImportOption(place -> !place.contains("test-classes"))
                                .withImportOption(place -> !place.contains("-tests.jar"))
                                .importPackages(root));
    }
}
