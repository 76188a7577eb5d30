// The fourth idea: a frame is a window of time, and what happens in it happens in the order of time.
import { Picture } from './moving_svg.mjs';

const UNTIL = 1.5;
const SCENE = `
format = 1
dimension = 2
[space]
min = [0.0, 0.0]
max = [7.0, 3.0]
[run]
until = ${UNTIL}
[[ball]]
position = [0.6, 0.6]
velocity = [4.0, 9.0]
radius = 0.3
[[ball]]
position = [5.2, 1.5]
radius = 0.6
`;

/** The times of all collisions, and where both balls are at them; then the hash. */
function run(scene) {
  const world = scene.world();
  const corners = [[0, world.state(0).position, world.state(1).position]];
  for (;;) {
    const before = world.collisions;
    world.runUntil(UNTIL, { collisions: before + 1 });
    corners.push([world.time, world.state(0).position, world.state(1).position]);
    if (world.collisions === before) return { corners, hash: world.stateHash() };
  }
}

/** The same by frames of a given length: the ends of the frames, and the hash. */
function frames(scene, count) {
  const world = scene.world();
  const ends = [];
  for (let i = 1; i <= count; ++i) {
    world.runUntil((UNTIL * i) / count);
    ends.push(world.state(0).position);
  }
  return { count, ends, hash: world.stateHash() };
}

export function windows(firsthit) {
  const scene = firsthit.scene(SCENE);
  const { corners, hash } = run(scene);
  const rates = [5, 12, 90].map((count) => frames(scene, count));
  if (rates.some((rate) => rate.hash !== hash)) throw new Error('frames change what happens');
  const hits = corners.slice(1, -1).map(([time]) => time);

  const picture = new Picture(760, 330, 9, 'A fast ball hits walls several times within a frame; long frames or short ones give the same collisions and the same bits');
  const at = (time) => (time / UNTIL) * 0.9;
  const place = ([x, y]) => [20 + 50 * x, 205 - 50 * y];
  const when = (time) => 110 + 360 * time;
  picture.text(20, 30, 'frames of 0.3', 'strong');
  picture.text(400, 30, 'dashed: what a screen shows, once a frame', 'small');
  const [left, bottom] = place([0, 0]);
  const [right, top] = place([7, 3]);
  picture.line([[left, top], [left, bottom], [right, bottom], [right, top], [left, top]], 'axis');
  picture.line(corners.map((corner) => place(corner[1])), 'path');
  for (const end of rates[0].ends) picture.circle(...place(end), 15, 'ghost');
  for (const [id, radius, look] of [[0, 15, 'body'], [1, 30, 'still']]) {
    const stops = corners.map((corner) => [at(corner[0]), ...place(corner[1 + id])]);
    picture.circle(0, 0, radius, look, picture.moving([...stops, [1, ...stops.at(-1).slice(1)]]));
  }
  rates.forEach(({ count, hash }, row) => {
    const y = 235 + 28 * row;
    picture.text(20, y + 5, `${count} frames`, 'small');
    picture.line([[when(0), y], [when(UNTIL), y]], 'axis');
    for (let i = 0; i <= count; ++i) picture.line([[when((UNTIL * i) / count), y - 7], [when((UNTIL * i) / count), y + 7]], 'axis');
    for (const hit of hits) picture.circle(when(hit), y, 4, 'red', picture.seen(at(hit)));
    picture.text(when(UNTIL) + 10, y + 5, hash.slice(0, 8) + '…', 'number', picture.seen(at(UNTIL)));
  });
  picture.line([[0, 222], [0, 304]], 'now', picture.moving([[0, when(0), 0], [at(UNTIL), when(UNTIL), 0], [1, when(UNTIL), 0]]));
  picture.text(400, 60, `${hits.length} collisions, each at its own time,`);
  picture.text(400, 80, 'in the order of time, within any frame.');
  picture.text(400, 110, 'The hash of the end is the same for all,');
  picture.text(400, 130, 'and that of no frames at all.');
  picture.text(20, 322, 'red: collisions', 'small');
  return picture;
}
