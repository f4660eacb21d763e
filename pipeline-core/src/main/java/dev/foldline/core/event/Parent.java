package dev.foldline.core.event;

/**
 * The run that started another for one of its items, and hears of its end.
 *
 * @param run id of the parent
 * @param list which of its lists the item is in
 * @param item id of the item
 * @param spawnTicket of the start, which tells this child from earlier ones of the same item
 */
public record Parent(String run, String list, String item, long spawnTicket) {}
