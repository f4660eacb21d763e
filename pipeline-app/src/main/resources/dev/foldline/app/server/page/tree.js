// Nested values as lists that unfold; the content of a folded one is created when it opens.

import { el } from './dom.js';

/** What has been unfolded or folded by hand, by its path, so that the next value is shown likewise. */
const folds = new Map();

/** @param open how many levels are unfolded at first */
export function tree(value, path, open) {
  if (value === null || typeof value !== 'object')
    return el(
      'span',
      { class: 'leaf ' + (value === null ? 'none' : typeof value) },
      value === null ? 'none' : String(value),
    );
  const entries = Array.isArray(value)
    ? value.map((each, index) => [String(index), each])
    : Object.entries(value);
  if (!entries.length) return el('span', { class: 'leaf none' }, 'empty');
  return el(
    'dl',
    { class: 'tree' },
    entries.map(([name, part]) => branch(name, part, path + '.' + name, open)),
  );
}

function branch(name, part, path, open) {
  const leaf = part === null || typeof part !== 'object' || Object.keys(part).length === 0;
  if (leaf)
    return el('div', { class: 'pair' }, el('dt', {}, name), el('dd', {}, tree(part, path, 0)));
  const unfolded = folds.get(path) ?? open > 0;
  const inside = el('div', { class: 'inside' }, unfolded ? tree(part, path, open - 1) : null);
  const fold = el(
    'details',
    {
      open: unfolded,
      on: {
        toggle: () => {
          if (fold.open !== unfolded || folds.has(path)) folds.set(path, fold.open);
          if (fold.open && !inside.hasChildNodes()) inside.append(tree(part, path, 0));
        },
      },
    },
    el(
      'summary',
      {},
      el('span', { class: 'name' }, name),
      ' ',
      el('span', { class: 'brief' }, brief(part)),
    ),
    inside,
  );
  return el(
    'div',
    { class: 'pair folded' },
    el('dt', { class: 'unseen' }, name),
    el('dd', {}, fold),
  );
}

/** What is in it, in a few words. */
function brief(part) {
  if (Array.isArray(part)) return part.length === 1 ? '1 entry' : part.length + ' entries';
  if (typeof part.type === 'string') return part.type.replaceAll('_', ' ');
  const names = Object.keys(part);
  return names.slice(0, 4).join(', ') + (names.length > 4 ? ', …' : '');
}
