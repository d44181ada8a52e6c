import { constants } from 'node:fs';
import { access, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AUDIT_HEAD_ANSWER_LIMIT_MS } from '../../domain/limits/audit-trail.ts';
import { ok, refuse, withinLimit } from '../../domain/result.ts';
import type { AuditHeadTarget, AuditHeadTargetCheck } from '../../ports/audit-heads.ts';
import { createHeadsInFile } from './heads-in-file.ts';

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
