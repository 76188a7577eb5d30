// What happens next, in words and in all digits.
import { allDigits } from '../../ui/format';
import { button, make } from '../../ui/dom';
import { copy } from '../../ui/share';
import type { Contact } from '../core/contact';

function row(term: string, id: string, value: string): HTMLElement {
  const data = make('dd', '', value);
  data.id = id;
  return make('div', '', make('dt', '', term), data);
}

function vector(numbers: readonly number[]): string {
  return `(${numbers.map(allDigits).join(', ')})`;
}

export function showContact(card: HTMLElement, contact: Contact | null, otherwise: string): void {
  if (!contact) {
    card.replaceChildren(make('p', 'quiet', otherwise));
    return;
  }
  const title = make('p', 'meeting', make('b', '', contact.a), ' meets ', make('b', '', contact.b));
  const facts = make('dl', 'facts');
  const { encounter, query } = contact;
  if (!encounter || !query) {
    facts.append(row('At time', 'contact-time', allDigits(contact.time)));
    const why = contact.why === '' ? '' : `As the world foresees it: ${contact.why}.`;
    card.replaceChildren(title, facts, make('p', 'quiet', why));
    return;
  }
  facts.append(
    row('In', 'contact-delay', allDigits(encounter.delay)),
    row('At the latest', 'contact-upper', allDigits(encounter.delay_upper)),
    row('Normal', 'contact-normal', vector(encounter.normal)),
    row('Touching at', 'contact-point', vector(encounter.point_a)),
    row('Time then', 'contact-time', allDigits(contact.time)),
  );
  const ask = button('Copy as a query', 'Copy as a query of the command line', () => void copy(JSON.stringify(query), ask));
  ask.className = 'small';
  card.replaceChildren(title, facts, ask);
}
