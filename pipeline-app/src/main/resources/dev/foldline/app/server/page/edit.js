// The artifacts that a gate shows, to be edited. What is saved is checked as if the phase had submitted it.

import { el } from './dom.js';
import { calls } from './api.js';

/**
 * Returns what shows the editors of a gate's artifacts, given the gate as it was shown.
 *
 * @param redraw shows the page again
 * @param saved is called with the name of what was replaced
 * @param failed is called with the error of a text that does not fit
 */
export function artifactEditors(around, redraw, saved, failed) {
  let open = null;
  let busy = false;

  async function save(gate, name) {
    const content = around.main.querySelector('#edit-text').value;
    busy = true;
    redraw();
    const { instance, revision, tree } = gate;
    try {
      await calls.answer(gate.run, gate.gate_id, 'edit', {
        artifact: name,
        content,
        instance,
        revision,
        tree,
      });
      open = null;
      await saved(name);
    } catch (error) {
      failed(error);
    } finally {
      busy = false;
      redraw();
    }
  }

  function form(gate, artifact) {
    return el(
      'form',
      {
        class: 'edit',
        'data-key': 'edit-' + artifact.name,
        on: {
          submit: event => {
            event.preventDefault();
            save(gate, artifact.name);
          },
        },
      },
      el('label', { for: 'edit-text' }, 'New text of ' + artifact.name + ', as JSON'),
      el(
        'textarea',
        { id: 'edit-text', rows: '16', spellcheck: 'false', 'data-own': '' },
        artifact.content,
      ),
      el('button', { type: 'submit', class: 'main', id: 'save', disabled: busy }, 'Save'),
      ' ',
      el(
        'button',
        {
          type: 'button',
          id: 'discard',
          disabled: busy,
          on: {
            click: () => {
              open = null;
              redraw();
            },
          },
        },
        'Discard',
      ),
    );
  }

  return gate =>
    gate.artifacts.map(artifact =>
      open === artifact.name
        ? form(gate, artifact)
        : el(
            'button',
            {
              type: 'button',
              'data-edit': artifact.name,
              'data-needs': 'approve',
              title: 'The gate then shows a new revision',
              on: {
                click: () => {
                  open = artifact.name;
                  redraw();
                  around.main.querySelector('#edit-text')?.focus();
                },
              },
            },
            'Edit ' + artifact.name,
          ),
    );
}
