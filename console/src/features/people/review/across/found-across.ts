import type { DismissedFinding, Person } from '@orgdesk/client';
import { ownerLimitOf } from '../../../../lib/owner-limit.ts';
import { type FoundItem, foundPerson, withoutDismissed } from '../dismissals/open-findings.ts';
import { FINDING_NAMES, isOpen } from '../findings.ts';
import type { FindingName, ReviewFinding } from '../get-review.ts';
import { uncheckedIn } from '../review-csv.ts';
import type { ReviewAcross } from './get-review-across.ts';

/** Where somebody or a team was found. */
export interface FoundPlace {
  readonly organization: number;
  readonly login: string;
  readonly item: FoundItem;
}

export interface FoundPerson extends Pick<Person, 'id' | 'login' | 'name' | 'avatarUrl'> {
  readonly places: readonly FoundPlace[];
}

export interface FoundTeam extends FoundPlace {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}

export interface FoundAcross {
  readonly name: FindingName;
  /** Each person once. */
  readonly people: readonly FoundPerson[];
  readonly teams: readonly FoundTeam[];
}

export interface OpenInOrganization {
  readonly login: string;
  readonly findings: readonly ReviewFinding[];
  readonly unchecked: readonly FindingName[];
}

/** Findings of each organization without those that are dismissed or within its owner limit. */
export function openFindings(
  { organizations }: ReviewAcross,
  dismissed: ReadonlyMap<number, readonly DismissedFinding[]>,
): ReadonlyMap<number, OpenInOrganization> {
  return new Map(
    [...organizations.values()].map(({ id, login, findings }) => {
      const { open } = withoutDismissed({ findings, withheld: [], hasEnded: true }, dismissed.get(id) ?? []);
      const limit = ownerLimitOf(login);
      const found = [...open.findings.values()].filter((finding) => isOpen(finding, limit));
      return [id, { login, findings: found, unchecked: uncheckedIn({ findings }) }];
    }),
  );
}

/** Groups findings by what was found, and people by account. */
export const foundAcross = (open: ReadonlyMap<number, OpenInOrganization>): readonly FoundAcross[] =>
  FINDING_NAMES.map((name) => {
    const people = new Map<number, FoundPerson>();
    const teams: FoundTeam[] = [];
    for (const [organization, { login, findings }] of open) {
      for (const finding of findings.filter((each) => each.finding === name)) {
        if ('teams' in finding) {
          for (const { id, key, seal, slug, name: team } of finding.teams)
            teams.push({
              id: `${organization} ${id}`,
              slug,
              name: team,
              organization,
              login,
              item: { key, seal, name: slug },
            });
          continue;
        }
        for (const person of finding.people) {
          const place = { organization, login, item: foundPerson(person) };
          const former = people.get(person.id)?.places ?? [];
          people.set(person.id, { ...person, places: [...former, place] });
        }
      }
    }
    return { name, people: [...people.values()], teams };
  });
