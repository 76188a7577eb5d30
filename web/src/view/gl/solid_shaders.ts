import { kFrame, kHead, kMarks, kPaint, kPlane, kRim, kRow, kSpace } from './shaders';

// All corners of all meshes stand in a texture, two texels each; a mark's begin at the one that it names.
// They are fetched as marks are: instances would be far slower where there is no graphics card.
const kVertex = `${kHead}${kMarks}${kFrame}${kRim}
precision highp sampler2D;
uniform sampler2D mesh;
uniform int corners;      // of each mark
uniform vec3 right;
uniform vec3 up;
uniform vec3 away;
uniform float scale;      // pixels per [L]
uniform float deepening;  // depth per pixel
out vec2 across;
out float beyond;
centroid out vec3 normal;
flat out float girth;
flat out vec4 fill;
flat out uint kind;
// By a turn of marks.ts.
vec2 turned(vec2 v, float turn) {
  vec2 half_way = vec2(1.0 - turn * turn, 2.0 * turn) / (1.0 + turn * turn);
  vec2 axis = vec2(half_way.x * half_way.x - half_way.y * half_way.y, 2.0 * half_way.x * half_way.y);
  return vec2(axis.x * v.x - axis.y * v.y, axis.y * v.x + axis.x * v.y);
}
vec3 seen(vec3 v) { return vec3(dot(v, right), dot(v, up), dot(v, away)); }
void main() {
  int mark = gl_VertexID / corners;
  ivec2 texel = ivec2(2 * (mark % ${kRow}), mark / ${kRow});
  vec4 place = uintBitsToFloat(texelFetch(marks, texel, 0));      // x, y, depth, radius
  uvec4 more = texelFetch(marks, texel + ivec2(1, 0), 0);
  int corner = int(more.y) + gl_VertexID % corners;
  texel = ivec2(2 * (corner % ${kRow}), corner / ${kRow});
  vec4 core = texelFetch(mesh, texel, 0);
  vec3 outwards = seen(texelFetch(mesh, texel + ivec2(1, 0), 0).xyz);
  fill = unpacked(more.x);
  kind = more.z & 3u;
  girth = uintBitsToFloat(more.w);
  beyond = BEYOND;
  vec3 off = scale * seen(core.xyz) + (place.w + beyond) * outwards;
  TURN
  across = vec2(off.x, -off.y);
  normal = vec3(outwards.x, -outwards.y, -outwards.z);
  gl_Position = placed(place.xy + across, clamp(place.z + off.z * deepening, 0.0, 1.0));
}
`;

const kFragment = `${kHead}
in vec2 across;
in float beyond;
centroid in vec3 normal;
flat in float girth;
flat in vec4 fill;
flat in uint kind;
${kPaint}`;

/** The rim reaches a device pixel outwards, and inwards as far as there is an outline to draw. */
const kFlatBeyond = 'core.w > 0.5 ? 1.0 / ratio : -min(rimWidth(girth, kind) + 1.0, 0.9 * girth)';

/** In the plane there is a turn in place of a depth. */
const kFlatTurn = 'if (place.z != 0.0) off.xy = turned(off.xy, place.z);';

export function solidSources(style: 'flat' | 'lit'): [vertex: string, fragment: string] {
  const flat = style === 'flat';
  const body = flat
    ? 'result = plane(fill, kind, girth, beyond, across);'
    : 'result = vec4(lit(fill.rgb, normalize(normal), gl_FragCoord.z), fill.a);';
  return [
    kVertex.replace('BEYOND', flat ? kFlatBeyond : '0.0').replace('TURN', flat ? kFlatTurn : ''),
    `${kFragment}${flat ? kPlane : kSpace}void main() { ${body} }\n`,
  ];
}
