export const ROWS_FILE_MAX_BYTES = 4 * 1024 * 1024;

export function fileKindOf(bytes: Uint8Array): 'workbook' | 'older-workbook' | 'other' {
  if (startsWith(bytes, 0x50, 0x4b, 3, 4)) return 'workbook';
  return startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0) ? 'older-workbook' : 'other';
}

const startsWith = (bytes: Uint8Array, ...first: readonly number[]): boolean =>
  first.every((byte, index) => bytes[index] === byte);

export const ENCODINGS = ['UTF-8', 'UTF-16LE', 'UTF-16BE', 'Windows-1252', 'Windows-1250', 'Mac Roman'] as const;
export type Encoding = (typeof ENCODINGS)[number];

const LABELS: Readonly<Record<Encoding, string>> = {
  'UTF-8': 'utf-8',
  'UTF-16LE': 'utf-16le',
  'UTF-16BE': 'utf-16be',
  'Windows-1252': 'windows-1252',
  'Windows-1250': 'windows-1250',
  'Mac Roman': 'macintosh',
};
const SAMPLE_BYTES = 20_000;
const OF_TEXT = /[\s\u007F-\u009F]/;
const isBinary = (text: string): boolean => text.match(/\p{Cc}/gu)?.some((each) => !OF_TEXT.test(each)) === true;

export interface DecodedText {
  readonly text: string;
  readonly encoding: Encoding;
}

export function decodeText(bytes: Uint8Array): DecodedText | null {
  const encoding = encodingOf(bytes);
  const text = decoded(bytes, encoding);
  return text === null || isBinary(text) ? null : { text, encoding };
}

/** Decodes the bytes of a text again; returns null if they do not fit. */
export function decodedAs(text: string, from: Encoding, to: Encoding): string | null {
  const again = decoded(bytesOf(text, from), to);
  return again === null || isBinary(again) ? null : again;
}

function decoded(bytes: Uint8Array, encoding: Encoding): string | null {
  try {
    return new TextDecoder(LABELS[encoding], { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function encodingOf(bytes: Uint8Array): Encoding {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'UTF-16LE';
  if (first === 0xfe && second === 0xff) return 'UTF-16BE';
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  let [low, high] = [0, 0];
  for (const [index, byte] of sample.entries()) {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
    // Punctuation of Windows-1252, which has no letters of Western names below 0xC0.
    if (byte >= 0xc0) high += 1;
    else if (byte >= 0x83 && byte < 0xa0 && !(byte === 0x85 || (byte > 0x90 && byte < 0x98))) low += 1;
  }
  const [even = 0, odd = 0] = zeros;
  if (odd * 4 > sample.length) return 'UTF-16LE';
  if (even * 4 > sample.length) return 'UTF-16BE';
  if (decoded(bytes, 'UTF-8') !== null) return 'UTF-8';
  return low > high ? 'Mac Roman' : 'Windows-1252';
}

function bytesOf(text: string, encoding: Encoding): Uint8Array {
  if (encoding === 'UTF-8') return new TextEncoder().encode(text);
  if (encoding === 'UTF-16LE' || encoding === 'UTF-16BE') {
    const view = new DataView(new ArrayBuffer(text.length * 2));
    for (let index = 0; index < text.length; index += 1) {
      view.setUint16(index * 2, text.charCodeAt(index), encoding === 'UTF-16LE');
    }
    return new Uint8Array(view.buffer);
  }
  const all = new TextDecoder(LABELS[encoding]).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  const byteOf = new Map([...all].map((character, byte) => [character, byte]));
  return Uint8Array.from(text, (character) => byteOf.get(character) ?? 0x3f);
}
