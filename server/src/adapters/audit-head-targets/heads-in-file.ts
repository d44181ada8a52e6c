import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type Checkpoint, parseCheckpoint } from '@orgdesk/contract/checkpoint';
import { AUDIT_HEAD_LINE_MAX_CHARACTERS } from '../../domain/limits/audit-trail.ts';

/** Origin, size, root and an empty line come before the signatures of a checkpoint. */
const LINES_BEFORE_SIGNATURE = 4;
const SIGNATURE = '\u2014 ';

/** Reads the greatest checkpoint of each origin, and afterwards only what was appended. */
export function createHeadsInFile(path: string) {
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
