import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { ORGANIZATION_FILES_BODY_MAX_BYTES } from '../../limits.ts';
import type { Shape } from '../../shape.ts';
import { NAME_PATTERNS } from '../../strings/names.ts';
import { CheckFilesAnswer, FilesRequest, NamedFile } from './check-files.ts';

export const ConvertFilesRequest = Type.Object({
  organization: Type.String({ pattern: NAME_PATTERNS.login }),
  ...FilesRequest.properties,
});
export type ConvertFilesRequest = Shape<typeof ConvertFilesRequest>;

export const ConvertFilesAnswer = Type.Object({
  files: Type.Array(NamedFile, { description: 'Empty if there are problems.' }),
  ...CheckFilesAnswer.properties,
  left: Type.Array(Type.String(), { description: 'What could not be carried over.' }),
});
export type ConvertFilesAnswer = Shape<typeof ConvertFilesAnswer>;

export const CONVERT_PERIBOLOS_FILES = endpoint({
  id: 'convertPeribolosFiles',
  method: 'POST',
  path: '/api/organization-files/from-peribolos',
  chapter: 'Organization files',
  summary: 'Convert files of peribolos',
  description: `
    Reads \`org.yaml\` and the \`teams.yaml\` of several folders as one organization, or an organization below \`orgs\`, in any letter
    case. Uses nothing but the files. What would not pass the check is a problem with its location; so are files of several
    organizations, files without an owner, and former names that other teams have.
  `,
  session: 'needed',
  body: ConvertFilesRequest,
  bodyMaxBytes: ORGANIZATION_FILES_BODY_MAX_BYTES,
  answers: { 200: { description: 'The converted files, or their problems.', json: ConvertFilesAnswer } },
});
