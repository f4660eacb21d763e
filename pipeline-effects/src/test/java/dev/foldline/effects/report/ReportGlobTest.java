package dev.foldline.effects.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ReportGlobTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "*.xml | a.xml | true",
                "*.xml | a/b.xml | false",
                "*.xml | .a.xml | false",
                "**/*.xml | a.xml | true",
                "**/*.xml | a/b/c.xml | true",
                "**/*.xml | a/.b/c.xml | false",
                "**/*.xml | node_modules/c.xml | false",
                "*/c.xml | node_modules/c.xml | false",
                "**/.b/*.xml | a/.b/c.xml | true",
                "**/target/*-reports/TEST-*.xml | a/target/failsafe-reports/TEST-x.xml | true",
                "**/target/*-reports/TEST-*.xml | a/target/reports/TEST-x.xml | false",
                "**/build/test-results/**/TEST-*.xml | build/test-results/TEST-x.xml | true",
                "**/build/test-results/**/TEST-*.xml | a/build/test-results/b/c/TEST-x.xml | true",
                "./a/{b,c?}/*.xml | a/cd/x.xml | true",
                "a/{b,c?}/*.xml | a/d/x.xml | false",
                "*a*a*a*a*a*a*a*a*b | aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa | false"
            })
    void a_glob_matches_as_in_a_shell(String glob, String file, boolean isMatch) {
        assertEquals(isMatch, matches(ReportGlob.of(glob), Vector.of(file.split("/"))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/etc/*.xml",
                "C:/a.xml",
                "../a.xml",
                "a/../../b.xml",
                "a/{.,..}/b.xml",
                "a/.git/b.xml",
                "a\\b.xml",
                "a//b.xml",
                "a/",
                "a/**",
                "a/b**.xml",
                "a/{b.xml",
                "a/{b/c,d}.xml",
                "a/[bc].xml",
                "a\nb.xml"
            })
    void a_glob_never_leaves_the_repository(String glob) {
        assertTrue(ReportGlob.problemOf(glob).isDefined());
    }

    @ParameterizedTest
    @ValueSource(strings = {"{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}.xml"})
    void alternatives_are_limited(String glob) {
        assertEquals(
                Option.of("the glob has more than 100 alternatives"), ReportGlob.problemOf(glob));
    }

    private static boolean matches(ReportGlob glob, Vector<String> path) {
        var inside = path.init().foldLeft(glob.start(), glob::inside);
        return glob.matchesFile(inside, path.last());
    }
}
