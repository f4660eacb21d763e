package dev.foldline.effects.report;

import dev.foldline.effects.report.TestCase.Outcome;
import dev.foldline.effects.report.TestCaseCollector.TooManyNames;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Parses one file of JUnit XML. A test that failed at first and passed when its tool ran it again
 * has no element {@code failure} or {@code error}, so it passed. DTDs and entities are not read.
 */
final class JUnitParser {
    static final int DEPTH_MAX = 64;
    static final int NAMES_MAX = 1_000;

    private static final int TEXT_CHUNK_BYTES = 16 << 10;

    private sealed interface Element {
        record Suite(String name) implements Element {}

        /** A test, with the result so far. */
        record Case(TestCase result) implements Element {}

        record Other() implements Element {}
    }

    private final XMLInputFactory factory = factory();
    private final TestCaseCollector cases;
    private final ArrayDeque<Element> open = new ArrayDeque<>();
    private final Set<String> names = new HashSet<>();

    JUnitParser(TestCaseCollector cases) {
        this.cases = cases;
    }

    void parse(InputStream file) throws IOException, XMLStreamException, TooManyNames {
        open.clear();
        names.clear();
        var reader = factory.createXMLStreamReader(XmlText.of(file));
        try {
            while (reader.hasNext()) parseEvent(reader.next(), reader);
        } finally {
            reader.close();
        }
    }

    private static XMLInputFactory factory() {
        var factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, false);
        factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, false);
        factory.setProperty("jdk.xml.cdataChunkSize", TEXT_CHUNK_BYTES);
        // These would limit references like &lt; in a whole file. There are no other entities.
        factory.setProperty("jdk.xml.maxGeneralEntitySizeLimit", 0);
        factory.setProperty("jdk.xml.totalEntitySizeLimit", 0);
        return factory;
    }

    private void parseEvent(int event, XMLStreamReader reader)
            throws XMLStreamException, TooManyNames {
        switch (event) {
            case XMLStreamConstants.START_ELEMENT -> {
                countNames(reader);
                start(reader);
            }
            case XMLStreamConstants.PROCESSING_INSTRUCTION ->
                    countName(reader.getPITarget(), reader);
            case XMLStreamConstants.END_ELEMENT -> end();
            case XMLStreamConstants.DTD ->
                    throw new XMLStreamException("DOCTYPE is not allowed", reader.getLocation());
            default -> {}
        }
    }

    private void start(XMLStreamReader reader) throws XMLStreamException, TooManyNames {
        if (open.size() == DEPTH_MAX)
            throw new XMLStreamException(
                    "elements are nested in more than " + DEPTH_MAX + " others",
                    reader.getLocation());
        var tag = reader.getLocalName();
        var isSuite = tag.equals("testsuite") || tag.equals("testsuites");
        switch (open.peek()) {
            case null -> {
                if (!isSuite) throw notJUnit(tag, reader);
                open.push(suite(reader, ""));
            }
            case Element.Suite(var name) when isSuite -> open.push(suite(reader, name));
            case Element.Suite(var name) when tag.equals("testcase") ->
                    open.push(testCase(reader, name));
            case Element.Suite(var name) -> {
                if (outcome(tag).equals(Optional.of(Outcome.FAILED)))
                    cases.add(new TestCase(name, "", Outcome.FAILED));
                open.push(new Element.Other());
            }
            case Element.Case(var result) -> {
                open.pop();
                open.push(
                        new Element.Case(
                                outcome(tag).map(each -> with(result, each)).orElse(result)));
                open.push(new Element.Other());
            }
            case Element.Other _ -> open.push(new Element.Other());
        }
    }

    /** The parser keeps every name. */
    private void countNames(XMLStreamReader reader) throws XMLStreamException {
        countName(reader.getLocalName(), reader);
        for (int at = 0; at < reader.getAttributeCount(); at++)
            countName(reader.getAttributeLocalName(at), reader);
    }

    private void countName(String name, XMLStreamReader reader) throws XMLStreamException {
        if (names.add(name) && names.size() > NAMES_MAX)
            throw new XMLStreamException(
                    "elements and attributes have more than %,d names".formatted(NAMES_MAX),
                    reader.getLocation());
    }

    private void end() throws TooManyNames {
        if (open.pop() instanceof Element.Case(var result)) cases.add(result);
    }

    private static Optional<Outcome> outcome(String tag) {
        return switch (tag) {
            case "failure", "error" -> Optional.of(Outcome.FAILED);
            case "skipped" -> Optional.of(Outcome.SKIPPED);
            default -> Optional.empty();
        };
    }

    /** A failure counts more than a skip, in any order. */
    private static TestCase with(TestCase result, Outcome found) {
        return result.hasFailed() ? result : new TestCase(result.suite(), result.name(), found);
    }

    private static Element suite(XMLStreamReader reader, String outer) {
        var name = attribute(reader, "name");
        return new Element.Suite(name.isEmpty() ? outer : name);
    }

    private static Element testCase(XMLStreamReader reader, String suite) {
        var type = reader.getAttributeValue(null, "classname");
        var hasRun = !attribute(reader, "status").equals("notrun");
        return new Element.Case(
                new TestCase(
                        type == null ? suite : TestName.of(type),
                        attribute(reader, "name"),
                        hasRun ? Outcome.PASSED : Outcome.SKIPPED));
    }

    private static String attribute(XMLStreamReader reader, String name) {
        return Optional.ofNullable(reader.getAttributeValue(null, name))
                .map(TestName::of)
                .orElse("");
    }

    private static XMLStreamException notJUnit(String tag, XMLStreamReader reader) {
        return new XMLStreamException(
                "the root is <" + TestName.of(tag) + ">, not <testsuites> or <testsuite>",
                reader.getLocation());
    }
}
