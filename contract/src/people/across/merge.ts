import type { Withheld } from '../people.ts';
import type {
  BudgetLine,
  InvitedLine,
  OrganizationFailure,
  OrganizationsLine,
  PeopleAcrossLine,
} from './list-across.ts';

type Listed = Extract<PeopleAcrossLine, { readonly kind: 'people' }>['people'][number];
type TeamOf = Extract<PeopleAcrossLine, { readonly kind: 'team' }>;

export interface OrganizationReading {
  readonly id: number;
  readonly login: string;
  readonly name: string | null;
  readonly avatarUrl: string | null;
  readonly state: 'waiting' | 'reading' | 'finished';
  /** Null if it could be read, or is not finished. */
  readonly failure: OrganizationFailure | null;
  /** What is missing of it. */
  readonly withheld: readonly Withheld[];
  /** True once everybody who belongs to it is listed. */
  readonly isWhole: boolean;
}

/** A person's part in one organization. */
export interface OrganizationOfPerson {
  readonly organization: number;
  readonly role: Listed['role'];
  readonly teams: readonly { readonly slug: string; readonly name: string; readonly role: 'maintainer' | 'member' }[];
  readonly lastInvitedAt: string | null;
}

export interface PersonAcross {
  readonly id: number;
  readonly login: string;
  readonly name: string | null;
  readonly avatarUrl: string | null;
  /** A setting of the account, so any organization tells; null if none did. Not every code host reports `insecure`. */
  readonly secondFactor: 'enabled' | 'insecure' | 'disabled' | null;
  /** By ID of the organization. */
  readonly organizations: ReadonlyMap<number, OrganizationOfPerson>;
}

export interface PeopleAcross {
  readonly organizations: ReadonlyMap<number, OrganizationReading>;
  readonly people: ReadonlyMap<number, PersonAcross>;
  readonly budgets: readonly BudgetLine[];
  /** Changed rows are new objects. */
  add(line: PeopleAcrossLine): void;
}

/** Parts without which somebody may be missing from the list. */
const WHOLE_PARTS: ReadonlySet<Withheld['part']> = new Set(['people', 'outside-collaborators']);

const WEAKEST = [null, 'enabled', 'insecure', 'disabled'] as const;

/** Merges lines into one row per account ID. Lines of one organization come in order, those of others between them. */
export function createPeopleAcross(): PeopleAcross {
  const organizations = new Map<number, OrganizationReading>();
  const people = new Map<number, PersonAcross>();
  const budgets = new Map<string, BudgetLine>();
  /** Members of each organization, to whom later lines apply. */
  const listed = new Map<number, Set<number>>();

  const update = (id: number, change: (person: PersonAcross) => PersonAcross) => {
    const person = people.get(id);
    if (person !== undefined) people.set(id, change(person));
  };
  const updateInOrganization = (
    id: number,
    organization: number,
    change: (entry: OrganizationOfPerson) => OrganizationOfPerson,
  ) =>
    update(id, (person) => {
      const entry = person.organizations.get(organization);
      return entry === undefined
        ? person
        : { ...person, organizations: new Map(person.organizations).set(organization, change(entry)) };
    });
  const updateOrganization = (id: number, change: (reading: OrganizationReading) => Partial<OrganizationReading>) => {
    const reading = organizations.get(id);
    if (reading !== undefined) organizations.set(id, { ...reading, ...change(reading) });
  };

  function addListed(organization: number, { id, login, name, avatarUrl, role }: Listed): void {
    const known = people.get(id);
    const entry = { organization, role, teams: [], lastInvitedAt: null };
    people.set(id, {
      id,
      login,
      name: name ?? known?.name ?? null,
      avatarUrl: avatarUrl ?? known?.avatarUrl ?? null,
      secondFactor: known?.secondFactor ?? null,
      organizations: new Map(known?.organizations).set(organization, entry),
    });
    const ids = listed.get(organization) ?? new Set();
    listed.set(organization, ids.add(id));
  }

  function addSecondFactors(
    organization: number,
    disabled: readonly number[],
    insecure: readonly number[] | null,
  ): void {
    const weak = new Map<number, PersonAcross['secondFactor']>(insecure?.map((id) => [id, 'insecure']));
    for (const id of disabled) weak.set(id, 'disabled');
    for (const id of listed.get(organization) ?? []) {
      const found = weak.get(id) ?? 'enabled';
      update(id, (person) => ({ ...person, secondFactor: weaker(person.secondFactor, found) }));
    }
  }

  function addTeam({ organization, team: { slug, name }, people: members }: TeamOf): void {
    for (const { id, role } of members)
      updateInOrganization(id, organization, (entry) => ({ ...entry, teams: [...entry.teams, { slug, name, role }] }));
  }

  function addInvited({ organization, people: invited }: InvitedLine): void {
    const ids = listed.get(organization) ?? new Set<number>();
    const byLogin = new Map([...ids].map((id) => [people.get(id)?.login.toLowerCase(), id]));
    for (const { id, login, at } of invited) {
      const person = id ?? byLogin.get(login?.toLowerCase());
      if (person === undefined) continue;
      updateInOrganization(person, organization, (entry) => ({
        ...entry,
        lastInvitedAt: later(entry.lastInvitedAt, at),
      }));
    }
  }

  function addOrganizations(line: OrganizationsLine): void {
    for (const { id, login, name, avatarUrl } of line.organizations)
      organizations.set(id, {
        id,
        login,
        name,
        avatarUrl,
        state: 'waiting',
        failure: null,
        withheld: [],
        isWhole: false,
      });
  }

  return {
    organizations,
    people,
    get budgets() {
      return [...budgets.values()];
    },
    add(line) {
      switch (line.kind) {
        case 'organizations':
          return addOrganizations(line);
        case 'started':
          return updateOrganization(line.organization, () => ({ state: 'reading', login: line.login }));
        case 'people':
          for (const person of line.people) addListed(line.organization, person);
          return;
        case 'second-factors':
          return addSecondFactors(line.organization, line.disabled, line.insecure);
        case 'team':
          return addTeam(line);
        case 'invited':
          return addInvited(line);
        case 'withheld':
          return updateOrganization(line.organization, ({ withheld }) => ({ withheld: [...withheld, line.withheld] }));
        case 'budget':
          return void budgets.set(line.resource, line);
        case 'finished':
          return updateOrganization(line.organization, ({ withheld }) => ({
            state: 'finished',
            failure: line.failure,
            isWhole: line.failure === null && !withheld.some(({ part }) => WHOLE_PARTS.has(part)),
          }));
        case 'end':
          return;
      }
    },
  };
}

const weaker = (one: PersonAcross['secondFactor'], other: PersonAcross['secondFactor']) =>
  WEAKEST.indexOf(one) > WEAKEST.indexOf(other) ? one : other;

const later = (one: string | null, other: string): string => (one === null || one < other ? other : one);
