package dev.foldline.effects.recording;

import dev.foldline.effects.git.Head;

import io.vavr.control.Option;

/**
 * A working tree at some time.
 *
 * @param branch the branch that is checked out; none if HEAD is detached
 * @param commit the commit that is checked out
 * @param tree the hash of its content with all uncommitted changes, without ignored files
 */
public record RecordedHead(Option<String> branch, String commit, String tree) {
    static RecordedHead of(Head head, String tree) {
        return new RecordedHead(Option.ofOptional(head.branch()), head.commit(), tree);
    }
}
