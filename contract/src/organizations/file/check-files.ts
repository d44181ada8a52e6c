import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import {
  ORGANIZATION_FILE_MAX_CHARACTERS,
  ORGANIZATION_FILE_NAME_MAX_CHARACTERS,
  ORGANIZATION_FILES_BODY_MAX_BYTES,
  ORGANIZATION_FILES_MAX,
} from '../../limits.ts';
import { count } from '../../quantities.ts';
import { Nullable, type Shape } from '../../shape.ts';

export const NamedFile = Type.Object({
  name: Type.String({ minLength: 1, maxLength: ORGANIZATION_FILE_NAME_MAX_CHARACTERS }),
  text: Type.String({ maxLength: ORGANIZATION_FILE_MAX_CHARACTERS, description: 'YAML 1.2.' }),
});
export type NamedFile = Shape<typeof NamedFile>;

export const FilesRequest = Type.Object({
  files: Type.Array(NamedFile, { minItems: 1, maxItems: ORGANIZATION_FILES_MAX }),
});
export type FilesRequest = Shape<typeof FilesRequest>;

export const FileProblem = Type.Object({
  file: Type.String(),
  line: Type.Integer({ minimum: 1 }),
  column: Type.Integer({ minimum: 1 }),
  message: Type.String(),
  source: Type.String({ description: 'The line, shortened.' }),
  nearest: Nullable(Type.String({ description: 'A valid name that is similar.' })),
});
export type FileProblem = Shape<typeof FileProblem>;

export const CheckFilesAnswer = Type.Object({
  problems: Type.Array(FileProblem, { description: 'Sorted by location; empty if there are none.' }),
  isCut: Type.Boolean({ description: 'True if there are more problems.' }),
});
export type CheckFilesAnswer = Shape<typeof CheckFilesAnswer>;

export const CHECK_ORGANIZATION_FILES = endpoint({
  id: 'checkOrganizationFiles',
  method: 'POST',
  path: '/api/organization-files/check',
  chapter: 'Organization files',
  summary: 'Check files that describe an organization',
  description: `
    Reads up to ${count(ORGANIZATION_FILES_MAX)} files as one organization, and finds all problems. Uses nothing but the files: it does not tell whether the
    people and repositories exist.
  `,
  session: 'needed',
  body: FilesRequest,
  bodyMaxBytes: ORGANIZATION_FILES_BODY_MAX_BYTES,
  answers: { 200: { description: 'The problems.', json: CheckFilesAnswer } },
});

export const GET_ORGANIZATION_FILE_SCHEMA = endpoint({
  id: 'getOrganizationFileSchema',
  method: 'GET',
  path: '/api/organization-files/schema.json',
  chapter: 'Organization files',
  summary: 'Get the JSON Schema of organization files',
  description: 'For editors, which complete names and find mistakes with it.',
  session: 'unused',
  answers: { 200: { description: 'The schema.', json: Type.Object({}, { additionalProperties: true }) } },
});
