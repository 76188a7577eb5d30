import { formatCount, formatNumber } from '../run/numbers';
import { kKinematic, kNobody, kRound, kSensor, type Run } from '../run/types';
import { allDigits, many } from './format';
import type { Labels } from './labels';
import type { Viewer } from './viewer';

/** How a run ended, in words; whether it ended as it was meant to. */
export function outcomeOf({ summary }: Run): { text: string; good: boolean } {
  const time =
    typeof summary.simulated_time === 'number' ? ` (t = ${formatNumber(summary.simulated_time)})` : '';
  switch (summary.outcome) {
    case 'reached_time':
      return { text: `Finished${time}`, good: true };
    case 'reached_collisions':
      return { text: `Finished (${many(Number(summary.collisions), 'collision')})`, good: true };
    case 'collapsed':
      return { text: `Collapsed${time}`, good: false };
    case 'crushed':
      return { text: `Crushed${time}`, good: false };
    case 'interrupted':
      return { text: `Interrupted${time}`, good: false };
    case 'output_failed':
      return { text: `Output failed${time}`, good: false };
    default:
      return { text: String(summary.outcome ?? 'Ending unknown'), good: false };
  }
}

/** As the scene has it, or by its number. */
export function bodyName({ bodies }: Run, body: number): string {
  return bodies.names.get(body) ?? `body ${bodies.id[body]}`;
}

/** One of two who meet: a partner's index as impacts have it. */
export function partnerName(run: Run, partner: number): string {
  const { count: bodies } = run.bodies;
  if (partner === kNobody) return 'a body not shown';
  if (partner < bodies) return bodyName(run, partner);
  const obstacle = run.obstacles[partner - bodies];
  if (obstacle) return obstacle.name || 'an obstacle';
  const side = run.sideNames[partner - bodies - run.obstacles.length];
  return side ? `the ${side}` : 'a side';
}

/** Who meet in an impact. */
export function pairText(run: Run, impact: number): string {
  const { a, b } = run.impacts;
  return `${partnerName(run, a[impact])} and ${partnerName(run, b[impact])}`;
}

/** An impact by its number in events.csv. */
export function numberText({ impacts }: Run, impact: number): string {
  return `#${impacts.number?.[impact] ?? impact}`;
}

/** A time of the run as people read it; with all digits that it has, where these are wished. */
export function timeText({ labels, exact }: Pick<Viewer, 'labels' | 'exact'>, time: number): string {
  return exact ? allDigits(labels.time(time)) : labels.timeText(time);
}

/** What a body is like: `box, 2 × 1`. */
export function shapeText(run: Run, labels: Labels, body: number): string {
  const length = (value: number): string => formatNumber(labels.length(value), 4);
  const shape = run.bodies.shape?.[body] ?? kRound;
  if (shape === kRound) {
    const radius = run.bodies.radius[body];
    return radius > 0 ? `ball, radius ${length(radius)}` : 'point';
  }
  const { name, vertices, radius } = run.shapes[shape];
  const between = (i: number, j: number): number =>
    Math.hypot(...vertices[i].map((x, axis) => x - vertices[j][axis]));
  const round = radius > 0 ? `, radius ${length(radius)}` : '';
  switch (name) {
    case 'box':
    case 'oriented_box':
      // Corners that differ along one axis only.
      return `box, ${vertices[0].map((_, axis) => length(between(0, 2 ** axis))).join(' × ')}`;
    case 'segment':
    case 'capsule':
      return `${name}, length ${length(between(0, 1))}${round}`;
    case 'triangle':
      return 'triangle';
    default:
      return `${name} of ${many(vertices.length, 'corner')}${round}`;
  }
}

export function kindText(kind: number): string {
  const motion = kind & kKinematic ? 'kinematic' : 'dynamic';
  return kind & kSensor ? `${motion} sensor` : motion;
}

/** Which impact is shown, or how many were before. */
export function impactText(viewer: Viewer): string {
  const { run, impact, clock, labels, motion } = viewer;
  const { count: kept, total } = run.impacts;
  if (total === 0) return 'No collisions in this run';
  const end = formatNumber(labels.time(run.pathsEnd));
  if (viewer.beyondKept) return `The next collision is not kept: this report has those up to t = ${end}`;
  if (kept < total && clock.time > run.pathsEnd) return `No collisions are kept from t = ${end} on`;
  const all = kept === total ? formatCount(total) : `${formatCount(kept)} kept`;
  if (impact < 0) return `${formatCount(motion.impactsUntil(clock.time))} of ${all} collisions so far`;
  return `Collision ${numberText(run, impact)}: ${pairText(run, impact)}, t = ${timeText(viewer, clock.time)}`;
}

export function factsText(run: Run): string {
  const { bodies, obstacles, impacts } = run;
  const facts = [`${run.dimension}D`, many(bodies.total, 'body', 'bodies')];
  if (obstacles.length > 0) facts.push(many(obstacles.length, 'obstacle'));
  facts.push(many(impacts.total, 'collision'));
  return facts.join(' · ');
}
