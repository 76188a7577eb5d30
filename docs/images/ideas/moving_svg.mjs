// Pictures that move, as SVG: CSS moves what is drawn, so that they are small, stand still for readers who have asked
// for that (prefers-reduced-motion), and go dark where the reader's system is dark.

const LIGHT = { paper: '#fbfaf7', ink: '#1f2933', pale: '#9aa5b1', faint: '#e4e7eb', blue: '#1a6fc4', red: '#c53a3a', gold: '#a86b00', green: '#2b8a4b' };
const DARK = { paper: '#1b2027', ink: '#e6e9ec', pale: '#8390a0', faint: '#343c47', blue: '#6ab0f3', red: '#f08080', gold: '#f0b849', green: '#6fcf8d' };

/** A number as short as a picture needs it. */
export const n = (value) => String(Number(value.toFixed(2)));
const percent = (part) => `${Number((100 * part).toFixed(3))}%`;
const variables = (colours) => Object.entries(colours).map(([name, value]) => `--${name}:${value}`).join(';');

export class Picture {
  #rules = [];
  #parts = [];
  #count = 0;

  /** `seconds` is how long it takes until it begins anew. Its times are parts of that: from 0 to 1. */
  constructor(width, height, seconds, title) {
    Object.assign(this, { width, height, seconds, title });
  }

  /** Adds something that does not move, or moves by the classes that it has been given. */
  add(text) {
    this.#parts.push(text);
  }

  /** A class for what goes from place to place: `stops` are [time, x, y], the times in order. */
  moving(stops) {
    const frames = stops.map(([time, x, y]) => `${percent(time)}{transform:translate(${n(x)}px,${n(y)}px)}`);
    return this.#animated(frames, `transform:translate(${n(stops.at(-1)[1])}px,${n(stops.at(-1)[2])}px)`);
  }

  /** A class for what is seen in [from, to) only, with `before` and `after` as its opacity else. */
  seen(from, to = 1, { before = 0, after = 0 } = {}) {
    const soon = 0.0005;
    const frames = [];
    if (from > 0) frames.push(`0%,${percent(from)}{opacity:${before}}`, `${percent(Math.min(1, from + soon))}{opacity:1}`);
    else frames.push('0%{opacity:1}');
    if (to < 1) frames.push(`${percent(to)}{opacity:1}`, `${percent(to + soon)},100%{opacity:${after}}`);
    else frames.push('100%{opacity:1}');
    return this.#animated(frames, `opacity:${to < 1 ? after : 1}`);
  }

  /** Frames, and how it looks where nothing may move. */
  #animated(frames, still) {
    const name = `m${this.#count++}`;
    this.#rules.push(`@keyframes ${name}{${frames.join('')}}`, `.${name}{${still};animation-name:${name}}`);
    return `moves ${name}`;
  }

  circle(x, y, r, look, classes = '') {
    this.add(`<circle class="${look} ${classes}" cx="${n(x)}" cy="${n(y)}" r="${n(r)}"/>`);
  }

  rect(x, y, width, height, look, classes = '') {
    this.add(`<rect class="${look} ${classes}" x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}"/>`);
  }

  line(points, look, classes = '') {
    this.add(`<polyline class="${look} ${classes}" points="${points.map(([x, y]) => `${n(x)},${n(y)}`).join(' ')}"/>`);
  }

  text(x, y, words, look = '', classes = '') {
    this.add(`<text class="${look} ${classes}" x="${n(x)}" y="${n(y)}">${words.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</text>`);
  }

  toString() {
    const style = `svg{${variables(LIGHT)}}
@media(prefers-color-scheme:dark){svg{${variables(DARK)}}}
text{font:14px system-ui,sans-serif;fill:var(--ink)}.small{font-size:12px;fill:var(--pale)}.end{text-anchor:end}.middle{text-anchor:middle}
.strong{font-weight:600}.number{font-family:ui-monospace,monospace;font-size:13px}
.paper{fill:var(--paper)}.body{fill:var(--blue)}.other{fill:var(--gold)}.still{fill:var(--pale)}
.ghost{fill:none;stroke:var(--pale);stroke-width:1.5;stroke-dasharray:4 3}
.path,.axis,.now,.hit,.curve,.faint{fill:none;stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}
.path{stroke:var(--blue);opacity:.45}.axis{stroke:var(--pale);stroke-width:1}.faint{stroke:var(--faint)}.curve{stroke:var(--blue);stroke-width:2}
.now{stroke:var(--ink);stroke-width:1.5}.hit{stroke:var(--red);stroke-width:2.5}
.red{fill:var(--red)}.green{fill:var(--green)}.gold{fill:var(--gold)}.blue{fill:var(--blue)}
.moves{animation-duration:${this.seconds}s;animation-timing-function:linear;animation-iteration-count:infinite}
@media(prefers-reduced-motion:reduce){.moves{animation:none}}`;
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${this.width} ${this.height}" role="img" aria-label="${this.title}">
<title>${this.title}</title>
<style>
${style}
${this.#rules.join('\n')}
</style>
<rect class="paper" width="${this.width}" height="${this.height}" rx="8"/>
${this.#parts.join('\n')}
</svg>
`.replace(/ ?" ?(cx|x|points)=/g, '" $1=').replace(/class=" /g, 'class="');
  }
}
