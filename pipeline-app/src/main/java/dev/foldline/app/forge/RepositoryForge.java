package dev.foldline.app.forge;

import dev.foldline.app.config.ForgeKeys;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.Workspace;
import dev.foldline.core.state.PullRequest.Link;
import dev.foldline.core.state.RemarkReply;
import dev.foldline.core.workflow.MergeMethod;
import dev.foldline.effects.forge.Forge;
import dev.foldline.effects.forge.ForgeAccess;
import dev.foldline.effects.forge.ForgeKind;
import dev.foldline.effects.forge.IssueTracker;

import io.vavr.collection.Vector;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The forge of a working tree's repository. It is looked up when it is first needed. */
public final class RepositoryForge implements Forge {
    private final Workspace here;
    private final ForgeKeys keys;
    private @Nullable Forge found;

    public RepositoryForge(Workspace here, ForgeKeys keys) {
        this.here = here;
        this.keys = keys;
    }

    @Override
    public String remote() {
        return keys.remote();
    }

    @Override
    public Optional<Link> find(String branch, String marker)
            throws IOException, InterruptedException {
        return forge().find(branch, marker);
    }

    @Override
    public Link open(Draft draft) throws IOException, InterruptedException {
        return forge().open(draft);
    }

    @Override
    public boolean isPrepared(long number) throws IOException, InterruptedException {
        return forge().isPrepared(number);
    }

    @Override
    public void prepare(long number) throws IOException, InterruptedException {
        forge().prepare(number);
    }

    @Override
    public Snapshot observe(long number) throws IOException, InterruptedException {
        return forge().observe(number);
    }

    @Override
    public Standing standing(long number) throws IOException, InterruptedException {
        return forge().standing(number);
    }

    @Override
    public void markReady(long number) throws IOException, InterruptedException {
        forge().markReady(number);
    }

    @Override
    public Optional<String> merge(long number, String head, MergeMethod method)
            throws IOException, InterruptedException {
        return forge().merge(number, head, method);
    }

    @Override
    public String base(long number) throws IOException, InterruptedException {
        return forge().base(number);
    }

    @Override
    public List<String> failedOnBase(long number) throws IOException, InterruptedException {
        return forge().failedOnBase(number);
    }

    @Override
    public Issue issue(long number) throws IOException, InterruptedException {
        return forge().issue(number);
    }

    @Override
    public void reply(long number, List<RemarkReply> replies, boolean resolves)
            throws IOException, InterruptedException {
        forge().reply(number, replies, resolves);
    }

    @Override
    public Optional<String> account() throws IOException, InterruptedException {
        return forge().account();
    }

    private synchronized Forge forge() throws IOException {
        var known = found;
        if (known == null) known = connected();
        found = known;
        return known;
    }

    /** Returns the product that hosts the repository. */
    public ForgeKind kind() {
        return kind(address());
    }

    /** Returns the owner and name of the repository on the forge. */
    public String repository() throws IOException {
        return repository(address());
    }

    /**
     * Returns the hosts whose pages may be of the forge: of the remote, and of a configured API.
     */
    Vector<String> hosts() throws IOException {
        var hosts =
                Vector.ofAll(
                        Stream.concat(
                                address().map(RemoteAddress::host).stream(),
                                keys.api().map(_ -> apiHost()).stream()));
        if (hosts.isEmpty()) throw unknown();
        return hosts;
    }

    private String repository(Optional<RemoteAddress> address) throws UnknownForge {
        return keys.repository()
                .or(() -> address.map(RemoteAddress::repository))
                .orElseThrow(this::unknown);
    }

    /**
     * Checks what a delivery needs, as far as this machine knows it.
     *
     * @throws UserError if the remote, the address of the forge or the token is missing
     */
    public void require() {
        var url = url();
        if (url.isEmpty()) throw missing(noRemote());
        var address = parsed(url);
        try {
            repository(address);
            api(address);
        } catch (UnknownForge unknown) {
            throw missing(unknown);
        }
        var token = token(address);
        if (token.read().isEmpty())
            throw missing("there is no token for " + token.host(), token.kind().remedy());
    }

    private static UserError missing(UnknownForge why) {
        return missing(why.what(), why.remedy());
    }

    private static UserError missing(String what, String remedy) {
        return new UserError(
                "no pull request can be opened: " + what, "forge", remedy, ExitCode.USAGE);
    }

    private Forge connected() throws IOException {
        return Forge.of(access());
    }

    /** Returns the issues of the repository. */
    public IssueTracker issues() throws IOException {
        return IssueTracker.of(access());
    }

    private ForgeAccess access() throws IOException {
        var address = address();
        return new ForgeAccess(
                kind(address),
                api(address),
                repository(address),
                keys.remote(),
                keys.preparation(),
                token(address));
    }

    private Optional<RemoteAddress> address() {
        return parsed(url());
    }

    private Optional<RemoteAddress> parsed(Optional<String> url) {
        return url.flatMap(each -> RemoteAddress.parse(each, keys.kind()));
    }

    /** Without a host in the remote's address, the one of the configured API says the kind. */
    private ForgeKind kind(Optional<RemoteAddress> address) {
        return address.map(RemoteAddress::kind).orElseGet(() -> keys.kind().on(apiHost()));
    }

    private String apiHost() {
        var host = keys.api().map(each -> URI.create(each).getHost()).orElse("");
        return host.isEmpty() || host.equals("api.github.com") ? "github.com" : host;
    }

    private URI api(Optional<RemoteAddress> address) throws UnknownForge {
        return URI.create(
                keys.api()
                        .or(() -> address.map(RemoteAddress::api))
                        .orElseThrow(this::unknown)
                        .replaceFirst("/+$", ""));
    }

    private ForgeToken token(Optional<RemoteAddress> address) {
        return new ForgeToken(
                kind(address),
                address.map(RemoteAddress::host).orElseGet(this::apiHost),
                here.root(),
                here.environment());
    }

    private Optional<String> url() {
        try {
            var listed = here.git().runAsUser("remote", "get-url", keys.remote());
            return listed.succeeded() ? Optional.of(listed.out()) : Optional.empty();
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    private UnknownForge unknown() {
        return url().isEmpty()
                ? noRemote()
                : new UnknownForge(
                        "the address of the git remote " + keys.remote() + " names no forge",
                        "set forge.remote, or forge.repository and forge.api");
    }

    private UnknownForge noRemote() {
        return new UnknownForge(
                "there is no git remote " + keys.remote(), "add the remote, or set forge.remote");
    }
}
