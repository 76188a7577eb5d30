// The scene as text: CodeMirror with the colours of TOML, and what is wrong at its place.
import { defaultKeymap, indentWithTab } from '@codemirror/commands';
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { toml } from '@codemirror/legacy-modes/mode/toml';
import { lintGutter, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { Annotation, EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';

import type { Problem } from '../../../../wasm/package/index.js';

/** Marks changes that come from the picture. */
const fromOutside = Annotation.define<boolean>();

const kColors = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--quiet)', fontStyle: 'italic' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.atom], color: 'var(--plot-line-2)' },
  { tag: [tags.propertyName, tags.definition(tags.variableName)], color: 'var(--accent)' },
]);

export class Editor {
  private readonly view: EditorView;
  private marked = 0;

  /** `changed` is told of every change that is made by hand. */
  constructor(parent: HTMLElement, changed: (text: string) => void) {
    this.view = new EditorView({
      parent,
      state: EditorState.create({
        extensions: [
          lineNumbers(),
          lintGutter(),
          drawSelection(),
          highlightActiveLine(),
          StreamLanguage.define(toml),
          syntaxHighlighting(kColors),
          keymap.of([...defaultKeymap, indentWithTab]),
          EditorView.contentAttributes.of({ 'aria-label': 'The scene as text', tabindex: '0' }),
          EditorView.updateListener.of((update) => {
            const byHand = update.transactions.some((each) => each.annotation(fromOutside) !== true);
            if (update.docChanged && byHand) changed(update.state.doc.toString());
          }),
        ],
      }),
    });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Changes only what differs, so that the cursor stays and nothing scrolls. */
  show(text: string): void {
    const before = this.text;
    if (before === text) return;
    let from = 0;
    while (from < before.length && from < text.length && before[from] === text[from]) ++from;
    let [end, endBefore] = [text.length, before.length];
    while (end > from && endBefore > from && text[end - 1] === before[endBefore - 1]) {
      --end;
      --endBefore;
    }
    this.view.dispatch({
      changes: { from, to: endBefore, insert: text.slice(from, end) },
      annotations: fromOutside.of(true),
    });
  }

  mark(problems: readonly Problem[]): void {
    if (problems.length === 0 && this.marked === 0) return;
    this.marked = problems.length;
    const { doc } = this.view.state;
    const diagnostics = problems
      .filter(({ line }) => line >= 1 && line <= doc.lines)
      .map(({ line, column, note, message }): Diagnostic => {
        const { from, to } = doc.line(line);
        const at = Math.min(from + Math.max(column - 1, 0), to);
        return { from: at, to: Math.max(at, to), severity: note ? 'info' : 'error', message };
      });
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  /** Brings a place of the text into sight. */
  reveal(offset: number): void {
    this.view.dispatch({
      effects: EditorView.scrollIntoView(Math.min(offset, this.view.state.doc.length), { y: 'start', yMargin: 40 }),
    });
  }
}
