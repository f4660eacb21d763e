// A diff as git prints it, line by line. The signs are text: nothing depends on colour alone, and a copied diff is a valid patch.

import { el } from './dom.js';

const LINES_MAX = 800;

/** The files of a unified diff, with their hunks. */
export function parsed(text) {
  const files = [];
  let file = null;
  let hunk = null;
  for (const line of text.split('\n')) {
    if (line.startsWith('diff --git ')) {
      file = {
        path: line.replace(/^diff --git a\/(.*) b\/\1$/, '$1').replace(/^diff --git /, ''),
        notes: [],
        hunks: [],
        added: 0,
        removed: 0,
      };
      files.push(file);
      hunk = null;
    } else if (!file) continue;
    else if (line.startsWith('@@')) {
      const at = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
      hunk = {
        head: line,
        lines: [],
        old: Number(at?.[1] ?? 0),
        now: Number(at?.[3] ?? 0),
        oldLeft: Number(at?.[2] ?? 1),
        nowLeft: Number(at?.[4] ?? 1),
      };
      file.hunks.push(hunk);
    } else if (hunk && (hunk.oldLeft > 0 || hunk.nowLeft > 0 || line.startsWith('\\')))
      content(file, hunk, line);
    else if (line !== '' && !/^(index |--- |\+\+\+ )/.test(line)) file.notes.push(line);
  }
  return files;
}

function content(file, hunk, line) {
  const sign = line[0] ?? ' ';
  if (sign === '\\') {
    hunk.lines.push({ sign: '\\', text: line.slice(1) });
    return;
  }
  const made = {
    sign,
    text: line.slice(1),
    old: sign === '+' ? null : hunk.old,
    now: sign === '-' ? null : hunk.now,
  };
  if (sign !== '+') {
    hunk.old++;
    hunk.oldLeft--;
  }
  if (sign !== '-') {
    hunk.now++;
    hunk.nowLeft--;
  }
  if (sign === '+') file.added++;
  if (sign === '-') file.removed++;
  hunk.lines.push(made);
}

const STYLES = { '+': 'plus', '-': 'minus', '\\': 'note' };

/**
 * @param cut whether the text ends before the difference does
 * @param more what is said then
 */
export function diffView(
  text,
  cut,
  more = 'The difference goes on; it is too long to be shown whole. What is approved is all of it.',
) {
  const files = parsed(text);
  if (!files.length) return el('p', { class: 'empty' }, 'No file differs.');
  return el(
    'div',
    { class: 'diff' },
    files.map(fileView),
    cut ? el('p', { class: 'care' }, more) : null,
  );
}

function fileView(file, index) {
  const lines = file.hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
  const body = el('div', { class: 'scroll' });
  const table = all =>
    el('table', { class: 'code' }, el('tbody', {}, rowsOf(file, all ? Infinity : LINES_MAX)));
  body.append(table(lines <= LINES_MAX));
  const more =
    lines > LINES_MAX
      ? el(
          'button',
          {
            type: 'button',
            class: 'plain',
            on: {
              click: event => {
                body.replaceChildren(table(true));
                event.currentTarget.remove();
              },
            },
          },
          'Show the other ' + (lines - LINES_MAX) + ' lines',
        )
      : null;
  return el(
    'details',
    { class: 'file', open: true, 'data-key': 'f' + index },
    el(
      'summary',
      { class: 'stop-file' },
      el('code', {}, file.path),
      ' ',
      el('span', { class: 'plus num' }, '+' + file.added),
      ' ',
      el('span', { class: 'minus num' }, '−' + file.removed),
      file.notes.length ? el('span', { class: 'meta' }, ' ' + file.notes.join(', ')) : null,
    ),
    body,
    more,
  );
}

function rowsOf(file, max) {
  let left = max;
  return file.hunks.flatMap(hunk =>
    left <= 0
      ? []
      : [
          el(
            'tr',
            { class: 'hunk' },
            el('td', { colspan: '2' }),
            el('td', { colspan: '2' }, hunk.head),
          ),
          ...hunk.lines.slice(0, left).map(line => {
            left--;
            return el(
              'tr',
              { class: STYLES[line.sign] ?? '' },
              el('td', { class: 'no', 'data-no': line.old ?? '' }),
              el('td', { class: 'no', 'data-no': line.now ?? '' }),
              el('td', { class: 'sign' }, line.sign),
              el('td', { class: 'text' }, line.text),
            );
          }),
        ],
  );
}
