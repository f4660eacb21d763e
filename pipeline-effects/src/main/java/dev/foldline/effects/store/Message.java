package dev.foldline.effects.store;

/**
 * A command from another process, as its sender wrote it.
 *
 * @param name unique and sortable: an earlier message has the smaller name; a message may be delivered again after a crash, under
 *     the same name
 * @param json well-formed JSON; whether it is a command at all is the receiver's to judge
 */
public record Message(String name, String json) implements Comparable<Message> {
    @Override
    public int compareTo(Message other) {
        return name.compareTo(other.name);
    }
}
