// The keys, and questions that want an answer before something is done.

import { el, show } from './dom.js';

const KEYS = [
  [
    'Everywhere',
    [
      ['?', 'this list'],
      ['o', 'overview'],
      ['j k', 'next, previous workflow, run or gate'],
      ['Enter', 'open it'],
      ['t', 'colours: auto, light, dark'],
    ],
  ],
  [
    'On a timeline',
    [
      ['← →', 'one event back, on'],
      ['Shift ← →', 'to the phase before, behind'],
      ['p n', 'to the last, next sign'],
      ['Home End', 'first, last event'],
      ['s', 'by event, by time'],
      ['+ -', 'fewer events, more'],
      ['l', 'to the timeline'],
    ],
  ],
  [
    'At a gate',
    [
      ['a', 'to the button that approves'],
      ['r', 'to the reason for sending it back'],
      ['[ ]', 'previous, next file'],
    ],
  ],
];

export function keysDialog(dialog) {
  show(
    dialog,
    el('h2', {}, 'Keys'),
    KEYS.map(([title, keys]) =>
      el(
        'section',
        {},
        el('h3', {}, title),
        el(
          'dl',
          { class: 'keys' },
          keys.map(([key, does]) => [
            el(
              'dt',
              {},
              key.split(' ').flatMap(each => [el('kbd', {}, each), ' ']),
            ),
            el('dd', {}, does),
          ]),
        ),
      ),
    ),
    el(
      'form',
      { method: 'dialog' },
      el('button', { type: 'submit', class: 'main', autofocus: true }, 'Close'),
    ),
  );
  dialog.showModal();
}

/** Asks before something that cannot be taken back; the answer is null, or what was typed. */
export function ask({ title, text, does, field }) {
  const dialog = document.getElementById('dialog');
  const input = field
    ? el('input', { type: 'text', id: 'asked', maxlength: '500', autocomplete: 'off' })
    : null;
  return new Promise(resolve => {
    const done = answer => {
      resolve(answer);
      dialog.close();
    };
    show(
      dialog,
      el('h2', {}, title),
      el('p', {}, text),
      field ? el('p', { class: 'field' }, el('label', { for: 'asked' }, field), input) : null,
      el(
        'form',
        {
          method: 'dialog',
          on: {
            submit: event => {
              event.preventDefault();
              done(dialog.querySelector('#asked')?.value ?? '');
            },
          },
        },
        el(
          'button',
          { type: 'button', autofocus: true, on: { click: () => done(null) } },
          'Leave it as it is',
        ),
        ' ',
        el('button', { type: 'submit', class: 'danger' }, does),
      ),
    );
    dialog.addEventListener('close', () => resolve(null), { once: true });
    dialog.showModal();
  });
}
