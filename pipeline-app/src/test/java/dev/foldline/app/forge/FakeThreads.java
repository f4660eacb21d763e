package dev.foldline.app.forge;

import dev.foldline.app.forge.FakeForge.Remark;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The review threads of a fake forge: which comment on a line started which, and their states. */
final class FakeThreads {
    private final FakeForge forge;
    private final Map<Integer, Integer> roots = new ConcurrentHashMap<>();
    private final Set<Integer> resolved = ConcurrentHashMap.newKeySet();
    private int ids = 9000;

    /** Whether the interface can resolve threads at all; older versions of some forges cannot. */
    volatile boolean canResolve = true;

    FakeThreads(FakeForge forge) {
        this.forge = forge;
    }

    List<Remark> started() {
        return forge.lines.stream().filter(each -> root(each) == each.id()).toList();
    }

    Optional<Remark> started(int id) {
        return started().stream().filter(each -> each.id() == id).findFirst();
    }

    /** The id of the comment that started the thread of this one. */
    int root(Remark remark) {
        return roots.getOrDefault(remark.id(), remark.id());
    }

    /** A comment that is on no line is alone. */
    List<Remark> remarks(Remark root) {
        return root.path().isEmpty()
                ? List.of(root)
                : forge.lines.stream().filter(each -> root(each) == root.id()).toList();
    }

    Remark reply(Remark root, String author, String body) {
        var reply = new Remark(ids++, author, "", root.path(), root.line(), body);
        roots.put(reply.id(), root.id());
        forge.lines.add(reply);
        return reply;
    }

    /** The account of the token replies. */
    Remark reply(Remark root, String body) {
        return reply(root, forge.opener(), body);
    }

    /** The texts of the token's account in a thread. */
    List<String> replies(Remark root) {
        return remarks(root).stream()
                .filter(each -> each.author().equals(forge.opener()))
                .map(Remark::body)
                .toList();
    }

    void resolve(Remark root) {
        remarks(root).forEach(each -> resolved.add(each.id()));
    }

    /** Only GitLab asks for each remark: one that was added later opens the thread again. */
    boolean isResolved(Remark remark) {
        return resolved.contains(remark.id()) || remark.state().equals("resolved");
    }

    /** Someone deletes a comment. */
    void delete(Remark remark) {
        forge.lines.removeIf(each -> each.id() == remark.id());
    }

    /** Someone changes the text of a comment. */
    void edit(Remark remark, String body) {
        forge.lines.replaceAll(
                each ->
                        each.id() == remark.id()
                                ? new Remark(
                                        each.id(),
                                        each.author(),
                                        each.state(),
                                        each.path(),
                                        each.line(),
                                        body)
                                : each);
    }
}
