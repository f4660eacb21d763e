/**
 * What users can do and ask: each operation is declared once, and the command line, HTTP and MCP
 * offer it from that declaration.
 */
@NullMarked
package dev.foldline.app.operation;

import org.jspecify.annotations.NullMarked;
