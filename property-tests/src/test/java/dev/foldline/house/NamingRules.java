package dev.foldline.house;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreeScanner;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Names of types and methods: nouns and verbs of the field, no metaphors, and no top-level name
 * twice.
 */
final class NamingRules {
    /** A gerund or participle alone does not say what the type is. */
    private static final Pattern PARTICIPLE =
            Pattern.compile(
                    "[A-Z][a-z]+(ing|ed)|Begun|Given|Gone|Heard|Held|Kept|Known|Made|Overheard|Retold"
                        + "|Said|Sent|Shown|Spent|Taken|Told");

    /** Names that the project once had, and that a reader could not translate. */
    private static final Set<String> METAPHORS =
            Set.of(
                    "Nursery",
                    "Births",
                    "Attendance",
                    "Household",
                    "Whereabouts",
                    "Mailbox",
                    "Course",
                    "Manner",
                    "Departure",
                    "Arrival",
                    "Place",
                    "Brief",
                    "Given",
                    "Admit",
                    "Remedies",
                    "StandIns",
                    "Settle",
                    "Bills",
                    "Care",
                    "Lookout",
                    "Turnstile",
                    "Fences",
                    "Neighbours",
                    "Landings",
                    "Kin",
                    "Pulse",
                    "Diligence",
                    "Overheard",
                    "Novelty",
                    "Oddity",
                    "Quirk",
                    "RandomChoices",
                    "Mood",
                    "Passersby",
                    "Visitors",
                    "Excuse",
                    "Retold",
                    "Scene",
                    "Seal",
                    "Entrance",
                    "Door",
                    "Doorkeeper",
                    "Knock",
                    "Outside",
                    "Annex",
                    "Desk",
                    "Nearest",
                    "Remnant",
                    "Sweep",
                    "Murmur",
                    "Aftermath",
                    "TakingUp",
                    "StoppingAll",
                    "Driven",
                    "Ran",
                    "Told",
                    "Refusal",
                    "Strictly",
                    "Ground",
                    "Sight",
                    "Workbench",
                    "Drain",
                    "OneAtATime",
                    "ByHand",
                    "Audience",
                    "Conversation",
                    "Opener",
                    "Offer",
                    "Here",
                    "Remark",
                    "Tone",
                    "Unbreakable",
                    "Track",
                    "Story",
                    "Room",
                    "ToldBefore",
                    "HandedIn",
                    "KeptWork",
                    "OwnTree",
                    "TypedMoves",
                    "Verdicts",
                    "PassedOver",
                    "TaskDesk",
                    "CalledDesk",
                    "Sightings",
                    "Patience",
                    "Deed",
                    "Deeds",
                    "WorkflowDeeds");

    private static final Pattern UNCLEAR_METHOD =
            Pattern.compile("told|said|heard|begun|mended|meant|nobody");

    private NamingRules() {}

    static List<RuleViolation> check(List<ParsedSource> sources) {
        var findings = new ArrayList<RuleViolation>();
        var paths = new TreeMap<String, List<String>>();
        for (ParsedSource source : sources) {
            if (!source.isMain()) continue;
            source.unit().getTypeDecls().stream()
                    .filter(ClassTree.class::isInstance)
                    .map(ClassTree.class::cast)
                    .forEach(
                            type -> {
                                var name = type.getSimpleName().toString();
                                paths.computeIfAbsent(name, _ -> new ArrayList<>())
                                        .add(source.path());
                                if (PARTICIPLE.matcher(name).matches())
                                    findings.add(
                                            new RuleViolation(
                                                    "a type is named by a noun",
                                                    source.path(),
                                                    name));
                                if (METAPHORS.contains(name))
                                    findings.add(
                                            new RuleViolation(
                                                    "a type's name is no metaphor",
                                                    source.path(),
                                                    name));
                            });
            new Methods(source, findings).scan(source.unit(), null);
        }
        paths.forEach(
                (name, at) -> {
                    if (at.size() > 1)
                        findings.add(
                                new RuleViolation(
                                        "a top-level name is used once",
                                        at.getFirst(),
                                        name + " is also " + at.subList(1, at.size())));
                });
        return findings;
    }

    private static final class Methods extends TreeScanner<@Nullable Void, @Nullable Void> {
        private final ParsedSource source;
        private final List<RuleViolation> findings;

        Methods(ParsedSource source, List<RuleViolation> findings) {
            this.source = source;
            this.findings = findings;
        }

        @Override
        public @Nullable Void visitMethod(MethodTree method, @Nullable Void nothing) {
            var name = method.getName().toString();
            if (UNCLEAR_METHOD.matcher(name).matches())
                findings.add(
                        new RuleViolation(
                                "a method is named by a verb or a noun", source.path(), name));
            return super.visitMethod(method, nothing);
        }
    }
}
