/**
 * The runs of a repository: where they are, their logs and histories, and what is left of those
 * that ended.
 */
@NullMarked
package dev.foldline.app.repository;

import org.jspecify.annotations.NullMarked;
