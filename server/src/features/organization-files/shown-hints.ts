import type { UnplacedProblem } from '@orgdesk/organization-files/check-files';
import { ORGANIZATION_FILE } from '../../lib/limits/people.ts';

/** Of too many, the last one says how many more there are, where the first of those is. */
export function shownHints(hints: readonly UnplacedProblem[]): readonly UnplacedProblem[] {
  const { problemsMax } = ORGANIZATION_FILE;
  const next = hints[problemsMax];
  if (next === undefined) return hints;
  const message = `${hints.length - problemsMax} more hints like the one before are not shown.`;
  return [...hints.slice(0, problemsMax), { file: next.file, path: next.path, message, nearest: null }];
}
