package dev.foldline.app.history;

import dev.foldline.core.change.ChangeReport;
import dev.foldline.core.change.TestChanges;
import dev.foldline.core.change.Trial;
import dev.foldline.core.change.WitnessText;
import dev.foldline.core.effect.ChangeEffect;
import dev.foldline.core.event.ChangeEvent;
import dev.foldline.core.workflow.ChangeOperation;

/** Formats what is done and found out about the whole change of a run. */
public final class ChangeFormatter {
    private ChangeFormatter() {}

    public static String of(ChangeOperation operation) {
        return switch (operation) {
            case COMPARE -> "compare the change with its base";
            case TRY_TESTS -> "try the tests on other code";
            case RESTORE -> "put guarded files back";
        };
    }

    public static String of(Trial trial) {
        return switch (trial) {
            case CONTROL -> "the tests on a clean checkout";
            case OLD_TESTS -> "the tests of the base on the new code";
            case NEW_TESTS -> "the new tests on the code of the base";
        };
    }

    static String of(ChangeEffect effect) {
        return switch (effect) {
            case ChangeEffect.CompareChange _ -> of(ChangeOperation.COMPARE);
            case ChangeEffect.RestoreGuarded _ -> of(ChangeOperation.RESTORE);
            case ChangeEffect.TryTests e -> "try " + of(e.trial());
        };
    }

    static String of(ChangeEvent event) {
        return switch (event) {
            case ChangeEvent.ChangeCompared(_, var report) -> of(report);
            case ChangeEvent.GuardedRestored(_, _, var restored, var saved) ->
                    restored.isEmpty()
                            ? "no guarded file was changed"
                            : "put back: "
                                    + restored.mkString(", ")
                                    + (saved.isEmpty()
                                            ? ""
                                            : "; what was in them is kept in "
                                                    + saved.mkString(", "));
            case ChangeEvent.TestsTried e -> WitnessText.of(e.trial(), e.result());
        };
    }

    private static String of(ChangeReport report) {
        return "the change touches "
                + counted(report.files(), "file")
                + " and "
                + counted(report.lines(), "line")
                + (report.guarded().isEmpty()
                        ? ""
                        : "; guarded: " + report.guarded().map(each -> each.path()).mkString(", "))
                + of(report.tests());
    }

    private static String of(TestChanges tests) {
        if (tests.isEmpty()) return "";
        return "; tests: "
                + tests.added().size()
                + " added, "
                + tests.changed().size()
                + " changed, "
                + tests.removed().size()
                + " removed";
    }

    private static String counted(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }
}
