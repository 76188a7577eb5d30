import { kKinematic, kSensor } from '../../run/types';
import { kMarked, kTurnedAway, type DiscStyle } from '../marks/marks';
import {
  kDarkMark,
  kLeastSpot,
  kLightMark,
  kMarkShare,
  kSensorFill,
  kSpot,
  kStripe,
  kStripeFill,
  kStripes,
} from '../patterns';
import { kRingWidth } from '../marks/rims';

export const kHead = `#version 300 es
precision highp float;
precision highp int;
`;

/** Marks a row of the texture that holds them. */
export const kRow = 512;

// Each mark is two texels, fetched by the four corners of a square around it. (Instances would be far slower
// where there is no graphics card, as each is a draw of its own there.)
export const kMarks = `
precision highp usampler2D;
uniform usampler2D marks;
void fetch(out vec4 first, out uvec4 second, out int corner) {
  int mark = gl_VertexID >> 2;
  corner = gl_VertexID & 3;
  ivec2 texel = ivec2(2 * (mark % ${kRow}), mark / ${kRow});
  first = uintBitsToFloat(texelFetch(marks, texel, 0));
  second = texelFetch(marks, texel + ivec2(1, 0), 0);
}
vec4 unpacked(uint color) {
  return vec4(color & 255u, (color >> 8) & 255u, (color >> 16) & 255u, color >> 24) / 255.0;
}
`;

// Pixels are CSS pixels. Edges are a device pixel wide, the middle of which is where the edge truly is.
export const kFrame = `
uniform vec2 size;        // of the picture
uniform float ratio;      // device pixels per CSS pixel
vec4 placed(vec2 pixel, float depth) {
  return vec4(2.0 * pixel.x / size.x - 1.0, 1.0 - 2.0 * pixel.y / size.y, 2.0 * depth - 1.0, 1.0);
}
`;

export const kDiscVertex = `${kHead}${kMarks}${kFrame}
out vec2 offset;
flat out float radius;
flat out float haze;
flat out vec4 fill;
flat out uint kind;
flat out vec2 tip;        // of a marked ball
void main() {
  vec4 disc;              // x, y, depth, radius
  uvec4 more;
  int corner;
  fetch(disc, more, corner);
  bool right = corner == 1 || corner == 2;
  offset = (disc.w + 1.0 / ratio) * vec2(right ? 1.0 : -1.0, corner >= 2 ? 1.0 : -1.0);
  radius = disc.w;
  haze = disc.z;
  fill = unpacked(more.x);
  kind = more.y;
  tip = uintBitsToFloat(more.zw);
  gl_Position = placed(disc.xy + offset, disc.z);
}
`;

export const kPaint = `
uniform float ratio;
uniform vec3 ink;
uniform vec3 paper;
uniform float outline;    // share of ink in outlines
out vec4 result;
float within(float edge, float place) { return clamp((edge - place) * ratio + 0.5, 0.0, 1.0); }
`;

// How a body looks in the plane. Tiny ones have no outline: it would be all of them.
export const kRim = `
float rimWidth(float size, uint kind) {
  return (kind & ${kKinematic}u) != 0u ? clamp(0.25 * size, 1.25, 3.0) : clamp(0.12 * size, 0.75, 1.5);
}
`;
export const kPlane = `${kRim}
// beyond: pixels outside of its edge; across: from its place; size: half of its width.
vec4 plane(vec4 fill, uint kind, float size, float beyond, vec2 across) {
  float rim = (1.0 - within(-rimWidth(size, kind), beyond)) * smoothstep(1.5, 4.0, size);
  float dark = (kind & ${kKinematic}u) != 0u ? mix(outline, 1.0, 0.4) : outline;
  float alpha = fill.a * within(0.0, beyond);
  if ((kind & ${kSensor}u) != 0u) {
    float along = mod((across.x + across.y) * 0.70710678, ${kStripes.toFixed(1)});
    float stripe = within(${kStripe.toFixed(1)}, abs(along - ${(kStripes / 2).toFixed(1)}));
    alpha *= mix(mix(${kSensorFill.toFixed(2)}, ${kStripeFill.toFixed(2)}, stripe), 0.9, rim);
  }
  return vec4(mix(fill.rgb, ink, dark * rim), alpha);
}
`;

// A surface in space, lit from the upper left, paler with distance. normal: to the right, down, to who looks.
export const kSpace = `
vec3 lit(vec3 color, vec3 normal, float haze) {
  float light = max(dot(normal, vec3(-0.402, -0.503, 0.765)), 0.0);
  float glint = light * light;
  glint *= glint;
  glint *= glint;
  glint *= glint * glint;
  vec3 shown = color * (0.36 + 0.56 * light + 0.16 * max(normal.z, 0.0)) + 0.2 * glint;
  return mix(shown, paper, 0.5 * haze);
}
`;

// Where the x axis of a ball leaves its surface the ball is darker, and at the other end lighter.
const kSpots = `
flat in vec2 tip;
vec3 spotted(vec3 color, vec3 normal) {
  if ((kind & ${kMarked}u) == 0u) return color;
  vec3 axis = vec3(tip, sqrt(max(1.0 - dot(tip, tip), 0.0)));
  bool far = dot(normal, axis) < 0.0;
  float place = radius * distance(normal, far ? -axis : axis);
  float size = max(${kSpot.toFixed(2)} * radius, ${kLeastSpot.toFixed(1)});
  // Askew, more of the surface is in a pixel.
  float cover = clamp((size - place) * ratio * max(normal.z, 0.25) + 0.5, 0.0, 1.0);
  vec3 ink = far == ((kind & ${kTurnedAway}u) != 0u) ? ${vector(kDarkMark)} : ${vector(kLightMark)};
  return mix(color, ink, ${kMarkShare.toFixed(2)} * cover);
}
`;

