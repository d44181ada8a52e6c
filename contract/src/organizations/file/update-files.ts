import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { ORGANIZATION_FILES_BODY_MAX_BYTES } from '../../limits.ts';
import type { Shape } from '../../shape.ts';
import { OrganizationParams } from '../organization.ts';
import { CheckFilesAnswer, FilesRequest, NamedFile } from './check-files.ts';

export const UpdateFilesAnswer = Type.Object({
  files: Type.Array(NamedFile, { description: 'New and changed files.' }),
  removed: Type.Array(Type.String(), { description: 'Names of files whose teams no longer exist.' }),
  ...CheckFilesAnswer.properties,
});
export type UpdateFilesAnswer = Shape<typeof UpdateFilesAnswer>;

export const UPDATE_ORGANIZATION_FILES = endpoint({
  id: 'updateOrganizationFiles',
  method: 'POST',
  path: '/api/organizations/{login}/files/update',
  chapter: 'Organization files',
  summary: 'Change files to say what the organization is',
  description: `
    For current owners of the organization. Accepts each difference instead of making it, in what the files own. Comments, order and
    whatever already matches stay. The service keeps nothing.

    Checks, in this order: session, cross-site, body, organization, rights, files.
  `,
  session: 'needed',
  params: OrganizationParams,
  body: FilesRequest,
  bodyMaxBytes: ORGANIZATION_FILES_BODY_MAX_BYTES,
  answers: { 200: { description: 'The changed files, or problems.', json: UpdateFilesAnswer } },
});
