package dev.foldline.app.operation;

import io.vavr.collection.Vector;

import java.util.Locale;

/** The reference page of all operations. */
public final class OperationsPage {
    private OperationsPage() {}

    /** The page in Markdown. */
    public static String markdown() {
        var page = new StringBuilder();
        page.append("# Operations\n\n")
                .append("<!-- Printed from `Operations`; a test keeps it current. -->\n\n")
                .append("What you can do with Foldline, and where. Each operation is declared")
                .append(" once; the three front ends derive their form from it,\n")
                .append("except those in italics, which have a form of their own.\n\n")
                .append("| operation | what it does | command | HTTP | MCP tool | kind |")
                .append(" permission | the same request twice |\n")
                .append("|---|---|---|---|---|---|---|---|\n");
        for (var each : Operations.ALL)
            page.append("| `")
                    .append(each.name())
                    .append("` | ")
                    .append(each.summary().replace("|", "\\|"))
                    .append(" | ")
                    .append(endpoint(each, FrontEnd.CLI))
                    .append(" | ")
                    .append(endpoint(each, FrontEnd.HTTP))
                    .append(" | ")
                    .append(endpoint(each, FrontEnd.MCP))
                    .append(" | ")
                    .append(word(each.kind()))
                    .append(" | ")
                    .append(word(each.contract().permission()))
                    .append(" | ")
                    .append(word(each.contract().repetition()))
                    .append(" |\n");
        page.append("\n## Not offered\n\n| operation | where | why |\n|---|---|---|\n");
        for (var each : Operations.ALL)
            for (var frontEnd : Vector.of(FrontEnd.values()))
                if (each.endpoint(frontEnd) instanceof Endpoint.Absent(var reason))
                    page.append("| `")
                            .append(each.name())
                            .append("` | ")
                            .append(frontEnd)
                            .append(" | ")
                            .append(reason)
                            .append(" |\n");
        return page.toString();
    }

    private static String endpoint(Operation operation, FrontEnd frontEnd) {
        return switch (operation.endpoint(frontEnd)) {
            case Endpoint.Derived(var name) -> "`" + name + "`";
            case Endpoint.Own(var name) -> "*`" + name + "`*";
            case Endpoint.Absent _ -> "";
        };
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
