// The fifth idea: infinitely many bounces in finite time end as contact.
import { Picture } from './moving_svg.mjs';

const UNTIL = 4;
const SCENE = `
format = 1
dimension = 2
[physics]
gravity = [0.0, -10.0]
restitution = 0.6
[run]
until = ${UNTIL}
[[ball]]
position = [0.0, 2.3]
radius = 0.3
[[half_space]]
normal = [0.0, 1.0]
`;

/** The ball's height over time, and the times of its bounces. */
function watch(scene) {
  const world = scene.world();
  const bounces = [];
  for (;;) {
    const before = world.collisions;
    world.runUntil(UNTIL, { collisions: before + 1 });
    if (world.collisions === before) break;
    bounces.push(world.time);
  }
  const again = scene.world();
  const heights = [];
  for (let i = 0; i <= 160; ++i) {
    again.runUntil((UNTIL * i) / 160);
    heights.push([again.time, again.state(0).position[1] - 0.3]);
  }
  return { bounces, heights, state: world.state(0) };
}

export function contact(firsthit) {
  const { bounces, heights, state } = watch(firsthit.scene(SCENE));
  if (state.velocity[1] !== 0) throw new Error('the ball rests in the end');
  const last = bounces.at(-1);
  const theory = Math.sqrt((2 * 2) / 10) * (1.6 / 0.4); // sqrt(2 h / g) (1 + e) / (1 - e)
  const picture = new Picture(760, 300, 8, 'A ball bounces lower and lower; after infinitely many bounces in finite time it rests, and costs nothing any more');
  const at = (time) => (time / UNTIL) * 0.93;
  const high = (height) => 240 - 85 * height;
  const when = (time) => 180 + 135 * time;
  picture.text(20, 30, 'restitution 0.6', 'strong');
  picture.text(180, 30, 'height over time', 'strong');
  picture.line([[20, 240], [150, 240]], 'axis');
  picture.line([[180, 240], [740, 240]], 'axis');
  const stops = heights.map(([time, height]) => [at(time), 85, high(height) - 25.5]);
  picture.circle(0, 0, 25.5, 'body', picture.moving([...stops, [1, ...stops.at(-1).slice(1)]]));
  picture.line(heights.map(([time, height]) => [when(time), high(height)]), 'curve');
  for (const bounce of bounces.filter((time, i) => i < 12)) picture.circle(when(bounce), 240, 4, 'red', picture.seen(at(bounce)));
  picture.line([[when(last), 60], [when(last), 248]], 'hit', picture.seen(at(last)));
  picture.text(when(last) + 10, 80, `contact from ${last.toFixed(4)} on`, 'strong', picture.seen(at(last)));
  picture.text(when(last) + 10, 102, `theory: ${theory.toFixed(4)}`, 'small', picture.seen(at(last)));
  picture.text(when(last) + 10, 124, 'no events any more', 'small', picture.seen(at(last)));
  picture.line([[0, 50], [0, 250]], 'now', picture.moving([[0, when(0), 0], [at(UNTIL), when(UNTIL), 0], [1, when(UNTIL), 0]]));
  picture.text(180, 275, `${bounces.length} bounces are carried out; those left are lower than the last digit of a place.`, 'small');
  return picture;
}
