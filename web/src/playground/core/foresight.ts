// What is asked to be foreseen, while a hand goes on changing it.
import { SceneError, type Problem } from '../../../../wasm/package/index.js';
import type { Change, Foreseen, Session } from './session';

export interface Wish {
  name: string;
  text: string;
  collisions: number;
  /** Another scene: all of it is looked at. */
  anew: boolean;
  /** [T] Of the run: where it then stands. */
  time: number;
  /** It comes from the text, which stays as it was typed, whatever is wrong with it. */
  typed?: boolean;
  /** The same scene, further ahead. */
  further?: boolean;
  /** By what the text differs from that of what was foreseen last. */
  change?: Omit<Change, 'of'>;
}

/** Where in the text another body is told that a problem names: on the picture one sees it. */
const kPlace = / \([^()]*\.toml(:\d+)?\)/;

/** Of several wishes that come before one is worked off, which is once a picture, only the last is. */
export class Foresight {
  private wish: Wish | null = null;

  constructor(
    private readonly session: Session,
    private readonly accept: (foreseen: Foreseen, wish: Wish) => void,
    private readonly refuse: (message: string, problems: readonly Problem[], wish: Wish) => void,
  ) {}

  get busy(): boolean {
    return this.wish !== null;
  }

  /** The text that is still to be looked at. */
  get pending(): string | null {
    return this.wish?.text ?? null;
  }

  ask(wish: Wish): void {
    const before = this.wish;
    this.wish = { ...wish, anew: wish.anew || before?.anew === true };
    if (before && !isSame(before.change, wish.change)) delete this.wish.change;
  }

  /** `last`: what was foreseen last. */
  work(last: Foreseen | null): void {
    const { wish } = this;
    if (!wish) return;
    this.wish = null;
    let foreseen: Foreseen;
    try {
      const change = wish.change && last ? { ...wish.change, of: last } : undefined;
      foreseen = this.session.foresee(wish.text, wish.name, wish.collisions, change);
    } catch (error) {
      const problems = error instanceof SceneError ? error.problems.filter(({ note }) => !note) : [];
      this.refuse((problems[0]?.message ?? (error as Error).message).replace(kPlace, ''), problems, wish);
      return;
    }
    this.accept(foreseen, wish);
  }
}

/** Whether the later of two changes makes the earlier one of no account. */
function isSame(a: Wish['change'], b: Wish['change']): boolean {
  return a !== undefined && b !== undefined && a.body === b.body && a.key === b.key;
}
