/**
 * Copies pooled bytes. Node.js buffers may share a block of several kilobytes, which one small part would keep in
 * memory.
 */
export function ownBytes(bytes: Buffer): Buffer {
  if (bytes.byteLength === bytes.buffer.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.byteLength);
  own.set(bytes);
  return own;
}
