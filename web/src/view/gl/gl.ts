import type { Camera } from '../camera';
import type { Figures } from '../shapes/figures';
import { MarkTexture, MeshTexture } from './gl_textures';
import type { Batch } from '../marks/marks';
import type { Renderer, ViewState } from '../renderer';
import {
  discFragment,
  kDiscVertex,
  kHoleVertex,
  kLineFragment,
  kLineVertex,
  kTriangleFragment,
  kTriangleVertex,
} from './shaders';
import { solidSources } from './solid_shaders';
import { Stage } from '../marks/stage';
import type { StageTheme } from '../theme';

/** Where a triangle's corner has its place and its colour. */
const kCorner = 0;
const kColor = 1;

type Uniforms = Record<string, WebGLUniformLocation | null>;

interface Program {
  program: WebGLProgram;
  /** Null until they are asked for. */
  uniforms: Uniforms | null;
}

/** Where a batch's marks live on the graphics card: triangles in a buffer, all else in textures. */
interface Store {
  /** One, or of solids one a group. */
  textures: Map<number, MarkTexture>;
  buffer: WebGLBuffer | null;
  array: WebGLVertexArrayObject;
  /** Bytes of the buffer. */
  room: number;
}

/** Draws with WebGL2. */
export class GlRenderer implements Renderer {
  readonly kind = 'webgl2';
  private programs = new Map<string, Program>();
  private stores = new Map<Batch, Store>();
  private mesh: MeshTexture | null = null;
  /** The corners of so many marks as triangles, four corners each. */
  private corners: WebGLBuffer | null = null;
  private cornered = 0;
  private ratio = 1;
  private last: ViewState | null = null;

  /** Null where the browser has no WebGL2. `edged`: there are bodies in 3D that are no balls. */
  static make(
    canvas: HTMLCanvasElement,
    dimension: 2 | 3,
    edged: boolean,
    spins: boolean,
  ): GlRenderer | null {
    const gl = canvas.getContext('webgl2', {
      alpha: false,
      // The edges of all other marks are soft of themselves.
      antialias: edged,
      depth: dimension === 3,
      stencil: false,
      powerPreference: 'high-performance',
    });
    return gl ? new GlRenderer(canvas, gl, new Stage(dimension, spins)) : null;
  }

