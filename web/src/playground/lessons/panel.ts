// The lessons beside the picture: the task that one is at, and those that are done.
import type { Part, Playground } from '../playground';
import { byId, make, say, setText } from '../../ui/dom';
import { kLessons, type Lesson, type Seen } from './lessons';

/** What lessons ask of the other parts of the page. */
export interface Around {
  step(): number | null;
  off(): number;
  through(): boolean;
}

export class Lessons implements Part {
  private lesson: Lesson | null = null;
  private done = 0;
  private readonly items: HTMLLIElement[] = [];

  constructor(
    private readonly playground: Playground,
    private readonly around: Around,
  ) {
    const list = byId('lessons', HTMLElement);
    kLessons.forEach((lesson, i) => {
      const choose = make('button', '', `${i + 1}. ${lesson.title}`);
      choose.type = 'button';
      choose.addEventListener('click', () => this.begin(lesson));
      list.append(choose);
    });
  }

  begin(lesson: Lesson): void {
    this.lesson = lesson;
    this.done = 0;
    byId('lesson', HTMLElement).hidden = false;
    setText(byId('lesson-title', HTMLElement), lesson.title);
    setText(byId('lesson-words', HTMLElement), lesson.words);
    setText(byId('lesson-note', HTMLElement), '');
    this.items.splice(0, Infinity, ...lesson.tasks.map(({ words }) => make('li', '', words)));
    byId('lesson-tasks', HTMLElement).replaceChildren(...this.items);
    this.mark();
    this.playground.openScene(lesson.scene.name, lesson.scene.text);
  }

  tell(): void {
    const { lesson, playground, around } = this;
    const { foreseen, now, name } = playground.present;
    if (!lesson || !foreseen || playground.name !== lesson.scene.name) return;
    const seen: Seen = {
      foreseen,
      contact: playground.contact,
      selected: name,
      now,
      step: around.step(),
      off: around.off(),
      through: around.through(),
    };
    // One at a time, so that each is seen to be done.
    if (this.done >= lesson.tasks.length || !lesson.tasks[this.done].isDone(seen)) return;
    ++this.done;
    this.mark();
    const all = this.done === lesson.tasks.length;
    const text = all ? 'All of it done.' : 'Done. The next one:';
    setText(byId('lesson-note', HTMLElement), text);
    say(text);
    playground.refresh();
  }

  private mark(): void {
    this.items.forEach((item, i) => {
      item.dataset.done = String(i < this.done);
      if (i === this.done) item.setAttribute('aria-current', 'step');
      else item.removeAttribute('aria-current');
    });
  }
}
