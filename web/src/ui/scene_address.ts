// A scene in the fragment of an address: #scene=NAME.BYTES, the text packed by deflate, as base64url.

/** Bytes: of an address that is shared; and of a text that comes out of one. */
export const kMostAddress = 8192;
const kMostText = 262_144;

function base64url(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
}

/** The fragment, or null if it would be too long. */
export async function fragmentOf(name: string, text: string): Promise<string | null> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const fragment = `#scene=${encodeURIComponent(name).replace(/\./g, '%2E')}.${base64url(bytes)}`;
  return fragment.length <= kMostAddress ? fragment : null;
}

/** What a fragment holds; null if it holds no scene. Throws if it is damaged, or far too large. */
export async function sceneOf(fragment: string): Promise<{ name: string; text: string } | null> {
  const match = /^#scene=([^.]{0,200})\.([A-Za-z0-9_-]*)$/.exec(fragment);
  if (!match) return null;
  if (fragment.length > kMostAddress) throw new Error('the scene in this address is too large');
  const stream = new Blob([bytesOf(match[2]) as BlobPart]).stream().pipeThrough(new DecompressionStream('deflate'));
  const reader = stream.getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > kMostText) throw new Error('the scene in this address is too large');
    pieces.push(value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return { name: decodeURIComponent(match[1]), text: new TextDecoder().decode(bytes) };
}
