package dev.foldline.app.operation;

/** What users reach operations through. */
public enum FrontEnd {
    CLI,
    HTTP,
    MCP
}
