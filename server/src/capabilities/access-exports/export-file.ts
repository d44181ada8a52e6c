import { setImmediate as othersRun } from 'node:timers/promises';
import { BYTE_ORDER_MARK, csvLine } from '@orgdesk/contract/csv';
import type { AccessExportStore } from '../../ports/storage/access-exports.ts';

const COLUMNS = [
  'repository',
  'private',
  'archived',
  'login',
  'name',
  'role',
  'permission',
  'way',
  'team',
  'way_permission',
] as const;

/**
 * Streams the file (RFC 4180) in pieces. Throws if it was removed meanwhile, so that no partial download looks
 * complete.
 */
export async function* exportFile(
  exports: Pick<AccessExportStore, 'partAfter' | 'find'>,
  id: string,
): AsyncGenerator<string, void> {
  yield `${BYTE_ORDER_MARK}${csvLine(COLUMNS)}`;
  for (let part = await exports.partAfter(id, 0); part !== null; part = await exports.partAfter(id, part.index)) {
    yield part.text;
    await othersRun();
  }
  const record = await exports.find(id);
  if (record === null || record.fileRemovedAt !== null)
    throw new Error('an export file was removed while it was being sent');
}
