type Bytes = Uint8Array<ArrayBuffer>;

/** A tree of hashes (RFC 6962) at one size. */
export interface TreeHead {
  readonly size: number;
  readonly root: Bytes;
}

/** A signed text in the format of c2sp.org/signed-note. */
export interface SignedNote {
  /** The first line, which names what the text is of. */
  readonly origin: string;
  /** Lines after the first. */
  readonly lines: readonly string[];
  /** What the signatures cover. */
  readonly text: string;
  readonly signatures: readonly { readonly name: string; readonly keyId: string; readonly signature: Bytes }[];
}

/** A signed tree head in the format of c2sp.org/tlog-checkpoint. */
export interface Checkpoint extends TreeHead, SignedNote {}

const HASH_BYTES = 32;
const KEY_ID_BYTES = 4;
/** The type of a note signature. */
const ED25519 = 1;

/** Returns null unless the text is a whole checkpoint. Signatures are not verified. */
export function parseCheckpoint(note: string): Checkpoint | null {
  const parsed = parseNote(note);
  const [size = '', root = ''] = parsed?.lines ?? [];
  const hash = bytesFromBase64(root);
  if (parsed === null || !/^(0|[1-9]\d{0,14})$/.test(size) || hash?.length !== HASH_BYTES) return null;
  return { ...parsed, size: Number(size), root: hash };
}

/** Returns null unless the text is a whole signed note. Signatures are not verified. */
export function parseNote(note: string): SignedNote | null {
  const end = note.indexOf('\n\n') + 1;
  const [origin = '', ...lines] = note.slice(0, end).split('\n');
  if (origin === '' || lines.pop() !== '' || lines.includes('') || !note.endsWith('\n')) return null;
  const signatures = note
    .slice(end + 1, -1)
    .split('\n')
    .map(parseSignature);
  if (!signatures.every((each) => each !== null)) return null;
  return { origin, lines, text: note.slice(0, end), signatures };
}

function parseSignature(line: string): Checkpoint['signatures'][number] | null {
  const [, name = '', encoded = ''] = /^\u2014 ([^\s+]+) (\S+)$/u.exec(line) ?? [];
  const bytes = bytesFromBase64(encoded);
  if (bytes === null || bytes.length <= KEY_ID_BYTES) return null;
  return { name, keyId: toBase64(bytes.slice(0, KEY_ID_BYTES)), signature: bytes.slice(KEY_ID_BYTES) };
}

/** Ignores signatures by other keys. Rejects where Ed25519 is not supported. */
export async function isSignedBy({ origin, text, signatures }: SignedNote, publicKey: Bytes): Promise<boolean> {
  const keyId = await keyIdOf(origin, publicKey);
  for (const each of signatures) {
    if (each.name !== origin || each.keyId !== keyId) continue;
    if (await isSignature(publicKey, each.signature, text)) return true;
  }
  return false;
}

/** Identifies a key among those of a name; base64. */
export const keyIdOf = async (name: string, publicKey: Bytes): Promise<string> =>
  toBase64((await sha256(utf8(`${name}\n`), new Uint8Array([ED25519]), publicKey)).slice(0, KEY_ID_BYTES));

/** What a key signs to name the key that follows it. */
export const endorsedText = (publicKey: string): string => `orgdesk audit key\n${publicKey}\n`;

export async function isSignature(publicKey: Bytes, signature: Bytes, text: string): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', key, signature, utf8(text));
}

/** Verifies a consistency proof (RFC 9162, 2.1.4.2): all leaves of the older tree come first in the newer one. */
export async function isExtended(older: TreeHead, newer: TreeHead, proof: readonly Bytes[]): Promise<boolean> {
  if (older.size > newer.size) return false;
  if (older.size === newer.size) return proof.length === 0 && isSame(older.root, newer.root);
  if (older.size === 0) return proof.length === 0;
  const hashes: readonly Bytes[] = isPowerOfTwo(older.size) ? [older.root, ...proof] : proof;
  const [first, ...others] = hashes;
  if (first === undefined) return false;
  let [index, last] = [older.size - 1, newer.size - 1];
  const up = () => {
    [index, last] = [Math.floor(index / 2), Math.floor(last / 2)];
  };
  while (index % 2 === 1) up();
  let [olderRoot, newerRoot] = [first, first];
  for (const hash of others) {
    if (last === 0) return false;
    if (index % 2 === 1 || index === last) {
      [olderRoot, newerRoot] = [await nodeHash(hash, olderRoot), await nodeHash(hash, newerRoot)];
      while (index % 2 === 0 && index !== 0) up();
    } else newerRoot = await nodeHash(newerRoot, hash);
    up();
  }
  return last === 0 && isSame(olderRoot, older.root) && isSame(newerRoot, newer.root);
}

const isPowerOfTwo = (size: number): boolean => Number.isInteger(Math.log2(size)) && 2 ** Math.log2(size) === size;

const nodeHash = (left: Bytes, right: Bytes): Promise<Bytes> => sha256(new Uint8Array([1]), left, right);

async function sha256(...parts: readonly Bytes[]): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(parts.flatMap((part) => [...part]))));
}

const isSame = (one: Bytes, other: Bytes): boolean => toBase64(one) === toBase64(other);

const utf8 = (text: string): Bytes => new TextEncoder().encode(text);

export const toBase64 = (bytes: Bytes): string => btoa(String.fromCharCode(...bytes));

export function bytesFromBase64(text: string): Bytes | null {
  if (!/^[A-Za-z\d+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return null;
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
