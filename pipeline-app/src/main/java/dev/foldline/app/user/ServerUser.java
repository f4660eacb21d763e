package dev.foldline.app.user;

import dev.foldline.core.command.Author;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * Who sends a request to a server.
 *
 * @param name none for the owner of the server, who shows its token or a link of it
 * @param entry to which logins of browsers are bound
 * @param repositories the names of those that the user may see; none for all
 */
public record ServerUser(
        Option<String> name,
        UserRole role,
        Option<UserEntry> entry,
        Option<Vector<String>> repositories) {
    /** The user whose process serves. */
    public static final ServerUser OWNER =
            new ServerUser(Option.none(), UserRole.OPERATE, Option.none(), Option.none());

    /** A client that asks only what anyone may know, such as a monitor. */
    public static final ServerUser ANONYMOUS =
            new ServerUser(Option.none(), UserRole.VIEW, Option.none(), Option.none());

    /** Returns whether the user may see a repository of this name. */
    public boolean isFor(String repository) {
        return repositories.forAll(names -> names.contains(repository));
    }

    /** The same author with the name of this user. */
    public Author author(Author process) {
        return new Author(name.getOrElse(process.user()), process.channel(), process.processes());
    }
}
