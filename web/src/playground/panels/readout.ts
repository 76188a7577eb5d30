// The numbers beside the picture: the time, what comes next, the selected body.
import { formatNumber } from '../../run/numbers';
import { byId, make, setText } from '../../ui/dom';
import { contactOf, partyName, type Contact } from '../core/contact';
import { ContactCard } from './contact_card';
import type { Labels } from '../../ui/labels';
import type { Fields } from './fields';
import type { Foreseen, Session } from '../core/session';
import type { Present } from '../present';

/** A line of the list of what comes. */
interface Line {
  item: HTMLElement;
  time: HTMLElement;
  who: HTMLElement;
  impact: number;
}

export class Readout {
  private readonly card = new ContactCard(byId('contact', HTMLElement));
  private readonly lines: Line[] = [];

  /** `go`: to an impact. */
  constructor(
    private readonly fields: Fields,
    private readonly go: (impact: number) => void,
  ) {}

  /** Says what is and will be, and returns the next contact. `listed`: impacts to come, of the selected body or of all. */
  tell(session: Session, present: Present, listed: readonly number[]): Contact | null {
    const { foreseen, clock, labels, selected, name, now } = present;
    if (!foreseen || !labels) return null;
    this.tellTime(present, foreseen);
    setText(byId('next-title', HTMLElement), `What happens next${name === '' ? '' : ` to ${name}`}`);
    const contact = listed.length > 0 ? contactOf(session, foreseen, listed[0], now) : null;
    this.card.show(contact, foreseen.whole ? 'Nothing more will meet.' : 'Looking ahead …');
    this.tellComing(foreseen, labels, listed);
    this.fields.show(session, foreseen, now, selected);
    if (!clock.playing) {
      const next = contact ? `${contact.a} meets ${contact.b} at ${formatNumber(contact.time)}` : 'Nothing more will meet';
      setText(byId('stage-text', HTMLElement), `Time ${labels.timeText(clock.time)}. ${next}.`);
    }
    return contact;
  }

  private tellTime({ clock, labels }: Present, foreseen: Foreseen): void {
    if (!labels) return;
    setText(byId('time', HTMLElement), labels.timeText(clock.time));
    setText(byId('rate', HTMLElement), `${formatNumber(clock.rate * foreseen.run.units.time, 2)} / s`);
    const known = `${foreseen.run.impacts.count}${foreseen.whole ? '' : '+'} collisions foreseen`;
    setText(byId('foreseen', HTMLElement), foreseen.ending === '' ? known : foreseen.ending);
    const seek = byId('seek', HTMLInputElement);
    seek.max = String(clock.end || 1);
    seek.value = String(clock.time);
    seek.setAttribute('aria-valuetext', labels.timeText(clock.time));
  }

  private tellComing(foreseen: Foreseen, labels: Labels, listed: readonly number[]): void {
    const { impacts } = foreseen.run;
    listed.forEach((impact, i) => {
      const line = (this.lines[i] ??= this.made());
      line.impact = impact;
      setText(line.time, formatNumber(labels.time(impacts.time[impact])));
      setText(line.who, `${partyName(foreseen, impacts.a[impact])} × ${partyName(foreseen, impacts.b[impact])}`);
    });
    const list = byId('coming', HTMLElement);
    if (list.childElementCount === listed.length) return;
    list.replaceChildren(...this.lines.slice(0, listed.length).map(({ item }) => item));
  }

  private made(): Line {
    const [time, who] = [make('span', 'when-it'), make('span', '')];
    const go = make('button', '', time, ' ', who);
    go.type = 'button';
    go.title = 'Go there';
    const line = { item: make('li', '', go), time, who, impact: -1 };
    go.addEventListener('click', () => this.go(line.impact));
    return line;
  }
}
