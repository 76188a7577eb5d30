/** [ms] From picture to picture; 60 a second leave 17, and 30 a second 33. */
const kSlow = 30;
/** Of the time from picture to picture, the last ten or so count; a single hiccup no more than this [ms]. */
const kLongest = 100;
const kCoarse = 0.5;

/**
 * How many pixels a length the stage draws, 1 being all that the screen has. Without a graphics card a picture
 * takes as long as it is large: what plays slowly is drawn with half of them. What stands still is sharp.
 */
export class Sharpness {
  private pace = 0;
  private last = 0;
  private share = 1;

  /** Of the picture that is about to be drawn, `now` in milliseconds. */
  next(now: number, playing: boolean): number {
    this.pace = playing ? 0.9 * this.pace + 0.1 * Math.min(now - this.last, kLongest) : 0;
    this.last = now;
    // Once coarse it stays so, rather than change back and forth.
    this.share = playing && (this.share < 1 || this.pace > kSlow) ? kCoarse : 1;
    return this.share;
  }
}
