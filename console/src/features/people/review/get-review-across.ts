import type { DismissedFinding, Person } from '@orgdesk/client';
import type { BudgetLine } from '@orgdesk/contract/people/across/list-across';
import type { OrganizationReading } from '@orgdesk/contract/people/across/merge';
import type { ReviewAcrossLine } from '@orgdesk/contract/people/across/review-across';
import { ownerLimitOf } from '../../../lib/owner-limit.ts';
import { client } from '../../../lib/reading/http-client.ts';
import { lineQuery } from '../../../lib/reading/line-query.ts';
import { personalKey } from '../../../lib/reading/query-client.ts';
import { FINDING_NAMES, type FindingName, isOpen, type ReviewFinding, uncheckedIn } from './findings.ts';
import { type FoundItem, foundPerson, withoutDismissed } from './get-dismissed.ts';

interface ReviewedOrganization extends OrganizationReading {
  readonly findings: ReadonlyMap<FindingName, ReviewFinding>;
}

export interface ReviewAcross {
  readonly organizations: ReadonlyMap<number, ReviewedOrganization>;
  readonly budgets: readonly BudgetLine[];
  readonly hasEnded: boolean;
}

export const NOTHING: ReviewAcross = { organizations: new Map(), budgets: [], hasEnded: false };

export const reviewAcrossQuery = () =>
  lineQuery<ReviewAcrossLine, ReviewAcross>({
    key: personalKey('people-review-across'),
    open: (options) => client.reviewPeopleAcross(options),
    empty: NOTHING,
    withLine,
    hasEnded: ({ hasEnded }) => hasEnded,
  });

function withLine(review: ReviewAcross, line: ReviewAcrossLine): ReviewAcross {
  const changed = (
    id: number,
    change: (organization: ReviewedOrganization) => Partial<ReviewedOrganization>,
  ): ReviewAcross => {
    const organization = review.organizations.get(id);
    if (organization === undefined) return review;
    const next = { ...organization, ...change(organization) };
    return { ...review, organizations: new Map(review.organizations).set(id, next) };
  };
  switch (line.kind) {
    case 'organizations':
      return {
        ...review,
        organizations: new Map(
          line.organizations.map((each) => [
            each.id,
            { ...each, state: 'waiting', failure: null, withheld: [], isWhole: false, findings: new Map() },
          ]),
        ),
      };
    case 'started':
      return changed(line.organization, () => ({ state: 'reading', login: line.login }));
    case 'finding':
      return changed(line.organization, ({ findings }) => ({ findings: new Map(findings).set(line.finding, line) }));
    case 'withheld':
      return changed(line.organization, ({ withheld }) => ({ withheld: [...withheld, line.withheld] }));
    case 'budget':
      return { ...review, budgets: [...review.budgets.filter(({ resource }) => resource !== line.resource), line] };
    case 'finished':
      return changed(line.organization, () => ({
        state: 'finished',
        failure: line.failure,
        isWhole: line.isComplete,
      }));
    case 'end':
      return { ...review, hasEnded: true };
  }
}

/** Where somebody or a team was found. */
export interface FoundInOrganization {
  readonly organization: number;
  readonly login: string;
  readonly item: FoundItem;
}

export interface FoundPerson extends Pick<Person, 'id' | 'login' | 'name' | 'avatarUrl'> {
  readonly organizations: readonly FoundInOrganization[];
}

export interface FoundTeam extends FoundInOrganization {
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

interface OpenInOrganization {
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
          const found = { organization, login, item: foundPerson(person) };
          const former = people.get(person.id)?.organizations ?? [];
          people.set(person.id, { ...person, organizations: [...former, found] });
        }
      }
    }
    return { name, people: [...people.values()], teams };
  });
