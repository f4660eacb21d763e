package dev.foldline.core.state;

/**
 * The run that started another run for one of its items. It is notified of that run's end.
 *
 * @param run id of the parent
 * @param list the list that contains the item
 * @param item id of the item
 * @param spawnTicket ticket of the start, which distinguishes this child from earlier ones of the
 *     same item
 */
public record ParentRun(String run, String list, String item, long spawnTicket) {}
