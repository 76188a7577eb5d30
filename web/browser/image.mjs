// Looking at screenshots: PNG to pixels, and what is where by its colour. Nothing here knows how the viewer
// draws.
import { inflateSync } from 'node:zlib';

/** Pixels of a PNG of 8 bits a channel, not interlaced (what Chromium writes): { width, height, data: RGB
 *  bytes }. */
export function decodePng(bytes) {
  const data = Buffer.from(bytes);
  let header = null;
  const packed = [];
  for (let at = 8; at < data.length;) {
    const length = data.readUInt32BE(at);
    const kind = data.toString('latin1', at + 4, at + 8);
    const body = data.subarray(at + 8, at + 8 + length);
    if (kind === 'IHDR') header = body;
    if (kind === 'IDAT') packed.push(body);
    at += 12 + length;
  }
  const channels = { 2: 3, 6: 4 }[header[9]];
  if (header[8] !== 8 || !channels || header[12] !== 0)
    throw new Error('a PNG of another kind than Chromium writes');
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const rows = unfilter(inflateSync(Buffer.concat(packed)), width * channels, height, channels);
  if (channels === 3) return { width, height, data: rows };
  const rgb = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; ++pixel) {
    for (let c = 0; c < 3; ++c) rgb[3 * pixel + c] = rows[4 * pixel + c];
  }
  return { width, height, data: rgb };
}

/** The PNG standard's five filters, undone. A loop for each: a picture has millions of bytes. */
function unfilter(bytes, stride, height, channels) {
  const out = new Uint8Array(stride * height);
  for (let y = 0; y < height; ++y) {
    const from = y * (stride + 1) + 1;
    const to = y * stride;
    // Above the picture, and to the left of it, all is 0.
    const up = (x) => (y > 0 ? out[to - stride + x] : 0);
    const left = (x) => (x >= channels ? out[to + x - channels] : 0);
    const corner = (x) => (y > 0 && x >= channels ? out[to - stride + x - channels] : 0);
    const filter = bytes[from - 1];
    if (filter === 0) out.set(bytes.subarray(from, from + stride), to);
    else if (filter === 1) for (let x = 0; x < stride; ++x) out[to + x] = bytes[from + x] + left(x);
    else if (filter === 2) for (let x = 0; x < stride; ++x) out[to + x] = bytes[from + x] + up(x);
    else if (filter === 3) for (let x = 0; x < stride; ++x) out[to + x] = bytes[from + x] + ((left(x) + up(x)) >> 1);
    else for (let x = 0; x < stride; ++x) out[to + x] = bytes[from + x] + paeth(left(x), up(x), corner(x));
  }
  return out;
}

function paeth(left, up, corner) {
  const a = Math.abs(up - corner);
  const b = Math.abs(left - corner);
  const c = Math.abs(left + up - 2 * corner);
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

export function colorAt(image, x, y) {
  const at = 3 * (y * image.width + x);
  return [image.data[at], image.data[at + 1], image.data[at + 2]];
}

/** '#rrggbb' to its three numbers. */
export function rgb(text) {
  return [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16));
}

/** Whether a colour is this one, to `tolerance` in each channel. */
export function isColor(wanted, tolerance = 4) {
  return (r, g, b) =>
    Math.abs(r - wanted[0]) <= tolerance &&
    Math.abs(g - wanted[1]) <= tolerance &&
    Math.abs(b - wanted[2]) <= tolerance;
}

/** Whether a colour is a light or dark shade of this one: the same hue, and not grey. */
export function isShadeOf(wanted, degrees = 9) {
  const [hue] = hueOf(...wanted);
  return (r, g, b) => {
    const [other, chroma] = hueOf(r, g, b);
    const apart = Math.abs(other - hue) % 360;
    return chroma >= 24 && Math.min(apart, 360 - apart) <= degrees;
  };
}

function hueOf(r, g, b) {
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
  const chroma = most - least;
  if (chroma === 0) return [0, 0];
  const sextant = most === r ? (g - b) / chroma : most === g ? 2 + (b - r) / chroma : 4 + (r - g) / chroma;
  return [60 * sextant, chroma];
}

/** The connected patches (4 neighbours) of pixels whose colour `matches`, largest first: { area, x, y:
 *  centroid (the  middle of pixel (0, 0) is at 0.5, 0.5), left, right, top, bottom, rim: [[x, y]] middles
 *  of those at its edge }. */