  private constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly gl: WebGL2RenderingContext,
    private readonly stage: Stage,
  ) {
    // While these are compiled, the page is made.
    for (const batch of this.stage.batches) if (kOfFirst.includes(nameOf(batch))) this.linking(batch);
    canvas.addEventListener('webglcontextlost', this.lost);
    canvas.addEventListener('webglcontextrestored', this.restored);
  }

  resize(width: number, height: number, pixelRatio: number): void {
    this.ratio = pixelRatio;
    const w = Math.max(1, Math.round(width * pixelRatio));
    const h = Math.max(1, Math.round(height * pixelRatio));
    if (this.canvas.width !== w) this.canvas.width = w;
    if (this.canvas.height !== h) this.canvas.height = h;
  }

  draw(view: ViewState): void {
    const { gl, stage } = this;
    this.last = view;
    if (gl.isContextLost()) return;
    stage.compose(view);
    gl.viewport(0, 0, this.canvas.width, this.canvas.height);
    gl.disable(gl.SCISSOR_TEST);
    gl.depthMask(true);
    const paper = components(view.theme.paper);
    gl.clearColor(paper[0], paper[1], paper[2], 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    gl.depthFunc(gl.LEQUAL);
    for (const batch of stage.batches) if (batch.marks.count > 0) this.drawBatch(batch, view);
    gl.bindVertexArray(null);
  }

  dispose(): void {
    this.canvas.removeEventListener('webglcontextlost', this.lost);
    this.canvas.removeEventListener('webglcontextrestored', this.restored);
    for (const { program } of this.programs.values()) this.gl.deleteProgram(program);
    this.mesh?.dispose();
    for (const { textures, buffer, array } of this.stores.values()) {
      for (const texture of textures.values()) texture.dispose();
      this.gl.deleteBuffer(buffer);
      this.gl.deleteVertexArray(array);
    }
    this.gl.deleteBuffer(this.corners);
    this.last = null;
  }

  private readonly lost = (event: Event): void => {
    // Says that it will be restored.
    event.preventDefault();
    this.programs = new Map();
    this.stores = new Map();
    this.mesh = null;
    this.corners = null;
    this.cornered = 0;
  };

  private readonly restored = (): void => {
    if (this.last) this.draw(this.last);
  };

  private drawBatch(batch: Batch, { theme, camera, figures }: ViewState): void {
    const { gl } = this;
    const { program, uniforms } = this.programOf(batch);
    gl.useProgram(program);
    // A CSS pixel is exactly so many device pixels, though their numbers are whole.
    gl.uniform2f(uniforms.size, this.canvas.width / this.ratio, this.canvas.height / this.ratio);
    gl.uniform1f(uniforms.ratio, this.ratio);
    this.setClip(batch.clipped);
    if (batch.depth === 'none') gl.disable(gl.DEPTH_TEST);
    else gl.enable(gl.DEPTH_TEST);
    gl.depthMask(batch.depth === 'write');
    if (batch.kind === 'triangles') {
      this.drawTriangles(batch);
      return;
    }
    if (batch.kind === 'lines') gl.uniform1i(uniforms.dashed, batch.dashed ? 1 : 0);
    else this.setBodyColors(uniforms, theme);
    if (batch.kind === 'solids') this.drawSolids(batch, uniforms, camera, figures);
    else this.drawSquares(batch);
  }

  private setBodyColors(uniforms: Uniforms, theme: StageTheme): void {
    const { gl } = this;
    gl.uniform3fv(uniforms.ink, components(theme.ink));
    gl.uniform3fv(uniforms.paper, components(theme.faces[1]));
    gl.uniform1f(uniforms.outline, theme.dark ? 0.3 : 0.45);
  }

  private setClip(clipped: boolean): void {
    const { gl, ratio } = this;
    if (!clipped) {
      gl.disable(gl.SCISSOR_TEST);
      return;
    }
    const { left, top, right, bottom } = this.stage.clip;
    const inside = (value: number, end: number): number =>
      Math.min(Math.max(Math.round(value * ratio), 0), end);
    const x0 = inside(left, this.canvas.width);
    const x1 = inside(right, this.canvas.width);
    const y0 = inside(top, this.canvas.height);
    const y1 = inside(bottom, this.canvas.height);
    gl.enable(gl.SCISSOR_TEST);
    gl.scissor(x0, this.canvas.height - y1, Math.max(x1 - x0, 0), Math.max(y1 - y0, 0));
  }

  private storeOf(batch: Batch): Store {
    let store = this.stores.get(batch);
    if (store) return store;
    const { gl } = this;
    const array = gl.createVertexArray()!;
    store = { textures: new Map(), buffer: null, array, room: 0 };
    this.stores.set(batch, store);
    if (batch.kind === 'triangles') {
      store.buffer = gl.createBuffer()!;
      gl.bindVertexArray(array);
      gl.bindBuffer(gl.ARRAY_BUFFER, store.buffer);
      gl.enableVertexAttribArray(kCorner);
      gl.vertexAttribPointer(kCorner, 3, gl.FLOAT, false, 16, 0);
      gl.enableVertexAttribArray(kColor);
      gl.vertexAttribPointer(kColor, 4, gl.UNSIGNED_BYTE, true, 16, 12);
    }
    return store;
  }

  private drawTriangles(batch: Batch & { kind: 'triangles' }): void {
    const { gl } = this;
    const { marks } = batch;
    const store = this.storeOf(batch);
    gl.bindVertexArray(store.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, store.buffer);
    if (store.room < marks.words.byteLength) {
      store.room = marks.words.byteLength;
      gl.bufferData(gl.ARRAY_BUFFER, store.room, gl.STREAM_DRAW);
    }
    gl.bufferSubData(gl.ARRAY_BUFFER, 0, marks.words, 0, marks.count * marks.stride);
    gl.drawArrays(gl.TRIANGLES, 0, marks.count);
  }

  /** The texture of a batch's marks, or of a group of them. */
  private textureOf({ textures }: Store, group = 0): MarkTexture {
    let texture = textures.get(group);
    if (!texture) textures.set(group, (texture = new MarkTexture(this.gl)));
    return texture;
  }

  private drawSquares(batch: Batch & { kind: 'discs' | 'lines' }): void {
    const { gl } = this;
    const { marks } = batch;
    const store = this.storeOf(batch);
    gl.bindVertexArray(store.array);
    gl.activeTexture(gl.TEXTURE0);
    this.textureOf(store).fill(marks);
    this.bindCorners(marks.count);
    gl.drawElements(gl.TRIANGLES, 6 * marks.count, gl.UNSIGNED_INT, 0);
  }

  private drawSolids(
    batch: Batch & { kind: 'solids' },
    uniforms: Uniforms,
    { right, up, away, scale }: Camera,
    figures: Figures,
  ): void {
    const { gl } = this;
    const store = this.storeOf(batch);
    gl.bindVertexArray(store.array);
    gl.activeTexture(gl.TEXTURE1);
    this.mesh ??= new MeshTexture(gl);
    this.mesh.fill(figures);
    gl.activeTexture(gl.TEXTURE0);
    gl.uniform1i(uniforms.mesh, 1);
    gl.uniform3fv(uniforms.right, right);
    gl.uniform3fv(uniforms.up, up);
    gl.uniform3fv(uniforms.away, away);
    gl.uniform1f(uniforms.scale, scale);
    gl.uniform1f(uniforms.deepening, this.stage.depths.scale / scale);
    // In the plane a mesh has no back.
    if (batch.style === 'lit') gl.enable(gl.CULL_FACE);
    for (const [corners, marks] of batch.marks.groups) {
      if (marks.count === 0) continue;
      this.textureOf(store, corners).fill(marks);
      gl.uniform1i(uniforms.corners, corners);
      gl.drawArrays(gl.TRIANGLES, 0, corners * marks.count);
    }
    gl.disable(gl.CULL_FACE);
    for (const [corners, texture] of store.textures) {
      if (batch.marks.groups.has(corners)) continue;
      texture.dispose();
      store.textures.delete(corners);
    }
  }

  private bindCorners(marks: number): void {
    const { gl } = this;
    this.corners ??= gl.createBuffer();
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.corners);
    if (this.cornered >= marks) return;
    this.cornered = Math.max(2 * marks, 256);
    const indices = new Uint32Array(6 * this.cornered);
    for (let mark = 0; mark < this.cornered; ++mark)
      [0, 1, 2, 0, 2, 3].forEach((corner, k) => (indices[6 * mark + k] = 4 * mark + corner));
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.STATIC_DRAW);
  }

  /** What draws a batch; being compiled from now on, if it is new. */
  private linking(batch: Batch): Program {
    const name = nameOf(batch);
    let known = this.programs.get(name);
    if (!known) {
      known = { program: link(this.gl, ...sourcesOf(batch)), uniforms: null };
      this.programs.set(name, known);
    }
    return known;
  }

  /** Waits until it is linked. */
  private programOf(batch: Batch): { program: WebGLProgram; uniforms: Uniforms } {
    const known = this.linking(batch);
    known.uniforms ??= uniformsOf(this.gl, known.program);
    return { program: known.program, uniforms: known.uniforms };
  }
}

