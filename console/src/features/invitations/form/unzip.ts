const ENTRIES_MAX = 2_000;
const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const COMMENT_MAX_BYTES = 65_535;

export class ArchiveRefusal extends Error {
  readonly isTooLarge: boolean;

  constructor(isTooLarge: boolean) {
    super(isTooLarge ? 'archive too large' : 'no usable archive');
    this.isTooLarge = isTooLarge;
  }
}

/** Returns a function that unpacks one entry. All entries together may unpack to `maxBytes`. */
export function openArchive(bytes: Uint8Array, maxBytes: number): (name: string) => Promise<string | null> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = entriesIn(bytes, view);
  let left = maxBytes;
  return async (name) => {
    const entry = entries.get(name);
    if (entry === undefined) return null;
    const { at, packed, method } = entry;
    if (at + 30 > bytes.length || view.getUint32(at, true) !== LOCAL) throw new ArchiveRefusal(false);
    const from = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
    if (from + packed > bytes.length) throw new ArchiveRefusal(false);
    const stored = new Blob([bytes.slice(from, from + packed)]).stream();
    const stream = method === 0 ? stored : stored.pipeThrough(new DecompressionStream('deflate-raw'));
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    const reader = stream.getReader();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        left -= value.length;
        if (left < 0) throw new ArchiveRefusal(true);
        chunks.push(value);
      }
    } catch (thrown) {
      void reader.cancel().catch(() => undefined);
      throw thrown instanceof ArchiveRefusal ? thrown : new ArchiveRefusal(false);
    }
    return new Blob(chunks).text();
  };
}

interface ArchiveEntry {
  readonly at: number;
  readonly packed: number;
  readonly method: number;
}

function entriesIn(bytes: Uint8Array, view: DataView): ReadonlyMap<string, ArchiveEntry> {
  const entries = new Map<string, ArchiveEntry>();
  const lowest = Math.max(0, bytes.length - END_BYTES - COMMENT_MAX_BYTES);
  let end = bytes.length - END_BYTES;
  while (end >= lowest && view.getUint32(end, true) !== END) end -= 1;
  if (end < lowest) throw new ArchiveRefusal(false);
  const count = view.getUint16(end + 10, true);
  if (count > ENTRIES_MAX) throw new ArchiveRefusal(true);
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== ENTRY) throw new ArchiveRefusal(false);
    const method = view.getUint16(at + 10, true);
    const isEncrypted = (view.getUint16(at + 8, true) & 1) === 1;
    if (isEncrypted || (method !== 0 && method !== 8)) throw new ArchiveRefusal(false);
    const nameBytes = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameBytes));
    entries.set(name, { at: view.getUint32(at + 42, true), packed: view.getUint32(at + 20, true), method });
    at += 46 + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}
