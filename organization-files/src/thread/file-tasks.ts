import { checkFiles, type NamedText } from '../check-files.ts';
import { fromPeribolos } from '../peribolos/from-peribolos.ts';

interface Files {
  readonly texts: readonly NamedText[];
}

/** What is done with files alone, in the command line and in the service. */
export const FILE_TASKS = {
  check: ({ texts, organization }: Files & { readonly organization: string | null }) => checkFiles(texts, organization),
  convert: ({ texts, organization }: Files & { readonly organization: string }) => fromPeribolos(texts, organization),
};
