import { createPrivateKey, createPublicKey, hash, type KeyObject, sign } from 'node:crypto';
import { endorsedText, keyIdOf } from '@orgdesk/contract/checkpoint';
import type { Entropy } from '../../lib/system.ts';

const SEED_BYTES = 32;
/** What precedes the seed in a private key (RFC 8410). */
const PRIVATE_KEY_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Ed25519. */
export interface HeadKey {
  /** Base64. */
  readonly publicKey: string;
  /** Base64; secret. */
  readonly seed: string;
}

export const createHeadKey = (entropy: Entropy): HeadKey => headKeyOf(Buffer.from(entropy.bytes(SEED_BYTES)));

function headKeyOf(seed: Buffer): HeadKey {
  const { x = '' } = createPublicKey(privateKeyOf(seed)).export({ format: 'jwk' });
  return { publicKey: Buffer.from(x, 'base64url').toString('base64'), seed: seed.toString('base64') };
}

const privateKeyOf = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PRIVATE_KEY_PREFIX, seed]), format: 'der', type: 'pkcs8' });

const signatureOf = ({ seed }: HeadKey, text: string): Buffer =>
  sign(null, Buffer.from(text), privateKeyOf(Buffer.from(seed, 'base64')));

/** Confirms that `next` follows this key; base64. */
export const endorse = (key: HeadKey, next: HeadKey): string =>
  signatureOf(key, endorsedText(next.publicKey)).toString('base64');

/** Names an organization's audit log wherever its heads are kept. */
export const originOf = (host: string, organizationId: number): string => `${host}/organizations/${organizationId}`;

/** Returns null for the origin of something else. */
export function organizationIn(origin: string): number | null {
  const [, id] = /\/organizations\/([1-9]\d{0,14})$/.exec(origin) ?? [];
  return id === undefined ? null : Number(id);
}

export const signHead = (
  key: HeadKey,
  { origin, size, root }: { readonly origin: string; readonly size: number; readonly root: Uint8Array },
): Promise<string> => signNote(key, origin, [String(size), Buffer.from(root).toString('base64')]);

/** Signs a text (c2sp.org/signed-note) that begins with its origin. Lines have no control characters. */
export async function signNote(key: HeadKey, origin: string, lines: readonly string[]): Promise<string> {
  const text = `${[origin, ...lines].join('\n')}\n`;
  const keyId = await keyIdOf(origin, Uint8Array.from(Buffer.from(key.publicKey, 'base64')));
  const signed = Buffer.concat([Buffer.from(keyId, 'base64'), signatureOf(key, text)]);
  return `${text}\n\u2014 ${origin} ${signed.toString('base64')}\n`;
}

/** A key as in c2sp.org/signed-note. */
export async function verifierKey(name: string, publicKey: string): Promise<string> {
  const key = Uint8Array.from(Buffer.from(publicKey, 'base64'));
  const keyId = Buffer.from(await keyIdOf(name, key), 'base64').toString('hex');
  return `${name}+${keyId}+${Buffer.concat([Buffer.from([1]), key]).toString('base64')}`;
}

/** Returns the public key in base64, or null unless the text is a verifier key of Ed25519. */
export async function parseVerifierKey(text: string): Promise<string | null> {
  const [, name = '', encoded = ''] = /^([^\s+]+)\+[\da-f]{8}\+(\S+)$/.exec(text) ?? [];
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length !== 1 + SEED_BYTES || bytes[0] !== 1) return null;
  const publicKey = bytes.subarray(1).toString('base64');
  return (await verifierKey(name, publicKey)) === text ? publicKey : null;
}

/** Short enough to be shown. */
export const printOf = (publicKey: string): string => hash('sha256', Buffer.from(publicKey, 'base64')).slice(0, 16);
