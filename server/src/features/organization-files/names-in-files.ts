import type { UnplacedProblem } from '@orgdesk/organization-files/check-files';
import type { DesiredOrganization } from './desired.ts';
import { type FoundNames, missingNames } from './missing-names.ts';
import type { CurrentOrganization } from './read-organization.ts';
import { type FoundRepositories, missingRepositories } from './repository-names.ts';

/** Names in files, and what was found of them. */
export interface NamesToCheck {
  readonly desired: DesiredOrganization;
  readonly current: CurrentOrganization;
  readonly names: FoundNames & FoundRepositories;
}

export const problemsOfNames = ({ desired, current, names }: NamesToCheck): readonly UnplacedProblem[] => [
  ...missingNames(desired, current, names),
  ...missingRepositories(desired, names),
];