function vector(color: number): string {
  return `vec3(${[color >> 16, (color >> 8) & 255, color & 255].map((x) => (x / 255).toFixed(4)).join()})`;
}

const kDiscHead = `${kHead}
in vec2 offset;
flat in float radius;
flat in float haze;
flat in vec4 fill;
flat in uint kind;
${kPaint}`;

/** Of a ball of this colour. */
function shaded(color: string): string {
  return `
  vec2 across = offset / radius;
  float off = dot(across, across);
  float cover = within(radius, sqrt(off) * radius);
  // Nothing beside it is hidden by it.
  if (cover <= 0.0) discard;
  vec3 normal = vec3(across, sqrt(max(1.0 - off, 0.0)));
  result = vec4(lit(${color}, normal, haze), fill.a * cover);`;
}

const kDiscBody: Record<DiscStyle, string> = {
  flat: `
  result = plane(fill, kind, radius, length(offset) - radius, offset);`,
  shaded: shaded('fill.rgb'),
  spotted: shaded('spotted(fill.rgb, normal)'),
  ring: `
  float place = length(offset);
  result = vec4(fill.rgb, fill.a * within(radius, place) * (1.0 - within(radius - ${kRingWidth.toFixed(1)}, place)));`,
  ghost: `
  float place = length(offset);
  float dashes = max(8.0, floor(0.75 * radius));
  float wave = abs(fract(atan(offset.y, offset.x) * dashes / 6.28318530718) - 0.5);
  float dash = clamp((0.3 - wave) * radius * ratio * 6.28318530718 / dashes + 0.5, 0.0, 1.0);
  float rim = (1.0 - within(radius - 1.5, place)) * dash;
  result = vec4(mix(fill.rgb, ink, 0.35 * rim), within(radius, place) * mix(0.16, 0.9, rim));`,
  glow: `
  float place = length(offset) / radius;
  float soft = max(1.0 - place * place, 0.0);
  result = vec4(fill.rgb, fill.a * soft * soft);`,
  hole: `
  result = vec4(fill.rgb, fill.a * (1.0 - within(radius, length(offset))));`,
};

export function discFragment(style: DiscStyle): string {
  const parts = { flat: kPlane, shaded: kSpace, spotted: kSpace + kSpots }[style as string] ?? '';
  return `${kDiscHead}${parts}void main() {${kDiscBody[style]}\n}\n`;
}

/** A hole's marks cover all of the picture. */
export const kHoleVertex = `${kHead}${kMarks}${kFrame}
out vec2 offset;
flat out float radius;
flat out float haze;
flat out vec4 fill;
flat out uint kind;
void main() {
  vec4 disc;
  uvec4 more;
  int corner;
  fetch(disc, more, corner);
  vec2 place = vec2(corner == 1 || corner == 2, corner >= 2) * size;
  offset = place - disc.xy;
  radius = disc.w;
  haze = disc.z;
  fill = unpacked(more.x);
  kind = more.y;
  gl_Position = placed(place, disc.z);
}
`;

export const kLineVertex = `${kHead}${kMarks}${kFrame}
out vec2 place;           // along the line and across it, in pixels
flat out vec2 extent;     // its length, half its width
flat out vec4 fill;
void main() {
  vec4 first;
  uvec4 second;
  int corner;
  fetch(first, second, corner);
  vec3 from = first.xyz;
  vec4 rest = uintBitsToFloat(second);
  vec3 to = vec3(first.w, rest.xy);
  float width = rest.z;
  vec2 along = to.xy - from.xy;
  float span = length(along);
  vec2 direction = span > 0.0 ? along / span : vec2(1.0, 0.0);
  bool end = corner == 1 || corner == 2;
  float side = corner >= 2 ? 1.0 : -1.0;
  extent = vec2(span, 0.5 * width);
  float pad = extent.y + 1.0 / ratio;
  place = vec2(end ? span + pad : -pad, side * pad);
  fill = unpacked(second.w);
  vec2 pixel = from.xy + direction * place.x + vec2(-direction.y, direction.x) * place.y;
  gl_Position = placed(pixel, end ? to.z : from.z);
}
`;

export const kLineFragment = `${kHead}
in vec2 place;
flat in vec2 extent;
flat in vec4 fill;
uniform float ratio;
uniform bool dashed;
out vec4 result;
void main() {
  // Round ends: the distance to the line's piece.
  float beyond = max(max(-place.x, place.x - extent.x), 0.0);
  float cover = clamp((extent.y - length(vec2(beyond, place.y))) * ratio + 0.5, 0.0, 1.0);
  if (dashed) cover *= clamp((3.5 - abs(mod(place.x, 12.0) - 6.0)) * ratio + 0.5, 0.0, 1.0);
  result = vec4(fill.rgb, fill.a * cover);
}
`;

export const kTriangleVertex = `${kHead}
in vec3 corner;
in vec4 color;
${kFrame}
out vec4 fill;
void main() {
  fill = color;
  gl_Position = placed(corner.xy, corner.z);
}
`;

export const kTriangleFragment = `${kHead}
in vec4 fill;
out vec4 result;
void main() { result = fill; }
`;