export function patches(image, matches) {
  const { width, height, data } = image;
  const mask = new Uint8Array(width * height);
  // Most pixels are as the one before.
  let [last, verdict] = [-1, 0];
  for (let at = 0; at < mask.length; ++at) {
    const color = (data[3 * at] << 16) | (data[3 * at + 1] << 8) | data[3 * at + 2];
    if (color !== last) [last, verdict] = [color, matches(data[3 * at], data[3 * at + 1], data[3 * at + 2]) ? kOpen : 0];
    mask[at] = verdict;
  }
  const found = [];
  for (let start = 0; start < mask.length; ++start) {
    if (mask[start] === kOpen) found.push(flood(mask, width, start));
  }
  return found.sort((a, b) => b.area - a.area);
}

const kOpen = 1;
const kDone = 2;

function flood(mask, width, start) {
  const patch = {
    area: 0,
    x: 0,
    y: 0,
    left: Infinity,
    right: -Infinity,
    top: Infinity,
    bottom: -Infinity,
    rim: [],
  };
  const todo = [start];
  mask[start] = kDone;
  while (todo.length > 0) {
    const at = todo.pop();
    const x = at % width;
    const y = (at - x) / width;
    patch.area += 1;
    patch.x += x + 0.5;
    patch.y += y + 0.5;
    patch.left = Math.min(patch.left, x);
    patch.right = Math.max(patch.right, x + 1);
    patch.top = Math.min(patch.top, y);
    patch.bottom = Math.max(patch.bottom, y + 1);
    const near = [at - width, at + width, x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1];
    if (near.some((next) => !mask[next])) patch.rim.push([x + 0.5, y + 0.5]);
    for (const next of near) {
      if (mask[next] === kOpen) {
        mask[next] = kDone;
        todo.push(next);
      }
    }
  }
  patch.x /= patch.area;
  patch.y /= patch.area;
  return patch;
}

const kCommon = new WeakMap();

/** The colour that most pixels have in a part of the picture; of the whole, it is counted once. */
export function commonColor(image, within) {
  if (within) return counted(image, within);
  let known = kCommon.get(image);
  if (!known) kCommon.set(image, (known = counted(image, {})));
  return known;
}

function counted(image, { left = 0, top = 0, right = image.width, bottom = image.height }) {
  const { data, width } = image;
  const counts = new Map();
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(image.height, bottom); ++y) {
    for (let x = Math.max(0, Math.floor(left)); x < Math.min(width, right); ++x) {
      const at = 3 * (y * width + x);
      const key = (data[at] << 16) | (data[at + 1] << 8) | data[at + 2];
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const [[most]] = [...counts].sort((a, b) => b[1] - a[1]);
  return [most >> 16, (most >> 8) & 255, most & 255];
}

/** The radius of a disc about (x, y), by how far from there the background begins, in pixels: the median
 *  over the  directions in which it does within `reach`; null if nothing but other things is around. Its
 *  edge, or its outline's, is  where the colour is halfway between the background and what it is 1 to 2
 *  pixels further in. */
export function edgeOfDisc(image, x, y, background, reach) {
  const away = (r, c, s) => difference(sample(image, x + r * c, y + r * s), background);
  const radii = [];
  for (let k = 0; k < 72; ++k) {
    const [c, s] = [Math.cos((k * Math.PI) / 36), Math.sin((k * Math.PI) / 36)];
    let out = 0;
    while (out < reach && away(out, c, s) > 6) out += 0.25;
    if (out >= reach || away(out + 1.5, c, s) > 6) continue;
    const half = Math.max(away(out - 1.5, c, s), away(out - 2, c, s)) / 2;
    let inner = out;
    while (inner > 0 && away(inner, c, s) < half) inner -= 0.05;
    radii.push(inner);
  }
  if (radii.length < 6) return null;
  return radii.sort((a, b) => a - b)[Math.floor(radii.length / 2)];
}

/** The colour at a place between the middles of pixels. */
function sample(image, x, y) {
  const [u, v] = [x - 0.5, y - 0.5];
  const [left, top] = [Math.floor(u), Math.floor(v)];
  const color = [0, 0, 0];
  for (const [dx, dy] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ]) {
    const weight = (dx ? u - left : 1 - u + left) * (dy ? v - top : 1 - v + top);
    const px = Math.min(image.width - 1, Math.max(0, left + dx));
    const py = Math.min(image.height - 1, Math.max(0, top + dy));
    colorAt(image, px, py).forEach((value, c) => (color[c] += weight * value));
  }
  return color;
}

/** The largest difference of two colours' channels. */
export function difference(a, b) {
  return Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]), Math.abs(a[2] - b[2]));
}
