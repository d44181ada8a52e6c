import type { Options } from '@orgdesk/command-framework/describe-command';
import { ok, type Result, refuse } from '@orgdesk/contract/result';
import type { PeopleChange, PersonRole } from '../../../../client/src/index.ts';

export const ROLE_NAMES: Readonly<Record<PersonRole, string>> = {
  admin: 'owner',
  member: 'member',
  billing_manager: 'billing-manager',
  outside_collaborator: 'outside-collaborator',
};

export const FILTERS = ['owner', 'no-two-factor', 'several', 'outside-only'] as const;
type FilterName = (typeof FILTERS)[number];

export type ListInput =
  | { readonly organization: string; readonly role: string | null }
  | {
      readonly organization: null;
      readonly filter: FilterName | null;
      readonly within: string | null;
      readonly without: string | null;
    };

export const CHANGE_OPTIONS = {
  role: { type: 'string', value: 'ROLE', choices: ['owner', 'member'], says: 'gives them this role: owner or member' },
  remove: { type: 'boolean', says: 'removes them from the organization' },
  convert: { type: 'boolean', says: 'converts them to outside collaborators' },
  'add-to-team': { type: 'string', value: 'TEAM', says: 'adds them to the team with this slug' },
  maintainer: { type: 'boolean', says: 'with --add-to-team: as maintainers' },
  'remove-from-team': { type: 'string', value: 'TEAM', says: 'removes them from the team with this slug' },
  file: { type: 'string', value: 'FILE', says: 'takes usernames from a list or CSV file; - is standard input' },
} as const satisfies Options;

interface ChangeValues {
  readonly role?: string | undefined;
  readonly remove?: boolean | undefined;
  readonly convert?: boolean | undefined;
  readonly 'add-to-team'?: string | undefined;
  readonly maintainer?: boolean | undefined;
  readonly 'remove-from-team'?: string | undefined;
  readonly file?: string | undefined;
}

export interface ChosenChange {
  readonly organization: string;
  readonly change: PeopleChange;
  readonly logins: readonly string[];
  readonly file: string | null;
}

export function parseChange(
  values: ChangeValues,
  [organization, ...logins]: readonly string[],
): Result<ChosenChange, string> {
  const { role, remove = false, convert = false, maintainer = false, file = null } = values;
  const [joined, left] = [values['add-to-team'], values['remove-from-team']];
  if (organization === undefined || organization === '') return refuse('ORGANIZATION must follow');
  if (logins.length === 0 && file === null) return refuse('USERNAME or --file FILE must follow');
  if (maintainer && joined === undefined) return refuse('--maintainer needs --add-to-team');
  const changes: readonly PeopleChange[] = [
    ...(role === undefined ? [] : [{ kind: 'role', role: role === 'owner' ? 'admin' : 'member' } as const]),
    ...(remove ? [{ kind: 'remove' } as const] : []),
    ...(convert ? [{ kind: 'convert' } as const] : []),
    ...(joined === undefined
      ? []
      : [{ kind: 'add-to-team', team: joined, role: maintainer ? 'maintainer' : 'member' } as const]),
    ...(left === undefined ? [] : [{ kind: 'remove-from-team', team: left } as const]),
  ];
  const [change, ...others] = changes;
  if (change === undefined || others.length > 0) {
    return refuse('exactly one of --role, --remove, --convert, --add-to-team and --remove-from-team is needed');
  }
  return ok({ organization, change, logins, file });
}
