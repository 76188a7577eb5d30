/** Texts that were, to go back to and forth again. */
export class History {
  private readonly texts: string[];
  private at = 0;

  constructor(
    text: string,
    private readonly most = 500,
  ) {
    this.texts = [text];
  }

  get text(): string {
    return this.texts[this.at];
  }

  get canUndo(): boolean {
    return this.at > 0;
  }

  get canRedo(): boolean {
    return this.at + 1 < this.texts.length;
  }

  push(text: string): void {
    if (text === this.text) return;
    this.texts.length = this.at + 1;
    this.texts.push(text);
    if (this.texts.length > this.most) this.texts.shift();
    this.at = this.texts.length - 1;
  }

  undo(): string | null {
    return this.canUndo ? this.texts[--this.at] : null;
  }

  redo(): string | null {
    return this.canRedo ? this.texts[++this.at] : null;
  }
}
