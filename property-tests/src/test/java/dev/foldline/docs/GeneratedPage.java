package dev.foldline.docs;

import dev.foldline.app.error.ExitCode;
import dev.foldline.core.decide.Rules;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.reduce.Derivations;
import dev.foldline.core.reduce.RemedyTable;
import dev.foldline.core.state.Fault;
import dev.foldline.core.workflow.PhaseRetryPolicy.OnFailedWork;
import dev.foldline.effects.agent.cli.ErrorPhrases;

import java.util.Locale;
import java.util.function.Supplier;

/** A page that the code prints. */
record GeneratedPage(String file, Supplier<String> text) {

    /** Title and origin of a page. */
    static String head(String title, String from) {
        return "# "
                + title
                + "\n\n<!-- Printed from "
                + from
                + "; a test keeps it current. -->\n\n";
    }

    static String rules() {
        var page = new StringBuilder(head("Rules", "`Rules.IN_ORDER`"));
        page.append(
                        "The first rule that applies to a state decides what is done next. At most"
                                + " one rule of a priority applies to any state,\n")
                .append(
                        "so the order within a priority does not matter. The last rule always"
                                + " applies when no other does.\n\n")
                .append("These are rules version ")
                .append(Pipeline.RULES_VERSION)
                .append(".\n\n| # | priority | rule |\n|---|---|---|\n");
        int number = 0;
        for (var rule : Rules.IN_ORDER)
            page.append("| ")
                    .append(++number)
                    .append(" | ")
                    .append(rule.priority())
                    .append(" | ")
                    .append(rule.name())
                    .append(" |\n");
        page.append("\n## Derivations\n\n")
                .append("After each event these transitions follow from the new state itself, in")
                .append(" this order. `foldline explain RUN:SEQ` names those that applied.\n\n")
                .append("| # | derivation | condition |\n|---|---|---|\n");
        number = 0;
        for (var each : Derivations.IN_ORDER)
            page.append("| ")
                    .append(++number)
                    .append(" | ")
                    .append(each.name())
                    .append(" | ")
                    .append(each.condition())
                    .append(" |\n");
        return page.toString();
    }

    static String faults() {
        var page = new StringBuilder(head("Faults", "`Fault.Kind` and `RemedyTable`"));
        page.append(
                        "A fault is a failure that an event reports. Its kind says"
                                + " what usually helps. When a remedy is used up, the\n")
                .append(
                        "next stronger one follows: the same agent, the next agent, the chain again"
                                + " after a wait, recovery, a halt.\n\n")
                .append(
                        "The phase's retry policy can have another remedy for failed work. The"
                                + " last")
                .append(" two columns name it, for an external agent too.\n\n")
                .append("| kind | meaning | remedy | if the policy instructs again | if the policy")
                .append(" halts |\n|---|---|---|---|---|\n");
        for (var kind : Fault.Kind.values())
            page.append("| `")
                    .append(kind)
                    .append("` | ")
                    .append(Javadocs.of(Fault.Kind.class, kind.name()))
                    .append(" | ")
                    .append(words(kind.remedy()))
                    .append(policyColumn(kind, OnFailedWork.INSTRUCT_AGAIN))
                    .append(policyColumn(kind, OnFailedWork.HALT))
                    .append(" |\n");
        page.append("\n| remedy | meaning |\n|---|---|\n");
        for (var remedy : Fault.Remedy.values())
            page.append("| ")
                    .append(words(remedy))
                    .append(" | ")
                    .append(Javadocs.of(Fault.Remedy.class, remedy.name()))
                    .append(" |\n");
        return page.toString();
    }

    private static String policyColumn(Fault.Kind kind, OnFailedWork policy) {
        var remedy = RemedyTable.of(kind, RemedyTable.Worker.EXTERNAL, policy);
        return " | " + (remedy == kind.remedy() ? "" : words(remedy));
    }

    static String wordings() {
        var page = new StringBuilder(head("Wordings of failures", "`ErrorPhrases`"));
        page.append(
                        "The messages by which Foldline classifies the failure of an agent that no"
                                + " typed field of its frames does. It compares\n")
                .append(
                        "them with the agent's own messages only, never with a model's text. The"
                                + " first row of an agent that applies counts.\n")
                .append("`*` is any text. Upper and lower case do not matter.\n\n")
                .append("| agent | seen in | message contains | kind |\n|---|---|---|---|\n");
        for (var row : ErrorPhrases.ROWS)
            page.append("| ")
                    .append(row.agent())
                    .append(" | ")
                    .append(row.seen())
                    .append(" | `")
                    .append(row.phrase().words())
                    .append("` | `")
                    .append(row.phrase().kind().fault())
                    .append("` |\n");
        return page.toString();
    }

    static String exitCodes() {
        var page = new StringBuilder(head("Exit codes", "`ExitCode`"));
        page.append("| code | name | meaning |\n|---|---|---|\n");
        for (var code : ExitCode.values())
            page.append("| ")
                    .append(code.value())
                    .append(" | `")
                    .append(code)
                    .append("` | ")
                    .append(code.meaning())
                    .append(" |\n");
        return page.toString();
    }

    private static String words(Fault.Remedy remedy) {
        return remedy.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
