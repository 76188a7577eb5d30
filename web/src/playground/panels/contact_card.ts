// What happens next, in words and in all digits.
import { allDigits } from '../../ui/format';
import { button, make, setText } from '../../ui/dom';
import { copy } from '../../ui/share';
import type { Contact } from '../core/contact';

/** A term, the id of what it is told in, and that. */
type Fact = [term: string, id: string, value: string];

function vector(numbers: readonly number[]): string {
  return `(${numbers.map(allDigits).join(', ')})`;
}

function factsOf({ encounter, query, time }: Contact): Fact[] {
  if (!encounter || !query) return [['At time', 'contact-time', allDigits(time)]];
  return [
    ['In', 'contact-delay', allDigits(encounter.delay)],
    ['At the latest', 'contact-upper', allDigits(encounter.delay_upper)],
    ['Normal', 'contact-normal', vector(encounter.normal)],
    ['Touching at', 'contact-point', vector(encounter.point_a)],
    ['Time then', 'contact-time', allDigits(time)],
  ];
}

/** While a hand drags, only texts change: what stands is kept. */
export class ContactCard {
  private readonly a = make('b', '');
  private readonly b = make('b', '');
  private readonly title = make('p', 'meeting', this.a, ' meets ', this.b);
  private readonly note = make('p', 'quiet');
  private readonly ask = button('Copy as a query', 'Copy as a query of the command line', () => void copy(this.question, this.ask));
  private question = '';
  private values: HTMLElement[] = [];
  private shown = '';

  constructor(private readonly card: HTMLElement) {
    this.ask.className = 'small';
  }

  show(contact: Contact | null, otherwise: string): void {
    const facts = contact ? factsOf(contact) : [];
    const query = contact?.encounter ? contact.query : null;
    const shown = `${facts.map(([, id]) => id).join(' ')} ${query !== null}`;
    if (shown !== this.shown) this.build(facts, query !== null);
    this.shown = shown;
    facts.forEach(([, , value], i) => setText(this.values[i], value));
    setText(this.a, contact?.a ?? '');
    setText(this.b, contact?.b ?? '');
    if (!contact) setText(this.note, otherwise);
    else setText(this.note, contact.why === '' ? '' : `As the world foresees it: ${contact.why}.`);
    this.question = JSON.stringify(query);
  }

  private build(facts: readonly Fact[], asked: boolean): void {
    if (facts.length === 0) {
      this.card.replaceChildren(this.note);
      return;
    }
    const rows = facts.map(([term, id]) => {
      const data = make('dd', '');
      data.id = id;
      return make('div', '', make('dt', '', term), data);
    });
    this.values = rows.map((row) => row.lastElementChild as HTMLElement);
    this.card.replaceChildren(this.title, make('dl', 'facts', ...rows), asked ? this.ask : this.note);
  }
}
