import type { OrganizationFinishedLine, PeopleAcrossLine, PersonAcrossLine } from '@orgdesk/contract';
import { createPeopleAcross } from '@orgdesk/contract/people/across/merge';
import type { RequestHeaders } from '../../../support/browser.ts';
import { addOrganization } from '../../../support/service/add-organization.ts';
import type { Service } from '../../../support/service/start-service.ts';

let owners = 0;

/** Organizations of one owner, each with so many people besides. */
export function addOrganizations(service: Service, count: number, members = 1) {
  owners += 1;
  const { world } = service.simulator;
  const { login: owner } = world.addUser({ login: `owner-of-several-${owners}` });
  const organizations = Array.from({ length: count }, () => {
    const { organization, organizationId, installation, newcomer } = addOrganization(service);
    world.addMembership({ organization, login: owner, role: 'admin' });
    const logins = Array.from({ length: members }, newcomer);
    for (const login of logins) world.addMembership({ organization, login });
    return { organization, organizationId, installation, logins, newcomer };
  });
  return { owner, organizations };
}

export type Line = PeopleAcrossLine | PersonAcrossLine;

/** Lines as they come. Leaving ends the request. */
export async function* streamed(
  address: string,
  headers: RequestHeaders,
  signal?: AbortSignal,
): AsyncGenerator<PeopleAcrossLine, void> {
  const answer = await fetch(address, { headers, ...(signal === undefined ? {} : { signal }) });
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of answer.body ?? []) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line);
  }
}

export async function readAcross({ url }: Pick<Service, 'url'>, headers: RequestHeaders, query = '') {
  const lines: PeopleAcrossLine[] = [];
  const across = createPeopleAcross();
  for await (const line of streamed(`${url}/api/people${query}`, headers)) {
    lines.push(line);
    across.add(line);
  }
  return { lines, across, rows: [...across.people.values()] };
}

export async function readPerson({ url }: Pick<Service, 'url'>, headers: RequestHeaders, person: string) {
  const answer = await fetch(`${url}/api/people/${person}`, { headers });
  const text = await answer.text();
  const lines: readonly PersonAcrossLine[] =
    answer.status === 200
      ? text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line))
      : [];
  return { status: answer.status, text, lines };
}

export const ofKind = <L extends { readonly kind: string }, K extends L['kind']>(lines: readonly L[], kind: K) =>
  lines.filter((line): line is Extract<L, { readonly kind: K }> => line.kind === kind);

/** What came of each organization, by its ID. */
export const endsOf = (lines: readonly Line[]): ReadonlyMap<number, OrganizationFinishedLine> =>
  new Map(ofKind(lines, 'finished').map((line) => [line.organization, line]));

export const reasonsOf = (lines: readonly Line[]) =>
  new Map([...endsOf(lines)].map(([id, { failure }]) => [id, failure?.reason ?? null]));
