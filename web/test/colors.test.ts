import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Motion } from '../src/run/motion';
import { newMoment } from '../src/run/types';
import {
  BodyColors,
  css,
  kPalette,
  mix,
  packed,
  roundedUp,
  sequential,
  type ColorMode,
} from '../src/view/colors';
import { kDark, kLight } from '../src/view/theme';
import { madeRun, pointsInBox, twoBalls } from './made_run';

/** Linear light, 0 to 1. */
function linear(color: number): [number, number, number] {
  return [color >> 16, (color >> 8) & 255, color & 255].map((byte) => {
    const share = byte / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
}

function luminance(color: number): number {
  const [r, g, b] = linear(color);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** CIE 1976 lightness and colour, white D65. */
function lab([r, g, b]: [number, number, number]): [number, number, number] {
  const f = (t: number): number => (t > (6 / 29) ** 3 ? Math.cbrt(t) : t / (3 * (6 / 29) ** 2) + 4 / 29);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** Full colour blindness of each kind: Machado, Oliveira, Fernandes 2009, doi:10.1109/TVCG.2009.113. */
const kEyes: Record<string, number[]> = {
  trichromat: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanope: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranope: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanope: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};

function seen(color: number, eye: number[]): [number, number, number] {
  const [r, g, b] = linear(color);
  const light = [0, 3, 6].map((k) => Math.min(Math.max(eye[k] * r + eye[k + 1] * g + eye[k + 2] * b, 0), 1));
  return lab(light as [number, number, number]);
}

test('the palette is told apart by every kind of eye', () => {
  for (const [name, eye] of Object.entries(kEyes))
    for (let i = 0; i < kPalette.length; ++i)
      for (let j = 0; j < i; ++j) {
        const a = seen(kPalette[i], eye);
        const b = seen(kPalette[j], eye);
        // About 2.3 is just noticeable side by side.
        const apart = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
        assert.ok(apart > 10, `${name}: ${css(kPalette[i])}, ${css(kPalette[j])}: ${apart}`);
      }
});

test('the sequential map grows lighter all along, for every kind of eye', () => {
  for (const [name, eye] of Object.entries(kEyes)) {
    const lightness = Array.from({ length: 65 }, (_, i) => seen(sequential(i / 64), eye)[0]);
    const steps = lightness.slice(1).map((x, i) => x - lightness[i]);
    assert.ok(Math.min(...steps) > 0, `${name}: least step ${Math.min(...steps)}`);
    assert.ok(lightness[64] - lightness[0] > 60, name);
  }
  assert.equal(sequential(-1), sequential(0));
  assert.equal(sequential(2), sequential(1));
});

test('what is drawn stands out from what is behind it', () => {
  const contrast = (a: number, b: number): number => {
    const [dark, bright] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (bright + 0.05) / (dark + 0.05);
  };
  for (const theme of [kLight, kDark]) {
    for (const ground of [theme.paper, theme.space]) {
      const atLeast = (least: number, mark: number): void =>
        assert.ok(
          contrast(mark, ground) >= least,
          `${css(mark)} on ${css(ground)}: ${contrast(mark, ground)}`,
        );
      for (const mark of [theme.quiet, theme.ink]) atLeast(4.5, mark);
      for (const mark of [theme.frame, theme.accent]) atLeast(3, mark);
      // A disc has an outline: that or the disc itself.
      for (const fill of [
        ...kPalette,
        theme.crowd,
        theme.solid,
        sequential(0),
        sequential(0.5),
        sequential(1),
      ]) {
        const outline = mix(fill, theme.ink, theme.dark ? 0.3 : 0.45);
        assert.ok(
          Math.max(contrast(fill, ground), contrast(outline, ground)) >= 2.5,
          `${css(fill)} on ${css(ground)}`,
        );
      }
    }
  }
});

test('a packed colour is red, green, blue and alpha in memory', () => {
  const bytes = new Uint8Array(new Uint32Array([packed(0x123456, 0.2)]).buffer);
  assert.deepEqual([...bytes], [0x12, 0x34, 0x56, 51]);
});

test('a scale ends at a number of two digits', () => {
  assert.equal(roundedUp(1.2345), 1.3);
  assert.equal(roundedUp(0.7), 0.7);
  assert.equal(roundedUp(99.5), 100);
  assert.equal(roundedUp(3e-9), 3e-9);
  assert.equal(roundedUp(1.23e300), 1.3e300);
  assert.equal(roundedUp(0), 0);
});

test('bodies have their own colour, or one of the palette', async () => {
  const run = await madeRun(twoBalls());
  const colors = new BodyColors(run, new Motion(run), kLight);
  assert.equal(colors.of(0), 0x123456);
  assert.equal(colors.of(1), kPalette[1]);
});

test('of a crowd a few are coloured and all others are alike', async () => {
  const run = await madeRun(pointsInBox(200, 2, 1));
  const colors = new BodyColors(run, new Motion(run), kDark);
  assert.notEqual(colors.of(0), colors.of(1));
  assert.equal(colors.of(100), kDark.crowd);
  assert.equal(colors.of(199), kDark.crowd);
});

async function shown(mode: ColorMode, time: number) {
  const run = await madeRun({ ...twoBalls(), units: { length: 10, time: 2, mass: 3 } });
  const motion = new Motion(run);
  const colors = new BodyColors(run, motion, kLight);
  const legend = colors.show(mode, kLight);
  const moment = newMoment(run);
  motion.at(time, moment);
  colors.update(moment);
  return { legend, colors: [colors.of(0), colors.of(1)] };
}

test('speeds are coloured from 0 to the fastest, in the units of the scene', async () => {
  // Before time 4 the first ball moves with speed 2 of 5 each, then the second one does.
  const before = await shown('speed', 1);
  assert.ok(before.legend.type === 'scale');
  assert.equal(before.legend.low, 0);
  assert.ok(Math.abs(before.legend.high - 10) < 1e-6, `${before.legend.high}`);
  assert.deepEqual(before.colors, [sequential(1), sequential(0)]);
  const after = await shown('speed', 5);
  assert.deepEqual(after.colors, [sequential(0), sequential(1)]);
});

test('collisions so far are counted up to those of the end', async () => {
  // The first ball has two, the second three.
  const start = await shown('collisions', 0);
  assert.ok(start.legend.type === 'scale');
  assert.equal(start.legend.high, 3);
  assert.deepEqual(start.colors, [sequential(0), sequential(0)]);
  const end = await shown('collisions', 15);
  assert.equal(end.colors[1], sequential(1));
});

test('materials are named', async () => {
  const run = await madeRun(pointsInBox(10, 2, 1));
  const colors = new BodyColors(run, new Motion(run), kLight);
  const legend = colors.show('kind', kLight);
  assert.deepEqual(legend, {
    type: 'names',
    title: 'Material',
    entries: [
      { label: 'light', color: kPalette[0] },
      { label: 'heavy', color: kPalette[1] },
    ],
  });
  assert.deepEqual([colors.of(0), colors.of(1)], [kPalette[0], kPalette[1]]);
});
