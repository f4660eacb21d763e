package dev.foldline.effects.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.foldline.effects.report.TestCase.Outcome;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;

final class JUnitReportsTest {
    private static final Instant BEGUN = Instant.parse("2026-11-29T08:00:00.500Z");

    @TempDir Path root;

    @Test
    void suites_are_nested_and_name_tests_without_a_class() throws IOException {
        var report =
                Reports.report(
                        Reports.read(
                                root,
                                """
                                <testsuites>
                                  <testsuite name="outer">
                                    <testsuite name="inner"><testcase name="a"/></testsuite>
                                    <testsuite><testcase name="b"><error/></testcase></testsuite>
                                    <testcase classname="" name="c"><skipped/><failure/></testcase>
                                    <testcase name="d" status="notrun"/>
                                    <properties><testcase name="no test"/></properties>
                                    <testcase name="e"><system-out><failure/></system-out></testcase>
                                  </testsuite>
                                  <testsuite name="broken"><error message="no database"/></testsuite>
                                </testsuites>
                                """));
        assertEquals(
                "FAILED broken, FAILED c, PASSED inner.a, FAILED outer.b, SKIPPED outer.d, PASSED"
                        + " outer.e",
                report.cases().map(each -> each.outcome() + " " + each.label()).mkString(", "));
    }

    @Test
    void a_report_of_an_earlier_command_is_none() throws IOException {
        write("a/TEST-1.xml", BEGUN.minusSeconds(60));
        write("a/TEST-2.xml", BEGUN.minusSeconds(30));
        assertEquals(
                new ReportResult.NoReport(
                        "no file that matches a/*.xml was written since the command started at"
                                + " 2026-11-29T08:00:00.500Z; the newest is a/TEST-2.xml of"
                                + " 2026-11-29T07:59:30.500Z"),
                JUnitReports.read(root, "a/*.xml", BEGUN));
        assertEquals(
                new ReportResult.NoReport("no file matches b/*.xml"),
                JUnitReports.read(root, "b/*.xml", BEGUN));
    }

    @Test
    void only_files_of_the_command_are_read() throws IOException {
        write("a/TEST-1.xml", BEGUN.minusMillis(21));
        write("a/TEST-2.xml", BEGUN);
        write("a/TEST-3.xml", BEGUN.minusMillis(500));
        assertEquals("TEST-2 TEST-3", names("a/*.xml"));
    }

    @Test
    void a_link_is_not_followed() throws IOException {
        var outside = Files.createDirectory(root.resolve("outside"));
        write("outside/TEST-1.xml", BEGUN);
        var inside = Files.createDirectories(root.resolve("inside/build"));
        Files.createSymbolicLink(inside.resolve("link.xml"), outside.resolve("TEST-1.xml"));
        Files.createSymbolicLink(inside.resolve("folder"), outside);
        var repository = root.resolve("inside");
        assertEquals(
                new ReportResult.NoReport(
                        "no file matches **/*.xml; build/link.xml is a symbolic link, which is not"
                                + " followed"),
                JUnitReports.read(repository, "**/*.xml", BEGUN));
        assertInstanceOf(
                ReportResult.NoReport.class,
                JUnitReports.read(repository, "build/folder/*.xml", BEGUN));
    }

    @Test
    void a_wildcard_enters_neither_repositories_nor_packages_nor_linked_worktrees()
            throws IOException {
        for (var folder :
                Vector.of(".git", ".foldline", "node_modules/x", "linked/a", "module/a", "a/b/c"))
            write(folder + "/" + folder.replaceAll("\\W", "") + ".xml", BEGUN);
        Files.writeString(root.resolve("linked/.git"), "gitdir: /r/.git/worktrees/linked\n");
        Files.writeString(root.resolve("module/.git"), "gitdir: ../.git/modules/module\n");
        assertEquals("abc modulea", names("**/*.xml"));
        assertEquals("foldline", names(".foldline/*.xml"));
        assertEquals("node_modulesx", names("node_modules/**/*.xml"));
    }

