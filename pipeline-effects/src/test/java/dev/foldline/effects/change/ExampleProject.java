package dev.foldline.effects.change;

import dev.foldline.effects.change.TreeFixture.Files;

/** A project in four languages, with all that judges its changes. */
final class ExampleProject {
    private ExampleProject() {}

    static final String CHECK =
            "sh test.sh && npm test && make check && python3 -m pytest --doctest-modules";

    static final Files PROJECT =
            Files.NONE
                    .with(
                            "app.py",
                            """
                            def add(a, b):
                                \'\'\'
                                >>> add(1, 2)
                                3
                                >>> add(0, 0)
                                0
                                \'\'\'
                                return a + b
                            """)
                    .with(
                            "src/sum.rs",
                            """
                            /// Sums.
                            /// ```
                            /// assert_eq!(sum::of(3), 3);
                            /// ```
                            pub fn of(a: i32) -> i32 { a }

                            #[cfg(test)]
                            mod tests {
                                use super::*;
                                #[test]
                                fn adds() { assert_eq!(of(1), 1); }
                                #[test]
                                fn negates() { assert_eq!(of(-1), -1); }
                            }
                            """)
                    .with(
                            "src/times.ts",
                            """
                            export const times = (a: number) => a;
                            if (import.meta.vitest) {
                              const { it, expect } = import.meta.vitest;
                              it('is one', () => expect(times(1)).toBe(1));
                              it('is two', () => expect(times(2)).toBe(2));
                            }
                            """)
                    .with("Makefile", "-include local.mk\ncheck:\n\tcargo test\n")
                    .with("spec/openapi.yaml", "openapi: 3.0.0\n")
                    .with("fixtures/sum.txt", "3\n")
                    .with("tests/helpers/numbers.py", "ONE = 1\n")
                    .with("tests/fixtures/one.json", "{}\n")
                    .with("tests/sum_test.lua", "assert(1 + 2 == 3)\n")
                    .with("tests/greets.sh", "./app | grep -q hello\n")
                    .with("src/app.js", "export const add = (a, b) => a + b;\n")
                    .with(
                            "tests/test_app.py",
                            """
                            import app

                            def test_adds():
                                assert app.add(1, 2) == 3

                            def test_adds_nothing():
                                assert app.add(1, 0) == 1
                            """)
                    .with(
                            "src/app.test.js",
                            """
                            import { add } from './app';
                            describe('add', () => {
                              it('adds', () => {
                                expect(add(1, 2)).toBe(3);
                              });
                              it('adds nothing', () => {
                                expect(add(1, 0)).toBe(1);
                              });
                            });
                            """)
                    .with(
                            "src/main/java/org/example/Sum.java",
                            "package org.example;\nclass Sum { int of(int a) { return a; } }\n")
                    .with(
                            "src/test/java/org/example/SumTest.java",
                            """
                            package org.example;

                            class SumTest {
                                @Test
                                void adds() {
                                    assertEquals(3, new Sum().of(3));
                                }

                                @ParameterizedTest
                                @CsvSource({"1, 2", "{, }"})
                                void keeps(int a) {
                                    check(a);
                                }

                                private void check(int a) {
                                    assertEquals(a, new Sum().of(a));
                                }
                            }
                            """)
                    .withProgram("test.sh", "#!/bin/sh\nsh ci/unit.sh\n")
                    .withLink("ci/unit.sh", "unit-linux.sh")
                    .with("ci/unit-linux.sh", "python3 -m pytest\n")
                    .with("ci/unit-other.sh", "exit 0\n")
                    .with(
                            "package.json",
                            """
                            {
                              "name": "app",
                              "version": "1.0.0",
                              "scripts": { "test": "jest" },
                              "jest": { "coverageThreshold": { "global": { "lines": 90 } } },
                              "devDependencies": { "jest": "^29.0.0" }
                            }
                            """)
                    .with(
                            "pyproject.toml",
                            """
                            [project]
                            name = "app"
                            dependencies = ["requests"]

                            [tool.pytest.ini_options]
                            addopts = "-q" # quiet
                            """)
                    .with(
                            "pom.xml",
                            """
                            <project xmlns="http://maven.apache.org/POM/4.0.0">
                              <groupId>org.example</groupId>
                              <properties>
                                <junit.version>5.1</junit.version>
                                <surefire.version>3.1</surefire.version>
                              </properties>
                              <modules><module>core</module></modules>
                              <dependencies>
                                <dependency><artifactId>junit</artifactId>
                                  <version>${junit.version}</version><scope>test</scope></dependency>
                              </dependencies>
                              <build><plugins><plugin><artifactId>surefire</artifactId>
                                <version>${surefire.version}</version></plugin></plugins></build>
                            </project>
                            """)
                    .with(
                            "build.gradle",
                            """
                            plugins { id 'java' }
                            version = '1.0'
                            dependencies {
                                implementation 'a:b:1'
                            }
                            test { useJUnitPlatform() }
                            """)
                    .with(".github/workflows/ci.yml", "on: push\n")
                    .with("foldline.yaml", "checks: []\n")
                    .with("README.md", "Add.\n");
}
