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
    Type.Literal('waiting', { description: 'For a limit of the code host; goes on by itself.' }),
    Type.Literal('stopped', { description: 'Its person may not see it any more, or the session ended.' }),
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
  summary: 'Have everybody who reaches any repository written to a file',
  description: `
    For owners of the organization as the code host says at this moment. One at a time for an organization: while one is
    under way, that is answered. Files are kept for a day; sooner removed is the oldest, when those of an organization take more
    than ${size(ACCESS_EXPORT_FILES_MAX * ACCESS_EXPORT_MAX_BYTES)}. Checks, in this order: session, other site, organization, rights.
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
  summary: 'The exports of an organization, the newest first',
  description: 'For whom as for starting one.',
  session: 'needed',
  params: OrganizationParams,
  answers: { 200: { description: 'The exports.', json: AccessExportsAnswer } },
});

export const GET_ACCESS_EXPORT = endpoint({
  id: 'getAccessExport',
  method: 'GET',
  path: `${EXPORTS}/{id}`,
  chapter: 'People',
  summary: 'An export, and how far it is',
  description: 'For whom as for starting one.',
  session: 'needed',
  params: AccessExportParams,
  answers: { 200: { description: 'The export.', json: AccessExportAnswer } },
});

export const CANCEL_ACCESS_EXPORT = endpoint({
  id: 'cancelAccessExport',
  method: 'POST',
  path: `${EXPORTS}/{id}/cancel`,
  chapter: 'People',
  summary: 'Cancel an export',
  description:
    'For whom as for starting one. One that has ended stays as it is. Cancelling is an entry of the audit trail.',
  session: 'needed',
  params: AccessExportParams,
  entries: ['access_export.cancelled'],
  answers: { 200: { description: 'The export as it is now.', json: AccessExportAnswer } },
});

export const DOWNLOAD_ACCESS_EXPORT = endpoint({
  id: 'downloadAccessExport',
  method: 'GET',
  path: `${EXPORTS}/{id}/access.csv`,
  chapter: 'People',
  summary: 'The file of an export',
  description: `
    For whom as for starting one. CSV as in RFC 4180, in UTF-8 with a byte order mark, with the columns \`repository\`,
    \`private\`, \`archived\`, \`login\`, \`name\`, \`role\`, \`permission\`, \`way\`, \`team\` and \`way_permission\`: a row for
    each way. A repository whose people could not be seen has one row, with \`not seen\` and the reason as its way. A cell that a
    spreadsheet would take for a formula has an apostrophe in front, and control characters are removed.
    Downloading is an entry of the audit trail.
  `,
  session: 'needed',
  params: AccessExportParams,
  streams: 'file',
  entries: ['access_export.downloaded'],
  answers: {
    200: {
      description: 'The file; of an export under way, so far.',
      text: 'text/csv',
      headers: { 'Content-Disposition': { type: 'string', description: 'To be kept as a file, with its name.' } },
    },
  },
});
