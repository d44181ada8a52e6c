import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { ACCESS_EXPORT_FILES_MAX, ACCESS_EXPORT_MAX_BYTES } from '../limits.ts';
import { OrganizationParams } from '../organization.ts';
import { size } from '../quantities.ts';
import { Nullable, type Shape } from '../shape.ts';

export const AccessExport = Type.Object({
  id: Type.String({ description: '32 lower-case hex characters.' }),
  state: Type.Union([
    Type.Literal('active'),
    Type.Literal('waiting', { description: 'Waiting for a rate limit of the code host; resumes automatically.' }),
    Type.Literal('stopped', { description: 'The person can no longer see it, or the session ended.' }),
    Type.Literal('finished'),
    Type.Literal('cancelled'),
  ]),
  startedBy: Type.String({ description: 'Login.' }),
  createdAt: Type.String({ format: 'date-time' }),
  /** When a waiting export continues. */
  waitsUntil: Nullable(Type.String({ format: 'date-time' })),
  endedAt: Nullable(Type.String({ format: 'date-time' })),
  /** When the download expires. */
  expiresAt: Nullable(Type.String({ format: 'date-time' })),
  repositoriesDone: Type.Integer({ minimum: 0 }),
  /** Null until counted. */
  repositoriesTotal: Nullable(Type.Integer({ minimum: 0 })),
  rowCount: Type.Integer({ minimum: 0 }),
  /** Repositories whose people could not be read. */
  unseenCount: Type.Integer({ minimum: 0 }),
});
export type AccessExport = Shape<typeof AccessExport>;

export const AccessExportAnswer = Type.Object({ export: AccessExport });
export type AccessExportAnswer = Shape<typeof AccessExportAnswer>;

export const AccessExportsAnswer = Type.Object({ exports: Type.Array(AccessExport) });
export type AccessExportsAnswer = Shape<typeof AccessExportsAnswer>;

export const AccessExportParams = Type.Object({
  ...OrganizationParams.properties,
  id: Type.String({ description: 'ID of the export.' }),
});
export type AccessExportParams = Shape<typeof AccessExportParams>;

const EXPORTS = '/api/organizations/{login}/access-exports';

export const START_ACCESS_EXPORT = endpoint({
  id: 'startAccessExport',
  method: 'POST',
  path: EXPORTS,
  chapter: 'People',
  summary: 'Export who has access to repositories',
  description: `
    For current owners of the organization. One export per organization at a time: while one is
    running, it is returned. Files are kept for 24 hours; the oldest are removed sooner if an organization's files exceed
    ${size(ACCESS_EXPORT_FILES_MAX * ACCESS_EXPORT_MAX_BYTES)}. Checks, in this order: session, cross-site, organization, rights.
  `,
  session: 'needed',
  params: OrganizationParams,
  entries: ['access_export.started'],
  answers: { 202: { description: 'The export.', json: AccessExportAnswer } },
});

export const LIST_ACCESS_EXPORTS = endpoint({
  id: 'listAccessExports',
  method: 'GET',
  path: EXPORTS,
  chapter: 'People',
  summary: "List an organization's access exports, newest first",
  description: 'Same access as starting one.',
  session: 'needed',
  params: OrganizationParams,
  answers: { 200: { description: 'The exports.', json: AccessExportsAnswer } },
});

export const GET_ACCESS_EXPORT = endpoint({
  id: 'getAccessExport',
  method: 'GET',
  path: `${EXPORTS}/{id}`,
  chapter: 'People',
  summary: 'Get an access export',
  description: 'Same access as starting one.',
  session: 'needed',
  params: AccessExportParams,
  answers: { 200: { description: 'The export.', json: AccessExportAnswer } },
});

export const CANCEL_ACCESS_EXPORT = endpoint({
  id: 'cancelAccessExport',
  method: 'POST',
  path: `${EXPORTS}/{id}/cancel`,
  chapter: 'People',
  summary: 'Cancel an access export',
  description: 'Same access as starting one. A finished export is not changed. Cancelling adds an audit entry.',
  session: 'needed',
  params: AccessExportParams,
  entries: ['access_export.cancelled'],
  answers: { 200: { description: 'The current state of the export.', json: AccessExportAnswer } },
});

export const DOWNLOAD_ACCESS_EXPORT = endpoint({
  id: 'downloadAccessExport',
  method: 'GET',
  path: `${EXPORTS}/{id}/access.csv`,
  chapter: 'People',
  summary: 'Download an access export',
  description: `
    Same access as starting one. CSV (RFC 4180) in UTF-8 with a byte order mark, with the columns \`repository\`,
    \`private\`, \`archived\`, \`login\`, \`name\`, \`role\`, \`permission\`, \`way\`, \`team\` and \`way_permission\`: one row for
    each source of access. If a repository's people could not be read, it has one row with \`not seen\` and the reason as \`way\`. A cell that a
    spreadsheet would treat as a formula starts with an apostrophe, and control characters are removed.
    Downloading adds an audit entry.
  `,
  session: 'needed',
  params: AccessExportParams,
  streams: 'file',
  entries: ['access_export.downloaded'],
  answers: {
    200: {
      description: 'The file; while the export runs, its content so far.',
      text: 'text/csv',
      headers: { 'Content-Disposition': { type: 'string', description: '`attachment` with the file name.' } },
    },
  },
});
