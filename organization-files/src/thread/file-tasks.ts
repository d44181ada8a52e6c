import { checkFiles, type NamedText } from '../check-files.ts';
import { fromPeribolos } from '../peribolos/from-peribolos.ts';

interface Files {
  readonly texts: readonly NamedText[];
}

/** Functions that need files alone. The command line and the service run them in a thread. */
export const FILE_TASKS = {
  check: ({ texts, organization }: Files & { readonly organization: string | null }) => checkFiles(texts, organization),
  convert: ({ texts, organization }: Files & { readonly organization: string }) => fromPeribolos(texts, organization),
};
