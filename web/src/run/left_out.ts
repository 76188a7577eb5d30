// What a report does not show, in sentences.
import { formatCount, formatNumber } from './numbers';
import type { Run } from './types';

type Told = Pick<Run, 'begin' | 'end' | 'pathsEnd' | 'units' | 'bodies' | 'impacts' | 'frames'>;

export function leftOut(run: Told): string[] {
  const { bodies, impacts, frames } = run;
  const sentences: string[] = [];
  if (bodies.count < bodies.total) {
    sentences.push(
      `Of ${formatCount(bodies.total)} bodies, ${shown(bodies.count)} shown, evenly by their numbers.`,
    );
  }
  if (run.pathsEnd < run.end) {
    const until = formatNumber((run.begin + run.pathsEnd) * run.units.time);
    const samples = `(the run took ${formatCount(frames.samples)} samples)`;
    const kept = `${formatCount(frames.count)} moments that are kept ${samples}`;
    const after = frames.count > 1 ? `go straight between ${kept}` : 'are not shown';
    sentences.push(`Bodies follow their true paths until t = ${until}; from there to the end they ${after}.`);
  }
  if (impacts.count < impacts.total) {
    sentences.push(`Of ${formatCount(impacts.total)} collisions, ${shown(impacts.count)} shown and counted.`);
  }
  return sentences;
}

function shown(count: number): string {
  return count === 0 ? 'none is' : count === 1 ? '1 is' : `${formatCount(count)} are`;
}
