package dev.foldline.app.command.setup;

import dev.foldline.app.command.Console;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.run.CallerCheck;
import dev.foldline.app.user.ServerUser;
import dev.foldline.app.user.UserRegistry;
import dev.foldline.app.user.UserRole;

import io.vavr.collection.Vector;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/** The users of the server, except its owner. */
@Command(
        name = "users",
        description =
                "List, add and remove the users of foldline serve. They are in your own"
                        + " configuration, in users.yaml, and count for all your servers.",
        footer = {
            "  foldline users                     list them with their roles",
            "  foldline users add ada --role approve",
            "                                     print a token for ada, once",
            "  foldline users proxy X-Remote-User let a reverse proxy name the user",
        })
public final class UsersCommand implements Callable<Integer> {
    private static final String SCHEMA = "foldline.users/1";

    private final Console console;

    public UsersCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        var users = registry().users().values();
        if (console.isJson())
            console.print(
                    JsonOutput.fields(
                            "schema",
                            SCHEMA,
                            "users",
                            users.map(
                                    each ->
                                            JsonOutput.fields(
                                                    "name",
                                                    each.name(),
                                                    "role",
                                                    each.role().label(),
                                                    "repositories",
                                                    each.repositories()))));
        else console.print(users.map(UsersCommand::line).mkString());
        return ExitCode.DONE.value();
    }

    private static String line(ServerUser user) {
        return user.name().get()
                + "  "
                + user.role().label()
                + user.repositories().map(names -> "  " + names.mkString(", ")).getOrElse("")
                + "\n";
    }

    @Command(
            name = "add",
            description = "Add a user, or change the role, the repositories and the token of one.",
            footer = {
                "  foldline users add ada --role view      ada reads everything",
                "  foldline users add ada --role approve   ada also answers gates",
                "  foldline users add ada --role operate   ada does everything",
                "  foldline users add ada --role view --repo web",
                "                                          ada sees the repository web only",
            })
    int add(
            @Parameters(paramLabel = "NAME", description = "Name of the user.") String name,
            @Option(
                            names = "--role",
                            paramLabel = "ROLE",
                            required = true,
                            description = "view, approve or operate.")
                    String role,
            @Option(
                            names = "--repo",
                            paramLabel = "NAME",
                            description =
                                    "Name of a repository of the server that the user may see;"
                                            + " repeat it for several (default: all).")
                    @Nullable List<String> repositories)
            throws IOException {
        var shown =
                repositories == null
                        ? io.vavr.control.Option.<Vector<String>>none()
                        : io.vavr.control.Option.of(Vector.ofAll(repositories));
        return reveal(name, registry().add(name, role(role), shown));
    }

    @Command(
            name = "remove",
            description = "Remove a user. The user's tokens and logins end at once.",
            footer = {"  foldline users remove ada"})
    int remove(@Parameters(paramLabel = "NAME", description = "Name of the user.") String name)
            throws IOException {
        registry().remove(name);
        console.note(name + " is removed");
        return ExitCode.DONE.value();
    }

    @Command(
            name = "proxy",
            description =
                    "Let a reverse proxy on this machine name the user in a header. It has to show"
                            + " the token that this prints.",
            footer = {"  foldline users proxy X-Remote-User"})
    int proxy(@Parameters(paramLabel = "HEADER", description = "Name of the header.") String header)
            throws IOException {
        return reveal(header, registry().trust(header));
    }

    private UserRegistry registry() throws IOException {
        CallerCheck.refuseAgents();
        return UserRegistry.of(console.environment());
    }

    private static UserRole role(String typed) {
        return Arrays.stream(UserRole.values())
                .filter(each -> each.label().equals(typed))
                .findFirst()
                .orElseThrow(
                        () ->
                                new UserError(
                                        "there is no role "
                                                + typed
                                                + "; available: "
                                                + Arrays.stream(UserRole.values())
                                                        .map(UserRole::label)
                                                        .collect(Collectors.joining(", ")),
                                        "--role",
                                        "",
                                        ExitCode.USAGE));
    }

    /** Prints a token, which is stored nowhere. */
    private int reveal(String name, String token) {
        console.reveal(
                console.isJson()
                        ? JsonOutput.compact(
                                        JsonOutput.fields(
                                                "schema", SCHEMA, "name", name, "token", token))
                                + "\n"
                        : "Authorization: Bearer " + token + "\n");
        return ExitCode.DONE.value();
    }
}
