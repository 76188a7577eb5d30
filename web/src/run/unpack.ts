// The browser's own way to unpack what deflate has packed.

/** Bytes that are unpacked at a time, and what comes of them waits to be read. */
const kPiece = 65536;

/** What a zlib stream holds. */
export function unpacked(bytes: Uint8Array): ReadableStream<Uint8Array<ArrayBuffer>> {
  return inPieces(bytes).pipeThrough(new DecompressionStream('deflate'));
}

/** Not by way of a Blob, which asks the browser's other processes for what is here. */
function inPieces(bytes: Uint8Array): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, at + kPiece) as Uint8Array<ArrayBuffer>);
      at += kPiece;
    },
  });
}
