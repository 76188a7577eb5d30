// All that is foreseen, as the table of the report, and how fast everybody is beside what theory says of a gas.
import type { Foreseen } from '../core/session';
import type { Part, Playground } from '../playground';
import { SpeedPlot } from '../../plots/plot';
import { newMoment, type Run } from '../../run/types';
import { CollisionTable, type Tabled } from '../../ui/collisions/table';
import { byId, setText } from '../../ui/dom';
import { Labels } from '../../ui/labels';

/** Of more bodies those without a name of their own are told by their numbers. */
const kMostNamed = 5000;

export class Events implements Part {
  private stale = true;
  private run: Run | null = null;
  private names: ReadonlyMap<number, string> | null = null;
  private table: CollisionTable | null = null;
  private speeds: SpeedPlot | null = null;
  private readonly listeners: (() => void)[] = [];
  private readonly page = byId('page-events', HTMLElement);
  private readonly host = byId('speeds', HTMLElement);

  constructor(private readonly playground: Playground) {}

  open({ quick }: Foreseen): void {
    this.stale = true;
    // Where only a number of a body has changed, names are as they were.
    if (!quick) this.names = null;
  }

  /** The page has come into sight. */
  show(): void {
    this.tell();
  }

  tell(): void {
    const { foreseen, clock } = this.playground.present;
    if (this.page.hidden || !foreseen) return;
    if (this.stale && this.playground.isAtRest) this.renew(foreseen);
    if (this.stale || !this.run) return;
    for (const listener of this.listeners) listener();
    const moment = newMoment(this.run);
    foreseen.motion.at(clock.time, moment);
    this.speeds?.update(moment);
  }

  setTheme(): void {
    this.speeds?.setTheme();
  }

  private renew(foreseen: Foreseen): void {
    this.stale = false;
    const { run } = foreseen;
    this.names ??= namesOf(foreseen);
    this.run = { ...run, bodies: { ...run.bodies, names: this.names } };
    if (this.table) this.table.open();
    else this.table = new CollisionTable(this.tabled());
    this.speeds?.dispose();
    this.speeds = run.bodies.count > 0 ? new SpeedPlot(this.host, this.run) : null;
    const kept = foreseen.whole ? '' : 'More follow: they are foreseen as time gets there.';
    setText(byId('events-note', HTMLElement), run.impacts.count === 0 ? 'Nothing will meet.' : kept);
  }

  private tabled(): Tabled {
    const events = this;
    const { present } = this.playground;
    return {
      get run() {
        return events.run as Run;
      },
      get labels() {
        return present.labels ?? new Labels(events.run as Run);
      },
      exact: false,
      get impact() {
        return present.impact;
      },
      get nextImpact() {
        return present.nextImpact;
      },
      get selected() {
        return present.selected;
      },
      showImpact: (impact) => present.goTo(impact),
      onChoice: (listener) => this.listeners.push(listener),
      onPicture: () => undefined,
    };
  }
}

/** Of all bodies, as the scene calls them. */
function namesOf({ run, scene }: Foreseen): ReadonlyMap<number, string> {
  const { count, id, names } = run.bodies;
  if (count > kMostNamed) return names;
  return new Map(Array.from({ length: count }, (_, body) => [body, scene.nameOf(id[body])]));
}
