import { ORGANIZATION_FILES_BODY_MAX_BYTES } from '@orgdesk/contract/limits';
import type { NamedText } from './check-files.ts';

/** Bytes of files in the body of a request, which has a few more. */
export const FILES_MAX_BYTES = ORGANIZATION_FILES_BODY_MAX_BYTES - 100;

/** With the comma that follows a file. */
export const bytesInBody = (file: NamedText): number => new TextEncoder().encode(JSON.stringify(file)).length + 1;

export const fitInBody = (files: readonly NamedText[]): boolean =>
  files.reduce((sum, file) => sum + bytesInBody(file), 0) <= FILES_MAX_BYTES;
