import { constants, createReadStream } from 'node:fs';
import { access, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Checkpoint, parseCheckpoint } from '@orgdesk/contract/checkpoint';
import { AUDIT_HEAD_ANSWER_LIMIT_MS, AUDIT_HEAD_LINE_MAX_CHARACTERS } from '../../../lib/limits/audit-trail.ts';
import { ok, refuse, withinLimit } from '../../../lib/result.ts';
import type { AuditHeadTarget, AuditHeadTargetCheck } from '../heads.ts';

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
