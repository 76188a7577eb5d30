// Two of the five ideas: the question, and the two stages that answer it.
import { Picture } from './moving_svg.mjs';

/** A ball and a thin wall; beside them the gap between their surfaces over time, and what steps see of it. */
export function firstHit(firsthit) {
  const end = 1.6;
  const step = 0.5;
  const ball = { ball: { radius: 0.5 }, position: [1, 1], velocity: [5, 1] };
  const wall = { box: { half_extents: [0.1, 1.2] }, position: [5.1, 2.2], velocity: [-0.5, 0] };
  const later = (moving) => ({ ...moving, position: moving.position.map((x, i) => x + end * moving.velocity[i]), velocity: moving.velocity.map((v) => -v) });
  const hit = firsthit.firstHit(ball, wall);

  // When the gap falls to each of these margins; after they have passed, the same with time turned around.
  const gaps = [];
  for (let gap = 0; gap < 4; gap += 0.1) {
    const closing = firsthit.firstHit(ball, wall, { margin: gap });
    const parting = firsthit.firstHit(later(ball), later(wall), { margin: gap });
    if (closing.outcome === 'impact') gaps.unshift([closing.delay, gap]);
    if (parting.outcome === 'impact') gaps.push([end - parting.delay, gap]);
  }
  const split = gaps.findIndex(([time]) => time > hit.delay);

  const picture = new Picture(760, 300, 6, 'A ball flies at a thin wall; the gap between the two falls to 0 at one moment, which lies between two steps');
  const stop = 0.55; // from here on it stands, for the reader to look
  const at = (time) => (time / end) * stop;
  const place = ([x, y]) => [20 + 46 * x, 250 - 46 * y];
  const time = (t) => 470 + 170 * t;
  const high = (gap) => 220 - 42 * gap;

  picture.text(20, 30, 'first_hit(ball, wall)', 'strong');
  picture.text(470, 30, 'the gap between them', 'strong');
  const path = [0, hit.delay].map((t) => place(ball.position.map((x, i) => x + t * ball.velocity[i])));
  picture.line(path, 'path');
  for (let t = 0; t < end; t += step) {
    const [x, y] = place(ball.position.map((p, i) => p + t * ball.velocity[i]));
    picture.circle(x, y, 23, 'ghost');
  }
  const [x0, y0] = place(wall.position);
  const shift = (46 * wall.velocity[0] * hit.delay);
  picture.rect(x0 - 4.6, y0 - 55.2, 9.2, 110.4, 'still', picture.moving([[0, 0, 0], [at(hit.delay), shift, 0], [1, shift, 0]]));
  picture.circle(0, 0, 23, 'body', picture.moving([[0, ...path[0]], [at(hit.delay), ...path[1]], [1, ...path[1]]]));
  const shown = picture.seen(at(hit.delay));
  const point = place(hit.point_a);
  picture.circle(...point, 4, 'red', shown);
  picture.line([point, [point[0] + 40 * hit.normal[0], point[1] - 40 * hit.normal[1]]], 'hit', shown);
  picture.text(20, 282, `delay ${hit.delay.toFixed(4)}, normal (${hit.normal.join(', ')})`, 'number', shown);

  picture.line([[470, high(0)], [745, high(0)]], 'axis');
  picture.text(745, high(0) + 18, 'time', 'small end');
  picture.line(gaps.slice(0, split).map(([t, gap]) => [time(t), high(gap)]), 'curve');
  picture.line(gaps.slice(split).map(([t, gap]) => [time(t), high(gap)]), 'curve');
  for (let t = 0; t < end; t += step) {
    const [before, after] = nearest(gaps, t);
    picture.circle(time(t), high(before[1] + ((t - before[0]) / (after[0] - before[0])) * (after[1] - before[1])), 5, 'ghost');
  }
  picture.circle(time(hit.delay), high(0), 5, 'red', shown);
  picture.line([[0, 60], [0, high(0) + 8]], 'now', picture.moving([[0, time(0), 0], [at(hit.delay), time(hit.delay), 0], [1, time(hit.delay), 0]]));
  picture.text(470, 262, 'Dashed: where steps would look.', 'small');
  picture.text(470, 280, 'Each time the gap is above 0.', 'small');
  return picture;
}

function nearest(gaps, time) {
  const after = Math.max(1, gaps.findIndex(([t]) => t >= time));
  return [gaps[after - 1], gaps[after]];
}

/** One disk passes another, nearer and nearer to a touch: which stage answers, and what. */
export function stages(firsthit) {
  const rests = { ball: { radius: 0.5 }, position: [0, 0], velocity: [0, 0] };
  const distances = [[1e-1, '10⁻¹'], [1e-5, '10⁻⁵'], [1e-10, '10⁻¹⁰'], [1e-13, '10⁻¹³'], [2 ** -50, '2⁻⁵⁰'], [2 ** -52, '2⁻⁵²'], [0, '0'], [-(2 ** -53), '−2⁻⁵³'], [-1e-5, '−10⁻⁵']];
  const picture = new Picture(760, 330, 14, 'A disk passes another at smaller and smaller distances: rounded arithmetic answers until it cannot be certain, then exact arithmetic does');
  picture.text(20, 30, 'How far apart do they pass?', 'strong');
  picture.text(370, 30, 'distance', 'small end');
  picture.text(400, 30, 'rounded arithmetic', 'small');
  picture.text(570, 30, 'exact stage', 'small');
  picture.text(690, 30, 'answer', 'small');
  picture.circle(150, 220, 45, 'still');
  distances.forEach(([distance, words], row) => {
    const moving = { ball: { radius: 0.5 }, position: [-8, 1 + distance], velocity: [1, 0] };
    const { outcome, delay, explain } = firsthit.explain(moving, rests, { horizon: 16 });
    const [from, to] = [row / (distances.length + 1), (row + 1) / (distances.length + 1)];
    const middle = from + 0.55 * (to - from);
    const y = 60 + 29 * row;
    // Where the disk is drawn: the distance as many digits wide as it is small.
    const lift = distance === 0 ? 0 : Math.sign(distance) * Math.max(0.5, 12 + 1.5 * Math.log10(Math.abs(distance)));
    const height = 220 - 90 - lift;
    const stop = outcome === 'impact' ? 150 - 10 * Math.sqrt(Math.max(0, -lift)) : 285;
    if (outcome === 'impact' && !(delay < 8)) throw new Error('the disk hits the other on its near side');
    const seen = picture.seen(from, to, { after: row === distances.length - 1 ? 1 : 0 });
    picture.add(`<g class="${seen}">`);
    picture.circle(0, 0, 45, 'body', picture.moving([[0, 15, height], [from, 15, height], [to, stop, height], [1, stop, height]]));
    picture.add('</g>');
    const by = explain.stage === 'filter';
    picture.text(370, y, words, 'number end', picture.seen(from));
    picture.text(400, y, by ? '✓ certain' : '? cannot tell', by ? 'blue' : 'gold', picture.seen(from));
    if (!by) picture.text(570, y, '✓ exact', 'green', picture.seen(middle));
    picture.text(690, y, outcome, 'strong', picture.seen(by ? from : middle));
  });
  picture.text(20, 316, 'Distances are drawn as wide as their digits tell; radii 1/2, times and places of the disks are doubles.', 'small');
  return picture;
}
