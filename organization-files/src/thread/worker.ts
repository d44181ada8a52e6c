import { checkFiles, type NamedText } from '../check-files.ts';
import { fromPeribolos } from '../peribolos/from-peribolos.ts';
import { serve } from './serve.ts';

interface Files {
  readonly texts: readonly NamedText[];
}

const TASKS = {
  check: ({ texts, organization }: Files & { readonly organization: string | null }) => checkFiles(texts, organization),
  convert: ({ texts, organization }: Files & { readonly organization: string }) => fromPeribolos(texts, organization),
};

export type FileTasks = typeof TASKS;

serve(TASKS);
