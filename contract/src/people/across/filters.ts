import type { OrganizationReading, PersonAcross } from './merge.ts';

export type AcrossFilter =
  | { readonly kind: 'owner' | 'no-two-factor' | 'several' | 'outside-only' }
  | { readonly kind: 'in' | 'not-in'; readonly organization: number };

/** `unknown`: an organization that could not be read decides. */
export type Match = 'yes' | 'no' | 'unknown';

/** Whether a person matches all filters. */
export function matchOf(
  person: PersonAcross,
  filters: readonly AcrossFilter[],
  organizations: ReadonlyMap<number, OrganizationReading>,
): Match {
  const matches = filters.map((filter) => matchOfOne(person, filter, organizations));
  if (matches.includes('no')) return 'no';
  return matches.includes('unknown') ? 'unknown' : 'yes';
}

function matchOfOne(
  { organizations: own, secondFactor }: PersonAcross,
  filter: AcrossFilter,
  organizations: ReadonlyMap<number, OrganizationReading>,
): Match {
  const belongs = [...own.values()];
  const mayBelong = (organization: number): Match => {
    if (own.has(organization)) return 'yes';
    return organizations.get(organization)?.isWhole === true ? 'no' : 'unknown';
  };
  const isAllKnown = [...organizations.keys()].every((id) => mayBelong(id) !== 'unknown');
  const unless = (isSo: boolean): Match => {
    if (isSo) return 'yes';
    return isAllKnown ? 'no' : 'unknown';
  };
  switch (filter.kind) {
    case 'owner':
      return unless(belongs.some(({ role }) => role === 'admin'));
    case 'several':
      return unless(belongs.length > 1);
    case 'outside-only':
      return opposite(unless(belongs.some(({ role }) => role !== 'outside_collaborator')));
    case 'no-two-factor':
      if (secondFactor === null) return 'unknown';
      return secondFactor === 'disabled' ? 'yes' : 'no';
    case 'in':
      return mayBelong(filter.organization);
    case 'not-in':
      return opposite(mayBelong(filter.organization));
  }
}

const OPPOSITES = { yes: 'no', no: 'yes', unknown: 'unknown' } as const;
const opposite = (match: Match): Match => OPPOSITES[match];

/** Organizations of which it is unknown whether the person belongs to them. */
export const uncheckedFor = (
  { organizations: own }: PersonAcross,
  organizations: ReadonlyMap<number, OrganizationReading>,
): readonly OrganizationReading[] => [...organizations.values()].filter(({ id, isWhole }) => !isWhole && !own.has(id));
