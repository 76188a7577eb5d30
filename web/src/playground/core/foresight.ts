// What is asked to be foreseen, while a hand goes on changing it.
import { SceneError, type Problem } from '../../../../wasm/package/index.js';
import type { Foreseen, Session } from './session';

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
}

/** Of several wishes that come while one is worked on, only the last is. */
export class Foresight {
  private wish: Wish | null = null;
  private working = false;

  constructor(
    private readonly session: Session,
    private readonly accept: (foreseen: Foreseen, wish: Wish) => void,
    private readonly refuse: (message: string, problems: readonly Problem[], wish: Wish) => void,
  ) {}

  get busy(): boolean {
    return this.working || this.wish !== null;
  }

  /** The text that is still to be looked at. */
  get pending(): string | null {
    return this.wish?.text ?? null;
  }

  async ask(wish: Wish): Promise<void> {
    this.wish = { ...wish, anew: wish.anew || this.wish?.anew === true };
    if (this.working) return;
    this.working = true;
    try {
      while (this.wish) {
        const next: Wish = this.wish;
        this.wish = null;
        await this.work(next);
      }
    } finally {
      this.working = false;
    }
  }

  private async work(wish: Wish): Promise<void> {
    let foreseen: Foreseen;
    try {
      foreseen = await this.session.foresee(wish.text, wish.name, wish.collisions);
    } catch (error) {
      const problems = error instanceof SceneError ? error.problems.filter(({ note }) => !note) : [];
      this.refuse(problems[0]?.message ?? (error as Error).message, problems, wish);
      return;
    }
    this.accept(foreseen, wish);
  }
}