/** What the first picture of most runs has in it. */
const kOfFirst = ['lines', 'triangles', 'discs flat', 'discs shaded', 'discs spotted', 'discs ghost'];

/** Of the program that draws a batch. */
function nameOf(batch: Batch): string {
  return 'style' in batch ? `${batch.kind} ${batch.style}` : batch.kind;
}

function sourcesOf(batch: Batch): [vertex: string, fragment: string] {
  if (batch.kind === 'lines') return [kLineVertex, kLineFragment];
  if (batch.kind === 'triangles') return [kTriangleVertex, kTriangleFragment];
  if (batch.kind === 'solids') return solidSources(batch.style);
  return [batch.style === 'hole' ? kHoleVertex : kDiscVertex, discFragment(batch.style)];
}

const kOfPictures = ['size', 'ratio', 'dashed', 'ink', 'paper', 'outline'];
const kOfSolids = ['mesh', 'corners', 'right', 'up', 'away', 'scale', 'deepening'];

function link(gl: WebGL2RenderingContext, vertex: string, fragment: string): WebGLProgram {
  const program = gl.createProgram()!;
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(type)!;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    gl.deleteShader(shader);
  }
  gl.bindAttribLocation(program, kCorner, 'corner');
  gl.bindAttribLocation(program, kColor, 'color');
  gl.linkProgram(program);
  return program;
}

function uniformsOf(gl: WebGL2RenderingContext, program: WebGLProgram): Uniforms {
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
    const logs = (gl.getAttachedShaders(program) ?? []).map((shader) => gl.getShaderInfoLog(shader));
    throw new Error(`a shader does not compile: ${gl.getProgramInfoLog(program)} ${logs.join(' ')}`);
  }
  const uniforms: Uniforms = {};
  for (const name of [...kOfPictures, ...kOfSolids]) uniforms[name] = gl.getUniformLocation(program, name);
  return uniforms;
}

function components(color: number): [number, number, number] {
  return [(color >> 16) / 255, ((color >> 8) & 255) / 255, (color & 255) / 255];
}
