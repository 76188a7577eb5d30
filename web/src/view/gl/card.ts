// Whether a graphics card draws what WebGL is asked for, or the processor feigns one.

/** What feigns one calls itself so. That it is slow, as one may ask WebGL itself, browsers do not always admit. */
const kFeigned = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** A moment's work, so ask once. */
export function hasGraphicsCard(): boolean {
  const gl = document.createElement('canvas').getContext('webgl2', { failIfMajorPerformanceCaveat: true });
  if (!gl) return false;
  const told = gl.getExtension('WEBGL_debug_renderer_info');
  const name = String(gl.getParameter(told ? told.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return !kFeigned.test(name);
}
