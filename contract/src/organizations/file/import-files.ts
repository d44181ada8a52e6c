import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { ORGANIZATION_FILES_MAX } from '../../limits.ts';
import { count } from '../../quantities.ts';
import type { Shape } from '../../shape.ts';
import { OrganizationParams } from '../organization.ts';
import { NamedFile } from './check-files.ts';

export const ImportFilesQuery = Type.Object({
  layout: Type.Optional(
    Type.Union([Type.Literal('one-file'), Type.Literal('file-per-team')], { description: 'Default: `file-per-team`.' }),
  ),
  section: Type.Optional(
    Type.Union([Type.Literal('people'), Type.Literal('teams'), Type.Literal('outsideCollaborators')], {
      description: 'Only this section. Default: all.',
    }),
  ),
});

export const ImportFilesAnswer = Type.Object({ files: Type.Array(NamedFile, { description: 'Sorted by name.' }) });
export type ImportFilesAnswer = Shape<typeof ImportFilesAnswer>;

export const IMPORT_ORGANIZATION_FILES = endpoint({
  id: 'importOrganizationFiles',
  method: 'GET',
  path: '/api/organizations/{login}/files',
  chapter: 'Organization files',
  summary: 'Write an organization as files',
  description: `
    For current owners of the organization. Reads it now, and writes each team into its own file as long as there are not more than
    ${count(ORGANIZATION_FILES_MAX)} files. The same organization gives the same bytes. Access to repositories that the App does not cover, and open
    invitations, are not included. Refused unless everything could be read.
  `,
  session: 'needed',
  params: OrganizationParams,
  query: ImportFilesQuery,
  answers: { 200: { description: 'The files.', json: ImportFilesAnswer } },
});
