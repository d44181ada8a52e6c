import type { AccessExport } from '@orgdesk/contract';
import type { AccessExportRecord } from '../../ports/storage/access-exports.ts';
import { fileKeptUntil } from './exports-of-owner.ts';

export const exportView = (record: AccessExportRecord): AccessExport => ({
  id: record.id,
  state: record.state,
  startedBy: record.startedBy.login,
  createdAt: record.createdAt.toISOString(),
  waitsUntil: record.waitsUntil?.toISOString() ?? null,
  endedAt: record.endedAt?.toISOString() ?? null,
  expiresAt: fileKeptUntil(record)?.toISOString() ?? null,
  repositoriesDone: record.repositoriesDone,
  repositoriesTotal: record.repositoriesTotal,
  rowCount: record.rows,
  unseenCount: record.unseen,
});
