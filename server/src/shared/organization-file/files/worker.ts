import {
  type CheckedFile,
  checkFiles,
  type NamedText,
  placeProblems,
  type UnplacedProblem,
} from '@orgdesk/organization-files/check-files';
import { fromPeribolos } from '@orgdesk/organization-files/peribolos/from-peribolos';
import type { PlanStep } from '../../../domain/organization-plan.ts';
import type { CurrentOrganization } from '../read-organization.ts';
import { acceptSteps } from '../update/accept-steps.ts';
import { renamePeople } from '../update/rename-people.ts';

/* Runs in a thread of its own: a file of 500 KB takes up to a second. */

interface Files {
  readonly texts: readonly NamedText[];
}

interface ReadFiles extends Files {
  readonly files: readonly CheckedFile[];
}

export const check = ({ texts, organization }: Files & { readonly organization: string | null }) =>
  checkFiles(texts, organization);

export const place = ({ texts, problems }: Files & { readonly problems: readonly UnplacedProblem[] }) =>
  placeProblems(texts, problems);

export const convert = ({ texts, organization }: Files & { readonly organization: string }) =>
  fromPeribolos(texts, organization);

export const rename = ({ files, texts, renamed }: ReadFiles & { readonly renamed: ReadonlyMap<string, string> }) =>
  renamePeople(files, texts, renamed);

export const accept = ({
  files,
  texts,
  steps,
  current,
}: ReadFiles & { readonly steps: readonly PlanStep[]; readonly current: CurrentOrganization }) =>
  acceptSteps(files, texts, steps, current);
