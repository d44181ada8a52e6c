import { acrossColumns } from '@orgdesk/contract/people/across/columns';
import { type AcrossFilter, matchOf, uncheckedFor } from '@orgdesk/contract/people/across/filters';
import { createPeopleAcross, type PeopleAcross, type PersonAcross } from '@orgdesk/contract/people/across/merge';
import type { Person } from '../../../../client/src/index.ts';
import { dataOf } from '../../connection/failure.ts';
import { EXIT, Stop } from '../../connection/stop.ts';
import { note, peopleIn, printJson, warn } from '../../output/print.ts';
import { createListSize, readList, warnOf } from '../../output/read-list.ts';
import { printOne, printRows } from '../../output/rows.ts';
import type { Context } from '../../run-remote.ts';
import { type ListInput, ROLE_NAMES } from './options.ts';

export async function listPeople(context: Context, input: ListInput): Promise<void> {
  if (input.organization === null) return listAcross(context, input);
  const { organization, role } = input;
  const { connect, signal, format } = context;
  const service = await connect();
  const lines = service.client.listPeople({ path: { login: organization }, signal });
  const people = await readList(service, lines, (line): readonly Person[] =>
    line.kind === 'people' ? line.people : [],
  );
  printRows(
    format,
    people.filter((person) => role === null || ROLE_NAMES[person.role] === role),
    {
      login: ({ login }) => login,
      name: ({ name }) => name,
      role: (person) => ROLE_NAMES[person.role] ?? person.role,
      id: ({ id }) => id,
    },
  );
}

type AcrossInput = Extract<ListInput, { readonly organization: null }>;

async function listAcross({ connect, signal, format }: Context, input: AcrossInput): Promise<void> {
  const service = await connect();
  const across = createPeopleAcross();
  const size = createListSize();
  const query = { teams: 'true', invitations: 'true' } as const;
  for await (const outcome of service.client.listPeopleAcross({ query, signal })) {
    const line = await dataOf(service, outcome);
    size.add(line);
    across.add(line);
    if (line.kind === 'organizations') filtersOf(across, input);
    else if (line.kind === 'withheld') warnOf(line.withheld);
    else if (line.kind === 'finished' && line.failure !== null) {
      const { reason, message } = line.failure;
      warn(`Not read: ${loginIn(across, line.organization)}: ${message ?? reason.replaceAll('-', ' ')}.`);
    } else if (line.kind === 'end' && !line.isComplete) process.exitCode = EXIT.incomplete;
  }
  const filters = filtersOf(across, input);
  const people = [...across.people.values()];
  const matching = (match: string) =>
    people.filter((person) => matchOf(person, filters, across.organizations) === match);
  const unknown = matching('unknown').length;
  if (unknown > 0) warn(`Not listed because not everything could be read: ${peopleIn(unknown)}.`);
  for (const { resource, used, remaining, limit } of across.budgets)
    note(`Calls (${resource}): ${used}${limit === null ? '' : `, ${remaining} of ${limit} left`}.`);
  const rows = matching('yes').toSorted((one, other) => (one.login < other.login ? -1 : 1));
  if (format === 'json') printJson(rows.map((person) => personIn(across, person)));
  else printRows(format, rows, acrossColumns(across.organizations, ROLE_NAMES));
}

function filtersOf(across: PeopleAcross, { filter, within, without }: AcrossInput): readonly AcrossFilter[] {
  const idOf = (login: string): number => {
    const found = [...across.organizations.values()].find((each) => each.login.toLowerCase() === login.toLowerCase());
    if (found === undefined) throw new Stop(`You do not own an organization ${login}.`);
    return found.id;
  };
  return [
    ...(filter === null ? [] : [{ kind: filter }]),
    ...(within === null ? [] : [{ kind: 'in' as const, organization: idOf(within) }]),
    ...(without === null ? [] : [{ kind: 'not-in' as const, organization: idOf(without) }]),
  ];
}

const loginIn = ({ organizations }: PeopleAcross, id: number): string => organizations.get(id)?.login ?? String(id);

const personIn = (across: PeopleAcross, person: PersonAcross) => ({
  id: person.id,
  login: person.login,
  name: person.name,
  secondFactor: person.secondFactor,
  organizations: [...person.organizations.values()].map(({ organization, role, teams, lastInvitedAt }) => ({
    id: organization,
    login: loginIn(across, organization),
    role,
    teams,
    lastInvitedAt,
  })),
  notChecked: uncheckedFor(person, across.organizations).map(({ login }) => login),
});

export async function showPerson(
  { connect, signal, format }: Context,
  [login, person]: readonly [string, string],
): Promise<void> {
  const service = await connect();
  const answer = await dataOf(service, service.client.getPerson({ path: { login, person }, signal }));
  for (const withheld of answer.withheld) {
    warnOf(withheld);
    if (withheld.reason !== 'owners-only') process.exitCode = EXIT.incomplete;
  }
  printOne(format, answer, {
    login: (shown) => shown.person.login,
    name: (shown) => shown.person.name,
    role: (shown) => ROLE_NAMES[shown.person.role] ?? shown.person.role,
    'two-factor': ({ secondFactor }) => secondFactor ?? 'unknown',
    teams: ({ teams }) => teams?.map(({ slug, role }) => `${slug} (${role})`).join(', ') ?? 'unknown',
    invitations: ({ sentInvitations }) => sentInvitations?.length ?? 'unknown',
    id: (shown) => shown.person.id,
  });
}
