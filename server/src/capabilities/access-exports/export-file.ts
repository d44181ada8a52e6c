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

/** The file of an export (RFC 4180), a piece at a time: never more than that is in memory. */
export async function* exportFile(
  exports: Pick<AccessExportStore, 'partAfter'>,
  id: string,
): AsyncGenerator<string, void> {
  yield `${BYTE_ORDER_MARK}${csvLine(COLUMNS)}`;
  for (let part = await exports.partAfter(id, 0); part !== null; part = await exports.partAfter(id, part.place)) {
    yield part.text;
  }
}
