package dev.foldline.app.command.setup;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.JsonText;
import dev.foldline.app.config.Sources;
import dev.foldline.app.config.Starter;
import dev.foldline.effects.git.Opening;
import dev.foldline.effects.git.GitSettings;
import dev.foldline.effects.git.local.Repositories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Writes the two files a user fills in, and nothing else. */
@Command(name = "init", description = "Write foldline.yaml and PROMPT.md to fill in; nothing else, and no commit.",
        footer = "  foldline init && $EDITOR foldline.yaml PROMPT.md && foldline plan")
public final class Init implements Callable<Integer> {
    /** The name of the prompt's file. */
    static final String PROMPT = "PROMPT.md";

    private final Console console;

    public Init(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        var root = root();
        var files = new LinkedHashMap<Path, String>();
        files.put(root.resolve(Sources.FILE_NAME), Starter.configuration());
        files.put(root.resolve(PROMPT), Starter.prompt());
        refuseToOverwrite(files);
        for (var file : files.entrySet()) Files.writeString(file.getKey(), file.getValue(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        var next = List.of("edit " + Sources.FILE_NAME + ": name an agent", "edit " + PROMPT + ": say what to do, delete its first line", "foldline plan");
        if (console.isJson()) {
            console.print(JsonText.fields("schema", "foldline.init/1", "ok", true, "exit", 0, "written", List.copyOf(files.keySet()), "next", next));
        } else {
            files.keySet().forEach(file -> console.print("wrote " + root.relativize(file) + "\n"));
            next.forEach(step -> console.print("  next: " + step + "\n"));
        }
        return ExitCode.DONE.value();
    }

    private static void refuseToOverwrite(Map<Path, String> files) {
        var there = files.keySet().stream().filter(Files::exists).map(file -> String.valueOf(file.getFileName())).toList();
        if (!there.isEmpty()) {
            throw new UserError(String.join(" and ", there) + (there.size() == 1 ? " is" : " are") + " there already; nothing was written",
                    String.valueOf(files.keySet().iterator().next().getParent()), "mv " + there.getFirst() + " " + there.getFirst() + ".old && foldline init", ExitCode.FAILED);
        }
    }

    /** The top of the working tree. A repository without a commit is good enough for two files. */
    private Path root() throws IOException {
        return switch (new Repositories(GitSettings.from(console.environment())).open(console.directory())) {
            case Opening.Opened(var git) -> {
                try (git) {
                    yield git.place().root();
                }
            }
            case Opening.Unborn(var where) -> where;
            case Opening.Refused refused   -> throw new UserError(refused.what(), refused.where().toString(), refused.remedy(), ExitCode.USAGE);
        };
    }
}
