/**
 * The MCP server: what programs that speak the Model Context Protocol may ask of Foldline, as a
 * person or as an agent.
 */
@NullMarked
package dev.foldline.app.mcp;

import org.jspecify.annotations.NullMarked;
