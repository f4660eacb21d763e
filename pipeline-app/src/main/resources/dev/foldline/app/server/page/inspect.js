// One event of a run: what it says, what it changed, which rule decided then, and the whole state after it.

import { el } from './dom.js';
import { tree } from './tree.js';
import { clock, command, count, duration, spoken } from './words.js';

/** The event in a few words, known at once; the rest is asked for. */
export function headline(row, first, last) {
  return el(
    'div',
    { class: 'headline' },
    el(
      'p',
      { class: 'meta' },
      'event ',
      el('b', { class: 'num' }, String(row.seq)),
      ' of ',
      String(last),
      ' · ',
      clock(row.at),
      ' · +',
      duration(Date.parse(row.at) - Date.parse(first.at)),
      ' · ',
      row.phase,
      row.attempt > 1 ? ', try ' + row.attempt : '',
      row.revision > 1 ? ', revision ' + row.revision : '',
      row.recovery ? ' · ' + row.recovery : '',
    ),
    el(
      'p',
      { class: 'event ' + row.tone, id: 'event-text' },
      row.tone === 'failed' ? el('span', { class: 'signword' }, '✕ ') : null,
      row.text,
    ),
  );
}

/** Why the run then did what it did. */
export function ruleCard(explanation) {
  if (!explanation) return card('rule', 'Deciding rule', el('p', { class: 'empty' }, '…'));
  const then = (explanation.events ?? []).find(each => each.seq > explanation.seq);
  return card(
    'rule',
    'Deciding rule',
    el(
      'p',
      { class: 'rule', id: 'rule-name' },
      explanation.rule,
      ' ',
      el('span', { class: 'priority' }, spoken(explanation.priority)),
    ),
    el(
      'p',
      {},
      'next effect: ',
      el('em', {}, explanation.effect_text),
      then ? el('span', { class: 'meta' }, ' · then came event ' + then.seq) : null,
    ),
    el('h4', {}, 'Conditions, most urgent first'),
    el(
      'ol',
      { class: 'ladder' },
      Object.entries(explanation.considered).map(([priority, saw]) =>
        el(
          'li',
          { class: priority === String(explanation.priority).toLowerCase() ? 'decides' : '' },
          el('span', { class: 'priority' }, spoken(priority)),
          ' ',
          el('span', {}, saw),
        ),
      ),
    ),
    rules(explanation.did_not_apply, 'more urgent rule', 'did not apply'),
    rules(explanation.waits_behind, 'less urgent rule', 'waits behind it'),
    explanation.rules && explanation.rules.recorded !== explanation.rules.ours
      ? el(
          'p',
          { class: 'care' },
          'The run was started under other rules (' +
            explanation.rules.recorded +
            '); these are rules ' +
            explanation.rules.ours +
            '.',
        )
      : null,
  );
}

function rules(list, noun, does) {
  if (!list?.length) return null;
  return el(
    'details',
    {},
    el(
      'summary',
      {},
      count(list.length, noun) + ' ' + (list.length === 1 ? does : does.replace('waits', 'wait')),
    ),
    el(
      'ul',
      { class: 'rules' },
      list.map(each =>
        el('li', {}, el('span', { class: 'priority' }, spoken(each.priority)), ' ', each.rule),
      ),
    ),
  );
}

/** @param blame is called with the path of a value to find its change before this one */
export function changesCard(diff, blame) {
  const changes = diff?.changes;
  return card(
    'changes',
    'Changes',
    !changes
      ? el('p', { class: 'empty' }, '…')
      : !changes.length
        ? el('p', { class: 'empty' }, 'Nothing in the state.')
        : el(
            'ul',
            { class: 'changes' },
            changes.map(each =>
              el(
                'li',
                {},
                el(
                  'button',
                  {
                    type: 'button',
                    class: 'path quiet',
                    title: 'Which event last changed it',
                    on: { click: () => blame(each.path) },
                  },
                  each.path,
                ),
                each.before !== null && each.before !== undefined
                  ? el('span', { class: 'was' }, '− ', String(each.before))
                  : null,
                each.after !== null && each.after !== undefined
                  ? el('span', { class: 'is' }, '+ ', String(each.after))
                  : null,
              ),
            ),
          ),
  );
}

export function eventCard(explanation, seq) {
  const event = (explanation?.events ?? []).find(each => each.seq === seq);
  return card(
    'event',
    'Event',
    !event
      ? el('p', { class: 'empty' }, '…')
      : [
          event.rule ? el('p', { class: 'meta' }, 'its driver followed: ', event.rule) : null,
          own('event-' + seq, tree(event.event, 'event', 1)),
        ],
  );
}

/** The whole state; what is unfolded stays so from event to event. */
export function stateCard(document) {
  return card(
    'state',
    'State after the event',
    !document
      ? el('p', { class: 'empty' }, '…')
      : own('state-' + document.seq, tree(document.state, 'state', 0)),
  );
}

/** Values of one event never change, so they are drawn once. */
function own(key, node) {
  return el('div', { 'data-key': key, 'data-own': '' }, node);
}

export function sameByCommand(run, seq) {
  return el(
    'p',
    { class: 'same' },
    command('foldline explain ' + run + ':' + seq),
    command('foldline show ' + run + ':' + seq),
  );
}

function card(name, title, ...content) {
  return el(
    'section',
    { class: 'card panel of-' + name, 'data-key': name, 'aria-label': title },
    el('h3', {}, title),
    content,
  );
}
