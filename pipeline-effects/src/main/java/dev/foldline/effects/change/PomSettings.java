package dev.foldline.effects.change;

import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.control.Option;

import java.io.StringReader;
import java.util.regex.Pattern;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * What judges in a {@code pom.xml}: all but what it depends on and what describes it. A property
 * judges unless only dependencies refer to it.
 */
final class PomSettings {
    private static final int DEPTH_MAX = 100;
    private static final Set<String> DEPENDENCIES =
            HashSet.of("dependencies", "dependencyManagement");
    private static final Set<String> DESCRIPTIONS =
            HashSet.of(
                    "version",
                    "name",
                    "description",
                    "url",
                    "inceptionYear",
                    "organization",
                    "licenses",
                    "developers",
                    "contributors",
                    "mailingLists",
                    "scm",
                    "issueManagement",
                    "ciManagement",
                    "distributionManagement");
    private static final Pattern VERSION =
            Pattern.compile("(?i)(?:.*[.-])?version(?:[.-].*)?|.*version");
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^}]{1,999})}");
    private static final Pattern JUDGING =
            Pattern.compile("(?i).*(?:skip|test|surefire|failsafe|jacoco|argline|plugin).*");

    private final XMLStreamReader reader;
    private JudgedSettings settings = JudgedSettings.NONE;
    private Map<String, String> properties = HashMap.empty();
    private final StringBuilder dependencies = new StringBuilder();

    private PomSettings(XMLStreamReader reader) {
        this.reader = reader;
    }

    static Option<JudgedSettings> of(String text) {
        try {
            var parser = new PomSettings(factory().createXMLStreamReader(new StringReader(text)));
            return Option.of(parser.project());
        } catch (XMLStreamException invalid) {
            return Option.none();
        }
    }

    private static XMLInputFactory factory() {
        var factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        return factory;
    }

    private JudgedSettings project() throws XMLStreamException {
        while (reader.next() != XMLStreamConstants.START_ELEMENT)
            if (reader.getEventType() == XMLStreamConstants.DTD)
                throw new XMLStreamException("DOCTYPE is not allowed");
        int number = 0;
        while (reader.nextTag() == XMLStreamConstants.START_ELEMENT) {
            var name = reader.getLocalName();
            if (name.equals("properties")) readProperties();
            else if (name.equals("modules")) readModules();
            else if (name.equals("dependencies")) readDependencies();
            else if (DEPENDENCIES.contains(name)) dependencies.append(element(0));
            else if (DESCRIPTIONS.contains(name)) element(0);
            else settings = settings.with(name + " " + number++, element(0));
        }
        return withProperties();
    }

    private void readProperties() throws XMLStreamException {
        while (reader.nextTag() == XMLStreamConstants.START_ELEMENT)
            properties = properties.put(reader.getLocalName(), element(0));
    }

    private void readModules() throws XMLStreamException {
        while (reader.nextTag() == XMLStreamConstants.START_ELEMENT)
            settings = settings.withMember("module " + element(0));
    }

    /** Without its test engine, a build runs no tests and succeeds. */
    private void readDependencies() throws XMLStreamException {
        while (reader.nextTag() == XMLStreamConstants.START_ELEMENT) {
            var dependency = element(0);
            dependencies.append(dependency);
            if (dependency.contains("<scope>test</scope>"))
                settings =
                        settings.withMember(dependency.replaceAll("<version>[^<]*</version>", ""));
        }
    }

    /** Returns the text of the element where the reader is, which moves to its end. */
    private String element(int depth) throws XMLStreamException {
        if (depth > DEPTH_MAX) throw new XMLStreamException("too many nested elements");
        var name = reader.getLocalName();
        var text = new StringBuilder("<").append(name);
        for (int at = 0; at < reader.getAttributeCount(); at++)
            text.append(' ')
                    .append(reader.getAttributeLocalName(at))
                    .append('=')
                    .append(reader.getAttributeValue(at));
        text.append('>');
        while (reader.next() != XMLStreamConstants.END_ELEMENT)
            switch (reader.getEventType()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    boolean isIgnored =
                            name.equals("profile") && DEPENDENCIES.contains(reader.getLocalName());
                    var inner = element(depth + 1);
                    if (!isIgnored) text.append(inner);
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA ->
                        text.append(reader.getText().strip().replaceAll("\\s+", " "));
                case XMLStreamConstants.ENTITY_REFERENCE ->
                        throw new XMLStreamException("an entity is not allowed");
                default -> {}
            }
        return text.append("</").append(name).append('>').toString();
    }

    private JudgedSettings withProperties() {
        var judging = references(settings.values().values().mkString());
        var others = references(dependencies);
        return properties
                .filter(property -> isJudging(property._1(), judging, others))
                .foldLeft(settings, (all, each) -> all.with("property " + each._1(), each._2()));
    }

    private static Set<String> references(CharSequence text) {
        return HashSet.ofAll(
                REFERENCE.matcher(text).results().map(match -> match.group(1)).toList());
    }

    private static boolean isJudging(String property, Set<String> judging, Set<String> others) {
        if (judging.contains(property)) return true;
        if (others.contains(property)) return false;
        return JUDGING.matcher(property).matches() || !VERSION.matcher(property).matches();
    }
}
