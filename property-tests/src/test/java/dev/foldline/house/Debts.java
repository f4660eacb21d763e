package dev.foldline.house;

import java.util.Map;

/** The exceptions from the house rules, each with its reason: what is listed here is owed. */
final class Debts {
    /** From a finding's key ({@code rule @ place}) to why it may stay for now. */
    static final Map<String, String> BY_KEY = Map.of();

    private Debts() {}
}
