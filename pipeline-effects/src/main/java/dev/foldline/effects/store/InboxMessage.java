package dev.foldline.effects.store;

/**
 * A command from another process, as sent.
 *
 * @param name unique and sortable: an earlier message has the smaller name; after a crash a message
 *     may be delivered again under the same name
 * @param json well-formed JSON; the receiver checks whether it is a command
 */
public record InboxMessage(String name, String json) implements Comparable<InboxMessage> {
    @Override
    public int compareTo(InboxMessage other) {
        return name.compareTo(other.name);
    }
}
