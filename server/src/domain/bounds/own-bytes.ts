/**
 * The same bytes in memory of their own. What Node.js makes of a short text, or by joining or compressing, lies in a
 * block of several kilobytes, all of which lives as long as the part that is kept.
 */
export function ownBytes(bytes: Buffer): Buffer {
  if (bytes.byteLength === bytes.buffer.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.byteLength);
  own.set(bytes);
  return own;
}
