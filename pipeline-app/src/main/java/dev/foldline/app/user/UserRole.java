package dev.foldline.app.user;

import dev.foldline.app.operation.Operation;

import java.util.Locale;

/** What a user of a server may do. */
public enum UserRole {
    VIEW,
    APPROVE,
    OPERATE;

    /** Returns whether this role is enough for an operation. */
    public boolean allows(Operation.Permission permission) {
        return switch (permission) {
            case VIEW -> true;
            case APPROVE -> this != VIEW;
            case WORK, OPERATE -> this == OPERATE;
        };
    }

    /** As users write it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Why a request with this role is refused. */
    public String refusal(Operation.Permission permission) {
        return "the role "
                + label()
                + " may not do this: it needs the role "
                + (permission == Operation.Permission.APPROVE ? APPROVE : OPERATE).label();
    }
}
