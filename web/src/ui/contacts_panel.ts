import { sumsOf } from '../run/contacts';
import { dimensionText, formatNumber } from '../run/numbers';
import type { Contacts } from '../run/types';
import { byId, make } from './dom';
import { many } from './format';
import type { Viewer } from './viewer';

const kForce = dimensionText('M L/T^2');

/** Where bodies rest at the end, in numbers. Hidden where nobody does. */
export class ContactsPanel {
  constructor(viewer: Viewer) {
    const { contacts } = viewer.run;
    byId('forces-label', HTMLElement).hidden = contacts === null;
    byId('contacts-card', HTMLElement).hidden = contacts === null;
    if (!contacts) return;
    byId('contacts-when', HTMLElement).textContent = whenText(viewer, contacts);
    const facts = factsOf(viewer, contacts).map(([name, label, text]) => {
      const value = make('dd', '', text);
      value.dataset.fact = name;
      return [make('dt', '', label), value];
    });
    byId('contacts-facts', HTMLElement).replaceChildren(...facts.flat());
    byId('contacts-show', HTMLButtonElement).addEventListener('click', () => {
      viewer.clock.pause();
      viewer.seek(viewer.run.end);
    });
  }
}

function whenText({ run, labels }: Viewer, { count, since }: Contacts): string {
  const when = since < run.end ? `from t = ${labels.timeText(since)} on to the end` : 'at the end';
  return `Bodies rest at ${many(count, 'place')} ${when}. Forces are in ${kForce}.`;
}

function factsOf({ run }: Viewer, { size, nameA, nameB }: Contacts): [string, string, string][] {
  const { largest, weight, borne } = sumsOf(run);
  const facts: [string, string, string][] = [
    ['largest', 'Largest force', formatNumber(size[largest], 5)],
    ['largest-between', 'It bears', `${nameA[largest]} on ${nameB[largest]}`],
  ];
  if (weight !== null && borne !== null)
    facts.push(
      ['weight', 'Weight of all who rest', formatNumber(weight, 5)],
      ['borne', 'Borne by what is fixed', formatNumber(borne, 5)],
    );
  return facts;
}
