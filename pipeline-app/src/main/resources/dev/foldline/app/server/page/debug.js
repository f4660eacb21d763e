// What one asks of a run to find a cause: which event changed a value, where two runs diverge, and what comes of another try.

import { el } from './dom.js';
import { calls } from './api.js';
import { ask } from './keys.js';
import { command } from './words.js';

/** Buttons for the event one is at. @param shown gets what makes the card with an answer */
export function questions(id, seq, around, shown) {
  return el(
    'div',
    { class: 'buttons', 'data-key': 'questions' },
    button(
      'fork',
      'Fork here',
      'Create a run that starts at the last commit up to this event',
      () => fork(id, seq, around),
    ),
    button('compare', 'Compare', 'Find where this run and another one diverge', async () => {
      const other = await ask({
        title: 'Compare with which run?',
        text: 'Foldline shows the first event at which the two runs diverge, and which input differed.',
        field: 'Run: an id, @ or @~1',
        does: 'Compare',
      });
      if (!other) return;
      const found = await calls.compare(other, id);
      shown(() => comparison(other, id, found));
    }),
  );

  function button(name, label, title, does) {
    return el(
      'button',
      {
        type: 'button',
        class: 'plain',
        title,
        'data-question': name,
        'data-needs': name === 'fork' ? 'operate' : 'view',
        on: { click: () => does().catch(around.failed) },
      },
      label,
    );
  }
}

async function fork(id, seq, around) {
  const made = await calls.fork(id, seq);
  around.say(
    made.run + ' starts at event ' + made.origin.seq + '. Use Resume to drive it.',
    'good',
  );
  location.hash = '#/run/' + encodeURIComponent(made.run);
}

/** The answer to which event last changed a value. */
export async function blamed(id, seq, path) {
  const blame = await calls.blame(id, seq, path);
  return () =>
    card('Last change of ' + path, [
      el(
        'p',
        {},
        el('a', { href: at(id, blame.change.seq) }, 'event ' + blame.change.seq),
        ': ',
        blame.change.text,
      ),
      el(
        'p',
        { class: 'meta' },
        'rule: ',
        blame.rule ?? 'none',
        ' · effect: ',
        blame.effect_text ?? 'none',
      ),
      command('foldline blame ' + id + ':' + seq + ' ' + path),
    ]);
}

function comparison(left, right, found) {
  return card('Comparison', [
    found
      ? [
          side('A', found.left),
          side('B', found.right),
          found.start.length
            ? el('p', {}, 'Started with another ', found.start.map(each => each.path).join(', '))
            : el('p', {}, 'Started with the same.'),
          pair('First different input', found.input, found),
          pair('Divergence', found.divergence, found) ?? el('p', {}, 'No divergence.'),
        ]
      : el('p', {}, 'This is the same run.'),
    command('foldline diff ' + left + ' ' + right),
  ]);
}

function side(name, { run, workflow, outcome, agent_calls }) {
  return el(
    'p',
    {},
    el('b', {}, name, ' '),
    el('a', { href: '#/run/' + encodeURIComponent(run) }, run),
    ' ' + workflow + ', ' + outcome + ', ' + agent_calls + ' calls',
  );
}

function pair(title, found, { left, right }) {
  if (!found) return null;
  return el(
    'div',
    {},
    el('h4', {}, title, ': ', found.subject),
    [
      [left.run, found.left],
      [right.run, found.right],
    ].map(([run, line]) =>
      line
        ? el('p', {}, el('a', { href: at(run, line.seq) }, 'event ' + line.seq), ' ', line.text)
        : null,
    ),
  );
}

function card(title, content) {
  return el(
    'section',
    { class: 'card panel of-answer', 'data-key': 'answer', 'aria-label': title },
    el('h3', {}, title),
    content,
  );
}

function at(run, seq) {
  return '#/run/' + encodeURIComponent(run) + '?seq=' + seq;
}

/** The runs that were forked from one another; nothing if there is only one. */
export function forksCard(tree, id) {
  if (!tree?.forks.length) return null;
  return el(
    'section',
    { class: 'card panel of-forks', 'data-key': 'forks', 'aria-label': 'Forks' },
    el('h3', {}, 'Forks'),
    el('ul', { class: 'forks' }, node(tree, id)),
  );
}

function node(tree, id) {
  return el(
    'li',
    {},
    tree.run === id
      ? el('b', {}, tree.run)
      : el('a', { href: '#/run/' + encodeURIComponent(tree.run) }, tree.run),
    tree.seq ? ' from event ' + tree.seq : '',
    ' ' + (tree.reason ?? 'unreadable').replaceAll('_', ' '),
    tree.forks.length
      ? el(
          'ul',
          {},
          tree.forks.map(fork => node(fork, id)),
        )
      : null,
  );
}
