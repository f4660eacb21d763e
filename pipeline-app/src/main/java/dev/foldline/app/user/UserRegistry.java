package dev.foldline.app.user;

import dev.foldline.app.config.Sources;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.effects.store.AtomicFile;

import io.vavr.Tuple;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The users of the servers of an account. They are in {@code users.yaml} beside the account's own
 * configuration: a repository cannot change them. A changed file counts from the next request.
 */
public final class UserRegistry {
    private static final String FILE = "users.yaml";
    private static final String LOCK = "users.lock";

    /** Another account could hold a lock that it can read. */
    private static final FileAttribute<?> OWN =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private static final Vector<String> LOOPBACK = Vector.of("127.0.0.1", "::1");

    private final Option<Path> file;
    private Option<Stamp> stamp = Option.none();
    private UserFile known = UserFile.EMPTY;
    private Consumer<UserError> mistakes = _ -> {};

    /** By which a changed file is noticed. */
    private record Stamp(Object key, Object time, long size) {}

    private UserRegistry(Option<Path> file) {
        this.file = file;
    }

    /** No users: only the token of the server opens. */
    public static UserRegistry none() {
        return new UserRegistry(Option.none());
    }

    /**
     * @throws UserError if the file has another form
     */
    public static UserRegistry of(java.util.Map<String, String> environment) throws IOException {
        var registry =
                new UserRegistry(
                        Option.ofOptional(Sources.userFolder(environment))
                                .map(folder -> folder.resolve(FILE)));
        for (var path : registry.file) UserFile.read(path);
        return registry;
    }

    /** From now on, a mistake in the file is reported once for each change of the file. */
    public synchronized void reportTo(Consumer<UserError> receiver) {
        mistakes = receiver;
    }

    /** The users by name. */
    public Map<String, ServerUser> users() {
        return content().users().map((name, entry) -> Tuple.of(name, user(name, entry)));
    }

    /**
     * Checks that the users are for repositories that a server serves.
     *
     * @param served the names of its repositories
     * @throws UserError if a user is for another one
     */
    public void requireRepositories(Vector<String> served) {
        var unknown =
                users().values()
                        .flatMap(
                                user ->
                                        user.repositories()
                                                .getOrElse(Vector.empty())
                                                .removeAll(served)
                                                .map(each -> each + " (" + user.name().get() + ")"))
                        .mkString(", ");
        if (!unknown.isEmpty())
            throw new UserError(
                    "users are for repositories that this server does not serve: " + unknown,
                    file.map(Path::toString).getOrElse(""),
                    "it serves " + served.mkString(", "),
                    ExitCode.USAGE);
    }

    public Option<ServerUser> named(String name) {
        return content().users().get(name).map(entry -> user(name, entry));
    }

    /** The user of a login, if the entry is the one that the user had at the login. */
    public Option<ServerUser> of(UserEntry entry) {
        return named(entry.name()).filter(user -> user.entry().contains(entry));
    }

    private static ServerUser user(String name, UserFile.Entry entry) {
        return new ServerUser(
                Option.of(name),
                entry.role(),
                entry.identity().map(id -> new UserEntry(name, id)),
                entry.repositories());
    }

    public Option<ServerUser> withToken(String token) {
        return content()
                .users()
                .find(each -> each._2().tokenHash().exists(hash -> UserToken.matches(token, hash)))
                .map(each -> user(each._1(), each._2()));
    }

    public Option<TrustedProxy> proxy() {
        return content().proxy();
    }

    /** There is no user while the file cannot be read. */
    private synchronized UserFile content() {
        for (var path : file) {
            try {
                var now = stamp(path);
                if (stamp.contains(now)) return known;
                stamp = Option.of(now);
                known = UserFile.EMPTY;
                known = UserFile.read(path);
            } catch (UserError mistake) {
                mistakes.accept(mistake);
            } catch (IOException unreadable) {
                forget();
            }
        }
        return known;
    }

    private void forget() {
        known = UserFile.EMPTY;
        stamp = Option.none();
    }

    private static Stamp stamp(Path path) throws IOException {
        var attributes = Files.readAttributes(path, BasicFileAttributes.class);
        return new Stamp(
                String.valueOf(attributes.fileKey()),
                attributes.lastModifiedTime(),
                attributes.size());
    }

    /**
     * Adds a user, or gives one a new role, new repositories and a new token. The logins of before
     * end.
     *
     * @param repositories the names of those that the user may see; none for all
     * @return the token, which is kept nowhere
     */
    public String add(String name, UserRole role, Option<Vector<String>> repositories)
            throws IOException {
        if (!UserFile.isName(name))
            throw new UserError(
                    "this is no name of a user: use up to 64 letters, digits or . _ @ + -",
                    "",
                    "",
                    ExitCode.USAGE);
        var token = UserToken.create();
        var entry =
                new UserFile.Entry(
                        role,
                        repositories,
                        Option.of(UserToken.hash(token)),
                        Option.of(UserToken.id()));
        change(users -> users.with(name, entry));
        return token;
    }

    /**
     * @throws UserError if there is no such user
     */
    public void remove(String name) throws IOException {
        change(
                users -> {
                    if (!users.users().containsKey(name))
                        throw new UserError(
                                "there is no user " + name, "", "foldline users", ExitCode.FAILED);
                    return users.without(name);
                });
    }

    /**
     * Lets a proxy on this machine name users in a header. The addresses that the file has stay.
     *
     * @return the token that the proxy shows, which is kept nowhere
     */
    public String trust(String header) throws IOException {
        if (!UserFile.isHeader(header))
            throw new UserError(
                    "this is no name of a header",
                    "",
                    "foldline users proxy X-Remote-User",
                    ExitCode.USAGE);
        var token = UserToken.create();
        change(
                users ->
                        users.with(
                                new TrustedProxy(
                                        header,
                                        users.proxy().map(TrustedProxy::peers).getOrElse(LOOPBACK),
                                        UserToken.hash(token))));
        return token;
    }

    /** Of two changes at once, one waits for the other: it would be lost otherwise. */
    private void change(UnaryOperator<UserFile> change) throws IOException {
        var path = path();
        for (var folder : Option.of(path.getParent())) Files.createDirectories(folder);
        synchronized (UserRegistry.class) {
            try (var channel =
                            FileChannel.open(
                                    path.resolveSibling(LOCK),
                                    Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                                    OWN);
                    var _ = channel.lock()) {
                AtomicFile.write(path, change.apply(UserFile.read(path)).yaml());
            }
        }
    }

    private Path path() {
        return file.getOrElseThrow(
                () ->
                        new UserError(
                                "there is no folder for your configuration",
                                "",
                                "set HOME, or XDG_CONFIG_HOME",
                                ExitCode.FAILED));
    }
}