    @Test
    void hostile_files_end_in_a_text() throws IOException {
        assertReason("the file is empty", "");
        assertReason("not JUnit XML: line 2, column 1: Premature end of file.", " \n");
        assertReason("Content is not allowed in prolog", "{\"tests\": []}");
        assertReason("the root is <html>, not <testsuites> or <testsuite>", "<html/>");
        assertReason(
                "DOCTYPE is not allowed",
                "<!DOCTYPE t [<!ENTITY a \"aa\"><!ENTITY b \"&a;&a;\">]><testsuite name=\"&b;\"/>");
        assertReason(
                "DOCTYPE is not allowed", "<!DOCTYPE t SYSTEM \"file:///etc/passwd\"><testsuite/>");
        assertReason("\"b\" was referenced, but not declared", "<testsuite><a>&b;</a></testsuite>");
        assertReason("nested in more than 64 others", "<testsuite>".repeat(1_000));
        assertReason("Unicode: 0x0", "<testsuite><testcase name=\"a\0\"/></testsuite>");
        assertReason(
                "the encoding klingon is unknown", "<?xml version=\"1.0\" encoding=\"klingon\"?>");
        assertReason(
                "more than 1,000 names",
                "<testsuite>" + Vector.range(0, 1_001).map(each -> "<a" + each + "/>").mkString());
        assertReason(
                "more than 4,000,000 characters",
                "<testsuite><!-- " + "x".repeat(XmlText.MARKUP_CHARS_MAX) + "--></testsuite>");
        assertReason(
                "more than 4,000,000 characters",
                "<testsuite name='" + "->".repeat(XmlText.MARKUP_CHARS_MAX / 2 + 1) + "'/>");
    }

    @Test
    void text_and_references_are_not_limited() throws IOException {
        var text = "&lt;&#10;\n".repeat(60_000) + "<![CDATA[" + "<a '> ".repeat(700_000) + "]]>";
        assertEquals(
                1,
                Reports.report(
                                Reports.read(
                                        root,
                                        "<testsuite><!-- > ' --><testcase name='a'/><system-out>"
                                                + text
                                                + "</system-out></testsuite>"))
                        .cases()
                        .size());
    }

    @Test
    void other_encodings_are_read_and_wrong_ones_are_not() throws IOException {
        var declared =
                "<?xml version=\"1.0\" encoding=\"%s\"?><testsuite><testcase"
                        + " name=\"\u00fc\"/></testsuite>";
        for (var name : Vector.of("ISO-8859-1", "UTF-8", "UTF-16")) {
            Files.write(
                    root.resolve("report.xml"),
                    declared.formatted(name).getBytes(Charset.forName(name)));
            assertEquals("\u00fc", names("report.xml"));
        }
        Files.writeString(
                root.resolve("report.xml"),
                declared.formatted("UTF-8"),
                StandardCharsets.ISO_8859_1);
        assertTrue(
                Reports.unreadable(JUnitReports.read(root, "report.xml", Instant.EPOCH))
                        .reason()
                        .endsWith("the file is not encoded in UTF-8"));
    }

    @Test
    void a_large_file_is_not_read() throws IOException {
        try (var file =
                FileChannel.open(
                        root.resolve("report.xml"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE)) {
            file.write(StandardCharsets.UTF_8.encode("x"), 1L << 30);
        }
        assertEquals(
                new ReportResult.Unreadable(
                        "report.xml", "the file has 1,073,741,825 bytes, more than 67,108,864"),
                JUnitReports.read(root, "*.xml", Instant.EPOCH));
    }

    @Test
    void a_name_of_a_hostile_test_is_visible() throws IOException {
        var report =
                Reports.report(
                        Reports.read(
                                root,
                                "<?xml version='1.1'?><testsuite><testcase"
                                    + " name='a&#27;[31mb&#10;c'><error/></testcase></testsuite>"));
        assertEquals(
                Vector.of(new TestCase("", "a\\u001b[31mb\\nc", Outcome.FAILED)),
                report.failures());
    }

    private void assertReason(String expected, String xml) throws IOException {
        var reason = Reports.unreadable(Reports.read(root, xml)).reason();
        assertTrue(reason.contains(expected), reason);
    }

    private void write(String name, Instant time) throws IOException {
        var file = root.resolve(name);
        Files.createDirectories(file.getParent());
        var test = file.getFileName().toString().replace(".xml", "");
        Files.writeString(file, "<testsuite><testcase name='" + test + "'/></testsuite>");
        Files.setLastModifiedTime(file, FileTime.from(time));
    }

    private String names(String glob) {
        return Reports.report(JUnitReports.read(root, glob, BEGUN))
                .cases()
                .map(TestCase::label)
                .mkString(" ");
    }
}
