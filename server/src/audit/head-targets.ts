import { constants, createReadStream } from 'node:fs';
import { access, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Checkpoint, parseCheckpoint } from '@orgdesk/contract/checkpoint';
import {
  AUDIT_HEAD_ANSWER_LIMIT_MS,
  AUDIT_HEAD_ANSWER_MAX_BYTES,
  AUDIT_HEAD_LINE_MAX_CHARACTERS,
} from '../lib/limits/audit.ts';
import { ok, type Result, refuse, withinLimit } from '../lib/result.ts';
import type { AuditHeadTarget, AuditHeadTargetCheck, UndeliveredHead, UnsentAuditHead } from './heads.ts';

/** Origin, size, root and an empty line come before the signatures of a checkpoint. */
const LINES_BEFORE_SIGNATURE = 4;
const SIGNATURE = '\u2014 ';

/** Reads the greatest checkpoint of each origin, and afterwards only what was appended. */
function createHeadsInFile(path: string) {
  let greatest = new Map<string, Checkpoint>();
  let inode: bigint | null = null;
  let readTo = 0;

  const keep = (checkpoint: Checkpoint | null): void => {
    if (checkpoint === null) return;
    const former = greatest.get(checkpoint.origin);
    if (former === undefined || former.size <= checkpoint.size) greatest.set(checkpoint.origin, checkpoint);
  };

  /** Null for what cannot be read again, such as a pipe. Rejects if the file cannot be read. */
  return async (stop: AbortSignal): Promise<readonly Checkpoint[] | null> => {
    const found = await stat(path, { bigint: true }).catch(unlessMissing);
    if (found !== null && !found.isFile()) return null;
    // A file that was moved away, or emptied, no longer counts.
    if (found === null || found.ino !== inode || found.size < readTo) {
      greatest = new Map();
      readTo = 0;
    }
    inode = found?.ino ?? null;
    if (found === null) return [];
    const before: string[] = [];
    for await (const { line, endsAt } of linesIn(path, readTo, stop)) {
      if (line.startsWith(SIGNATURE)) {
        keep(parseCheckpoint(`${before.join('\n')}\n${line}\n`));
        // What follows is read again if it is no whole checkpoint yet.
        readTo = endsAt;
      }
      before.push(line);
      if (before.length > LINES_BEFORE_SIGNATURE) before.shift();
    }
    return [...greatest.values()];
  };
}

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** Yields ended lines with where they end in the file; of long ones only the end. */
async function* linesIn(path: string, start: number, signal: AbortSignal) {
  let rest = '';
  let endsAt = start;
  // One character for each byte, whatever the file contains.
  for await (const chunk of createReadStream(path, { start, encoding: 'latin1', signal })) {
    const lines = `${rest}${chunk as string}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      endsAt += line.length + 1;
      yield { line: Buffer.from(line, 'latin1').toString('utf8'), endsAt };
    }
    const excess = Math.max(0, rest.length - AUDIT_HEAD_LINE_MAX_CHARACTERS);
    rest = rest.slice(excess);
    endsAt += excess;
  }
}

/** Each head begins on a line of its own even if one before was cut off. */
export const createFileTarget = (path: string): AuditHeadTarget & AuditHeadTargetCheck => ({
  name: 'file',
  kept: createHeadsInFile(path),
  async problem() {
    try {
      const opened = await withinLimit(openOrFindFolder(path), AUDIT_HEAD_ANSWER_LIMIT_MS);
      return opened.ok ? null : SILENT_DISK;
    } catch (error) {
      return codeOf(error);
    }
  },
  async deliver({ note }) {
    try {
      const written = await withinLimit(append(path, `\n${note}`), AUDIT_HEAD_ANSWER_LIMIT_MS);
      return written.ok ? ok('') : refuse({ kind: 'unreachable', reason: SILENT_DISK });
    } catch (error) {
      return refuse({ kind: 'unreachable', reason: codeOf(error) });
    }
  },
});

const SILENT_DISK = 'the disk did not answer in time';

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code ?? 'unknown error');

/** Opening a pipe that nobody reads fails instead of waiting. */
const EXISTING = constants.O_WRONLY | constants.O_APPEND | constants.O_NONBLOCK;
const FLAGS = EXISTING | constants.O_CREAT;

async function append(path: string, text: string): Promise<void> {
  const file = await open(path, FLAGS, 0o600);
  try {
    await file.appendFile(text);
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** Creates no file: it would belong to whoever checks. */
async function openOrFindFolder(path: string): Promise<void> {
  try {
    await (await open(path, EXISTING)).close();
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    await access(dirname(path), constants.W_OK | constants.X_OK);
  }
}

type ProofFrom = Parameters<AuditHeadTarget['deliver']>[1];

/**
 * Posts each head as `add-checkpoint` of c2sp.org/tlog-witness. A witness answers with its signature; any other receiver
 * may answer anything. Follows no redirect.
 */
export function createUrlTarget(
  url: URL,
  limitMs = AUDIT_HEAD_ANSWER_LIMIT_MS,
): AuditHeadTarget & AuditHeadTargetCheck {
  const post = async (head: UnsentAuditHead, from: number, proofFrom: ProofFrom) => {
    const proof = from === 0 ? [] : await proofFrom(from);
    if (proof === null) return null;
    const lines = [`old ${from}`, ...proof.map((hash) => Buffer.from(hash).toString('base64')), '', head.note];
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: lines.join('\n'),
      redirect: 'manual',
      signal: AbortSignal.timeout(limitMs),
    });
    return { status: response.status, text: await startOf(response) };
  };

  return {
    name: 'url',
    // A witness refuses heads that do not extend those it keeps.
    kept: async () => null,
    async problem() {
      try {
        const { status } = await fetch(url, {
          method: 'HEAD',
          redirect: 'manual',
          signal: AbortSignal.timeout(limitMs),
        });
        // It may take only POST, which would give it something.
        return isFailing(status) ? `it answered ${status}` : null;
      } catch (error) {
        return reasonIn(error);
      }
    },
    async deliver(head, proofFrom) {
      try {
        let answer = (await post(head, head.sentSize, proofFrom)) ?? (await post(head, 0, proofFrom));
        const size = answer?.status === 409 ? sizeIn(answer.text) : null;
        if (size !== null && size !== head.sentSize && size <= head.size) answer = await post(head, size, proofFrom);
        return answer === null ? refuse(BEHIND) : outcomeOf(head, answer);
      } catch (error) {
        return refuse({ kind: 'unreachable', reason: reasonIn(error) });
      }
    },
  };
}

const isFailing = (status: number): boolean => status >= 500 && status !== 501;

const BEHIND: UndeliveredHead = { kind: 'refused', reason: 'it has a head that this audit log never had' };

function outcomeOf(
  head: UnsentAuditHead,
  { status, text }: { readonly status: number; readonly text: string },
): Result<string, UndeliveredHead> {
  if (status >= 200 && status < 300) return ok(signaturesIn(head.note, text));
  if (status === 409) return refuse(BEHIND);
  const isForThisHead = status >= 400 && status < 500 && status !== 408 && status !== 429;
  return refuse({ kind: isForThisHead ? 'refused' : 'unreachable', reason: `it answered ${status}` });
}

function signaturesIn(note: string, text: string): string {
  const lines = text.split('\n').filter((line) => line.startsWith('\u2014 ') && !note.includes(line));
  const added = lines.map((line) => `${line}\n`).join('');
  return parseCheckpoint(note + added) === null ? '' : added;
}

function sizeIn(text: string): number | null {
  const [, size] = /^(0|[1-9]\d{0,14})\n$/.exec(text) ?? [];
  return size === undefined ? null : Number(size);
}

async function startOf({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let read = 0;
  for await (const part of body ?? []) {
    parts.push(part);
    read += part.length;
    if (read >= AUDIT_HEAD_ANSWER_MAX_BYTES) break;
  }
  return Buffer.concat(parts).subarray(0, AUDIT_HEAD_ANSWER_MAX_BYTES).toString('utf8');
}

/** The message of an error may contain the address. */
function reasonIn(error: unknown): string {
  const { name, cause } = error as { readonly name?: unknown; readonly cause?: { readonly code?: unknown } };
  if (name === 'TimeoutError') return 'it did not answer in time';
  return String(cause?.code ?? 'the connection failed');
}

interface AuditHeadSettings {
  readonly auditHeadsUrl: URL | null;
  readonly auditHeadsPath: string | null;
}

export const configuredTargets = ({
  auditHeadsUrl,
  auditHeadsPath,
}: AuditHeadSettings): readonly (AuditHeadTarget & AuditHeadTargetCheck)[] => [
  // A file then has the signatures of the witness.
  ...(auditHeadsUrl === null ? [] : [createUrlTarget(auditHeadsUrl)]),
  ...(auditHeadsPath === null ? [] : [createFileTarget(auditHeadsPath)]),
];
