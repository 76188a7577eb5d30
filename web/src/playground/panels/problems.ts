import type { Problem } from '../../../../wasm/package/index.js';
import { byId, make, setText } from '../../ui/dom';
import type { Editor } from './editor';

/** What is wrong, on the picture in a word. */
export function showRefusal(message: string): void {
  const note = byId('refusal', HTMLElement);
  setText(note, message);
  note.hidden = message === '';
}

/** Beside the text in all, and in it at its place. */
export function showProblems(editor: Editor, problems: readonly Problem[]): void {
  editor.mark(problems);
  const list = byId('problems', HTMLElement);
  const items = problems.slice(0, 5).map(({ text, note: mild }) => make('li', mild ? 'quiet' : 'wrong', text));
  list.replaceChildren(...items);
  list.hidden = problems.length === 0;
}
