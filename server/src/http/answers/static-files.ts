import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';

interface EncodedFile {
  readonly bytes: Buffer;
  readonly etag: string;
}

export interface StaticFile {
  readonly type: string;
  readonly plain: EncodedFile;
  /** Preferred coding first. */
  readonly compressed: ReadonlyMap<string, EncodedFile>;
}

/** Keys are relative paths with slashes. */
export type StaticFiles = ReadonlyMap<string, StaticFile>;

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'application/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.tgz': 'application/gzip',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
};

const SUFFIXES = { br: '.br', gzip: '.gz' } as const;

/** Reads a folder into memory, except names starting with a dot. Requests then need no file descriptor or buffer. */
export async function loadStaticFiles(folder: string): Promise<StaticFiles> {
  const names = new Set(await namesIn(folder));
  const readEncoded = async (name: string): Promise<EncodedFile> => {
    const bytes = await readFile(join(folder, name));
    return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
  };
  const files = new Map<string, StaticFile>();
  for (const name of names) {
    if (Object.values(SUFFIXES).some((suffix) => names.has(name.slice(0, -suffix.length)) && name.endsWith(suffix)))
      continue;
    const compressed = new Map<string, EncodedFile>();
    for (const [coding, suffix] of Object.entries(SUFFIXES)) {
      if (names.has(name + suffix)) compressed.set(coding, await readEncoded(name + suffix));
    }
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    files.set(name, { type, plain: await readEncoded(name), compressed });
  }
  return files;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory());
  const names = files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'));
  return names.filter((name) => !/(^|\/)\./.test(name));
}

/** Uses the preferred content coding, or answers 304. */
export function sendStaticFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, plain, compressed }: StaticFile,
  cacheControl: string,
): FastifyReply {
  const coding = acceptedCoding(request, [...compressed.keys()]);
  const { bytes, etag } = (coding === null ? undefined : compressed.get(coding)) ?? plain;
  reply.headers({ 'Cache-Control': cacheControl, ETag: etag });
  if (compressed.size > 0) reply.header('Vary', 'accept-encoding');
  if (hasCopy(request, etag)) return reply.code(304).send();
  if (coding !== null) reply.header('Content-Encoding', coding);
  return reply.header('Content-Type', type).send(bytes);
}

/** The preferred content coding; null if the client accepts none. */
export const acceptedCoding = ({ headers }: FastifyRequest, codings: readonly string[]): string | null =>
  negotiate((headers['accept-encoding'] ?? '').toLowerCase(), [...codings]);

/** Weak comparison (RFC 9110, 13.1.2). */
export function hasCopy({ headers: { 'if-none-match': ifNoneMatch } }: FastifyRequest, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map(opaque);
  return tags.includes(opaque(etag)) || tags.includes('*');
}

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');
