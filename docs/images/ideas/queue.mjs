// The third idea: every body has one prediction, its earliest, and predictions die when a course changes.
import { Picture } from './moving_svg.mjs';

const SCENE = `
format = 1
dimension = 2
[space]
min = [0.0, 0.0]
max = [6.0, 4.5]
[run]
until = 3.0
[[ball]]
position = [0.8, 1.2]
velocity = [1.5, 0.0]
radius = 0.4
[[ball]]
position = [3.6, 1.2]
radius = 0.4
[[ball]]
position = [3.45, 3.6]
velocity = [0.0, -2.0]
radius = 0.4
[[ball]]
position = [0.8, 3.4]
velocity = [1.0, -0.6]
radius = 0.4
`;
const LETTERS = 'ABCD';
const UNTIL = 3;

const SIDES = [[[-1, 0], 0], [[1, 0], 6], [[0, -1], 0], [[0, 1], 4.5]].map(([normal, offset]) =>
  ({ half_space: { normal: normal.map((x) => -x), offset: -offset }, position: [0, 0] }));

/** What each ball would meet first, on the courses that all have now: {time, ids}. */
function foreseen(firsthit, world, balls) {
  const all = Array.from({ length: balls }, (_, id) => {
    const { position, velocity } = world.state(id);
    return { ball: { radius: 0.4 }, position, velocity };
  });
  return all.map((ball, id) => {
    const partners = [...all, ...SIDES].map((other, partner) => [partner, other]).filter(([partner]) => partner !== id);
    const met = partners.map(([partner, other]) => [firsthit.firstHit(ball, other), partner]).filter(([hit]) => hit.outcome === 'impact');
    const [hit, partner] = met.reduce((first, next) => (next[0].delay < first[0].delay ? next : first), [{ delay: Infinity }]);
    return { id, partner, time: world.time + hit.delay };
  });
}

/** Places of all balls at each event, and every prediction with the time in which it lived. */
function watch(firsthit) {
  const scene = firsthit.scene(SCENE);
  const world = scene.world();
  const balls = scene.moving;
  const courses = Array.from({ length: balls }, () => []);
  const predictions = new Map();
  const events = [];
  const look = () => {
    for (let id = 0; id < balls; ++id) courses[id].push([world.time, ...world.state(id).position]);
    for (const each of foreseen(firsthit, world, balls)) {
      const name = [each.time.toFixed(9), each.id, each.partner].join(' ');
      if (!predictions.has(name)) predictions.set(name, { ...each, from: world.time });
      predictions.get(name).last = events.length;
    }
  };
  look();
  for (;;) {
    const before = world.collisions;
    world.runUntil(UNTIL, { collisions: before + 1 });
    if (world.collisions === before) break;
    events.push(world.time);
    look();
  }
  for (let id = 0; id < balls; ++id) courses[id].push([world.time, ...world.state(id).position]);
  for (const each of predictions.values()) {
    each.to = each.last < events.length ? events[each.last] : UNTIL;
    each.happens = Math.abs(each.to - each.time) < 1e-9;
  }
  return { balls, courses, events, predictions: [...predictions.values()] };
}

export function queue(firsthit) {
  const { balls, courses, events, predictions } = watch(firsthit);
  if (!predictions.some(({ happens, time }) => !happens && time < UNTIL)) throw new Error('no prediction dies');
  const picture = new Picture(760, 320, 15, 'Four balls in a box, and the queue of their predicted collisions: each is carried out, or dies when a course changes');
  const at = (time) => (time / UNTIL) * 0.93;
  const place = ([x, y]) => [20 + 56 * x, 300 - 56 * y];
  const when = (time) => 410 + 110 * time;
  const row = (id) => 80 + 48 * id;
  picture.text(20, 30, 'a world', 'strong');
  picture.text(400, 30, 'what is foreseen of each ball, over time', 'strong');
  const [left, bottom] = place([0, 0]);
  const [right, top] = place([6, 4.5]);
  picture.line([[left, top], [left, bottom], [right, bottom], [right, top], [left, top]], 'axis');
  for (let id = 0; id < balls; ++id) {
    picture.text(392, row(id) + 5, LETTERS[id], 'strong middle');
    picture.line([[when(0), row(id)], [when(UNTIL), row(id)]], 'faint');
    picture.line(courses[id].map(([, x, y]) => place([x, y])), 'path');
    const stops = courses[id].map(([time, x, y]) => [at(time), ...place([x, y])]);
    const moves = picture.moving([...stops, [1, ...stops.at(-1).slice(1)]]);
    picture.add(`<g class="${moves}">`);
    picture.circle(0, 0, 22.4, 'body');
    picture.add('<text class="middle" y="5" style="fill:var(--paper);font-weight:600">' + LETTERS[id] + '</text></g>');
  }
  for (const { time, id, partner, from, to, happens } of predictions) {
    if (time > UNTIL) continue;
    const lives = picture.seen(at(from), at(to), { after: happens ? 1 : 0 });
    const [x, y] = [when(time), row(id)];
    picture.circle(x, y, 8, happens ? 'blue' : 'other', lives);
    picture.text(x, y - 12, partner < balls ? LETTERS[partner] : 'wall', 'small middle', lives);
    if (!happens) {
      const dead = picture.seen(at(to), Math.min(1, at(to) + 0.12));
      picture.line([[x - 6, y - 6], [x + 6, y + 6]], 'hit', dead);
      picture.line([[x - 6, y + 6], [x + 6, y - 6]], 'hit', dead);
    }
  }
  picture.line([[0, 50], [0, 245]], 'now', picture.moving([[0, when(0), 0], [at(UNTIL), when(UNTIL), 0], [1, when(UNTIL), 0]]));
  picture.circle(418, 272, 6, 'blue');
  picture.text(430, 277, 'will happen', 'small');
  picture.circle(518, 272, 6, 'other');
  picture.text(530, 277, 'foreseen, but dies', 'small');
  picture.line([[660, 267], [670, 277]], 'hit');
  picture.line([[660, 277], [670, 267]], 'hit');
  picture.text(678, 277, 'dead', 'small');
  picture.text(400, 302, `${events.length} collisions; between them balls just fly.`, 'small');
  return picture;
}
