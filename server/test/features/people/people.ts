import type { PeopleLine, PeopleReviewLine, Withheld } from '@orgdesk/contract';
import type { RequestHeaders } from '../../support/browser.ts';
import { addOrganization as addBareOrganization } from '../../support/service/add-organization.ts';
import type { Service } from '../../support/service/start-service.ts';

export type { RequestHeaders as Headers } from '../../support/browser.ts';

export type Line = PeopleLine | PeopleReviewLine;

/** An organization with so many members. */
export function addOrganization(service: Service, members = 0, more: object = {}) {
  const prepared = addBareOrganization(service, more);
  const { world } = service.simulator;
  const add = (login: string, role: 'admin' | 'member' = 'member') => {
    const user = world.addUser({ login });
    world.addMembership({ organization: prepared.organization, login, role });
    return user;
  };
  const logins = Array.from({ length: members }, (_, nth) => `member-${nth}-of-${prepared.organization}`);
  for (const login of logins) add(login);
  return { ...prepared, logins, add };
}

/** A list in lines, read to its end, or until told. */
export interface ReadList {
  readonly status: number;
  readonly headers: Headers;
  /** The lines that came so far. */
  readonly lines: readonly Line[];
  readonly json: () => unknown;
  /** Resolves when the service has ended it: true, or false when the connection broke. */
  readonly ended: Promise<boolean>;
  readonly leave: () => void;
}

export async function openList(address: string, headers: RequestHeaders): Promise<ReadList> {
  const leaving = new AbortController();
  const answer = await fetch(address, { headers, signal: leaving.signal });
  const lines: Line[] = [];
  let text = '';
  const read = async (): Promise<boolean> => {
    const decoder = new TextDecoder();
    try {
      for await (const bytes of answer.body ?? []) {
        text += decoder.decode(bytes, { stream: true });
        const whole = text.split('\n').slice(0, -1);
        if (answer.status !== 200) continue;
        lines.push(...whole.map((line) => JSON.parse(line)));
        text = text.slice(text.lastIndexOf('\n') + 1);
      }
      return true;
    } catch {
      return false;
    }
  };
  const ended = read();
  return {
    status: answer.status,
    headers: answer.headers,
    lines,
    json: () => JSON.parse(text),
    ended,
    leave: () => leaving.abort(),
  };
}

export const peopleOf = ({ url }: Pick<Service, 'url'>, organization: string, query = '') =>
  `${url}/api/organizations/${organization}/people${query}`;

/** A whole list: status and lines, or what was answered instead. */
export async function wholeList(address: string, headers: RequestHeaders) {
  const list = await openList(address, headers);
  const isWhole = await list.ended;
  return { status: list.status, isWhole, lines: list.lines, json: list.status === 200 ? null : list.json() };
}

type Kind = Line['kind'];
export const linesOf = <K extends Kind>(lines: readonly Line[], kind: K) =>
  lines.filter((line): line is Extract<Line, { readonly kind: K }> => line.kind === kind);

export const withheldIn = (
  lines: readonly Line[],
): readonly (readonly [Withheld['part'], Withheld['reason'], string | null])[] =>
  linesOf(lines, 'withheld').map(({ withheld: { part, reason, subject } }) => [part, reason, subject]);

export const loginsIn = (lines: readonly Line[]): readonly string[] =>
  linesOf(lines, 'people').flatMap(({ people }) => people.map(({ login }) => login));

/** The calls that read the members. */
export const LISTED = { path: '/graphql', operation: 'OrganizationMembers' } as const;

/**
 * Resolves when the service has learned of everything that was sent to it so far. It takes in turn what comes; a sign-in is
 * a whole row of requests, to it and from it, that come after.
 */
export const learned = async ({ signIn }: Service): Promise<void> => void (await signIn('edsger'));

export const reviewOf = ({ url }: Pick<Service, 'url'>, organization: string) =>
  `${url}/api/organizations/${organization}/people-review`;

export interface SealedFinding {
  readonly key: string;
  readonly name: string;
  readonly seal: string;
}

/** What the review finds of a kind, as it is sent to dismiss it. */
export async function foundIn(
  service: Pick<Service, 'url'>,
  organization: string,
  headers: RequestHeaders,
  kind: string,
): Promise<readonly SealedFinding[]> {
  const { lines } = await wholeList(reviewOf(service, organization), headers);
  return linesOf(lines, 'finding').flatMap((line) => {
    if (line.finding !== kind) return [];
    if ('teams' in line) return line.teams.map(({ key, slug, seal }) => ({ key, name: slug, seal }));
    return line.people.map(({ key, login, seal }) => ({ key, name: login, seal }));
  });
}

export const dismissedOf = ({ url }: Pick<Service, 'url'>, organization: string, below = '') =>
  `${url}/api/organizations/${organization}/dismissed-findings${below}`;

/** A day ahead of the service's clock, as it is sent. */
export const inDays = ({ clock }: Pick<Service, 'clock'>, days: number): string =>
  new Date(clock.now().getTime() + days * 86_400_000).toISOString();
