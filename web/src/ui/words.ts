import { formatCount, formatNumber } from '../run/numbers';
import { kNobody, type Run } from '../run/types';
import { many } from './format';
import type { Viewer } from './viewer';

/** How a run ended, in words; whether it ended as it was meant to. */
export function outcomeOf(run: Run): { text: string; good: boolean } {
  switch (run.summary.outcome) {
    case 'reached_time':
      return { text: 'Reached its time', good: true };
    case 'reached_collisions':
      return { text: 'Reached its collisions', good: true };
    case 'collapsed':
      return { text: 'Collapsed', good: false };
    case 'interrupted':
      return { text: 'Interrupted', good: false };
    case 'output_failed':
      return { text: 'Output failed', good: false };
    default:
      return { text: String(run.summary.outcome ?? 'Ending unknown'), good: false };
  }
}

/** The one with which a body met: a partner's index as impacts have it. */
export function partnerName(run: Run, partner: number): string {
  const { count: bodies, id } = run.bodies;
  if (partner === kNobody) return 'a body not shown';
  if (partner < bodies) return `body ${id[partner]}`;
  const obstacle = run.obstacles[partner - bodies];
  if (obstacle) return obstacle.name || 'an obstacle';
  const side = run.sideNames[partner - bodies - run.obstacles.length];
  return side ? `the ${side}` : 'a side';
}

/** Which impact is shown, or how many were before. */
export function impactText({ run, impact, clock, labels, motion }: Viewer): string {
  const { count: kept, total, a, b } = run.impacts;
  if (total === 0) return 'No impacts in this run';
  if (kept < total && clock.time > run.pathsEnd)
    return `No impacts are kept from t = ${formatNumber(labels.time(run.pathsEnd))} on`;
  const all = kept === total ? formatCount(total) : `${formatCount(kept)} kept`;
  if (impact < 0) return `${formatCount(motion.impactsUntil(clock.time))} of ${all} impacts so far`;
  const pair = `${partnerName(run, a[impact])} and ${partnerName(run, b[impact])}`;
  return `Impact ${formatCount(impact + 1)} of ${all}: ${pair}`;
}

export function factsText(run: Run): string {
  const { bodies, obstacles, impacts } = run;
  const facts = [`${run.dimension}D`, many(bodies.total, 'body', 'bodies')];
  if (obstacles.length > 0) facts.push(many(obstacles.length, 'obstacle'));
  facts.push(many(impacts.total, 'collision'));
  return facts.join(' · ');
}
