import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { publishedCalls } from '../../../simulator/test/rest/published-descriptions.ts';
import { createAppChecks } from '../../src/code-host/app/app-checks.ts';
import { createAppRegistry } from '../../src/code-host/app/registered-app.ts';
import { createHttpCodeHost } from '../../src/code-host/code-host.ts';
import { json, NOON, TOKEN } from './host-answering.ts';
import { HOSTILE_TEXTS } from './hostile-texts.ts';
import { startLoopback } from './loopback.ts';
import { recordingLog } from './recording-log.ts';

/*
 * Every function of the client is called with every hostile text in every parameter. What it sends with an ordinary text tells
 * which calls of the table it makes; with a hostile one it may send these alone, with the text as one whole segment.
 */

const ORDINARY = 'ordinary-text';
const ORGANIZATION = 'acme';
const ID = 7;

/** Calls of the table with a text in their path that only the simulated code host's tests make. */
const ONLY_IN_TESTS = [
  'DELETE /orgs/{org}/members/{username}',
  'DELETE /repos/{owner}/{repo}/invitations/{invitation_id}',
  'GET /orgs/{org}/teams/{team_slug}/invitations',
  'GET /orgs/{org}/teams/{team_slug}/members',
  'GET /repos/{owner}/{repo}',
];

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const appPrivateKey = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

interface Sent {
  readonly method: string;
  /** As it arrived. */
  readonly path: string;
}

/** A code host where every organization exists, and hardly anything else. */
async function startHost() {
  const sent: Sent[] = [];
  const { url } = await startLoopback((request, response) => {
    const { method = '', url: address = '' } = request;
    const [path = ''] = address.split('?');
    sent.push({ method, path: address });
    const [, , , organization, list, ...more] = path.split('/');
    if (path.startsWith('/api/orgs/') && list === undefined)
      return json(response, 200, { id: ID, login: decodeURIComponent(organization ?? '') });
    if (list === 'organization-roles' && more.length === 0)
      return json(response, 200, { roles: [{ id: ID, name: 'role', base_role: 'read' }] });
    if (list?.endsWith('invitations') === true && more.length === 0) return json(response, 200, []);
    if (path.endsWith('/access_tokens')) return json(response, 201, { token: 'ghs_of-nobody' });
    json(response, 404, { message: 'Not Found' });
  });
  return { url, sent };
}

type Call = (...args: readonly unknown[]) => unknown;

/** The functions of the client, with a text where they take one from settings. */
function functionsOf(url: string, text: string): ReadonlyMap<string, Call> {
  const settings = {
    webUrl: new URL(url),
    apiUrl: new URL('/api', url),
    clientId: text,
    clientSecret: 'secret',
    appId: '7',
    appSlug: text,
    appPrivateKey,
  };
  const deps = { clock: { now: () => NOON }, log: recordingLog() };
  const host = createHttpCodeHost(settings, deps);
  const { reach: _, reachSelf: __, ...checks } = createAppChecks(settings, deps);
  const { as, ...app } = host;
  const groups = {
    app,
    person: withClient(as({ token: TOKEN })),
    reads: withClient(host.budgetedReads().codeHost.as({ token: TOKEN })),
    installation: withClient(host.asInstallation(ID, 'sent-invitations')),
    checks,
    registry: createAppRegistry(settings, deps.clock),
  };
  return new Map(
    Object.entries(groups).flatMap(([group, functions]) =>
      Object.entries(functions).map(
        ([name, call]) =>
          [`${group}.${name}`, TAKING_NAMES.has(name) ? takingName(call as Call) : (call as Call)] as const,
      ),
    ),
  );
}

const MODULES = import.meta.glob<Readonly<Record<string, unknown>>>(
  ['../../src/code-host/client.ts', '../../src/code-host/{app,people,teams}/*.ts'],
  { eager: true },
);

/** All functions that may take a client, called with this one. */
function withClient(client: object): Readonly<Record<string, Call>> {
  const functions = Object.values(MODULES).flatMap((module) => Object.entries(module));
  return Object.fromEntries(
    functions
      .filter((entry): entry is [string, Call] => typeof entry[1] === 'function')
      .map(([name, call]) => {
        const calling = (...args: readonly unknown[]) => call(client, ...args);
        return [name, Object.defineProperty(calling, 'length', { value: Math.max(0, call.length - 1) })];
      }),
  );
}

/** Functions that take a list of names after the request. */
const TAKING_NAMES: ReadonlySet<string> = new Set([
  'readRepositoriesNamed',
  'readRepositoryInvitations',
] satisfies readonly (keyof typeof import('../../src/code-host/people/exact-access.ts'))[]);

function takingName(call: Call): Call {
  return (first: unknown, name: unknown) => call(first, typeof name === 'string' ? [name] : name);
}

/** What each parameter of a function may be: who asks, then names, numbers and groups of both. */
function argumentsWith(text: string, parameters: number): readonly (readonly unknown[])[] {
  const common = { token: TOKEN, organizationId: ID, installationId: ID, inviter: 'ada', seen: null };
  const named = { login: text, id: ID, role: 'member', repository: text, permission: 'pull', after: null, size: 1 };
  const firsts = [{ ...common, organization: ORGANIZATION }, { ...common, organization: text }, text, ID, TOKEN];
  const others = [text, undefined, ID, named, { ...named, permission: null }];
  let lists: readonly (readonly unknown[])[] = firsts.map((first) => [first]);
  for (let more = 1; more < parameters; more += 1)
    lists = lists.flatMap((list) => others.map((other) => [...list, other]));
  return lists;
}

async function settled(call: Call | undefined, args: readonly unknown[]): Promise<void> {
  const result: unknown = await call?.(...args);
  if (Symbol.asyncIterator in Object(result)) for await (const _ of result as AsyncIterable<unknown>);
}

const TEMPLATES = publishedCalls().map(({ method, template }) => ({ method, template, parts: template.split('/') }));

/** Returns the call of the table that was sent with whole texts; null for none. */
function tableCall({ method, path }: Sent, text: string): string | null {
  const url = new URL(path, 'http://loopback');
  const [, base, ...rest] = url.pathname.split('/');
  if (base !== 'api' || url.pathname + url.search !== path) return null;
  // The second form of each call about teams, which only the texts of the descriptions mention.
  const [first, organization = '', second, ...others] = rest;
  const isByNumber = first === 'organizations' && second === 'team';
  const parts = isByNumber ? ['', 'orgs', organization, 'teams', ...others] : ['', ...rest];
  const texts = [text, ORGANIZATION, String(ID), 'ada'];
  const isText = (part: string) => texts.includes(decodeURIComponent(part));
  const found = TEMPLATES.find(
    (each) =>
      each.method === method &&
      each.parts.length === parts.length &&
      each.parts.every((part, at) => (part.startsWith('{') ? isText(parts[at] ?? '') : part === parts[at])),
  );
  return found === undefined ? null : `${method} ${found.template}`;
}

const BESIDE_THE_TABLE: ReadonlySet<string> = new Set([
  '/api/graphql',
  '/login/oauth/access_token',
  // Tokens are kept, so any call may be the first to need one.
  `/api/app/installations/${ID}/access_tokens`,
]);
const isOfTable = ({ path }: Sent): boolean => !BESIDE_THE_TABLE.has(path);

interface Use {
  readonly name: string;
  /** Which of `argumentsWith`. */
  readonly at: number;
  readonly calls: readonly string[];
}

/** Finds arguments with which each function makes each of its calls. */
async function findUses(): Promise<readonly Use[]> {
  const { url, sent } = await startHost();
  const uses = new Map<string, Use>();
  for (const [name, call] of functionsOf(url, ORDINARY)) {
    for (const [at, args] of argumentsWith(ORDINARY, call.length).entries()) {
      sent.length = 0;
      const isTaken = await settled(call, args).then(
        () => true,
        () => false,
      );
      const withText = sent.filter((each) => isOfTable(each) && each.path.includes(ORDINARY));
      const calls = sent.filter(isOfTable).map((each) => tableCall(each, ORDINARY) ?? `not in the table: ${each.path}`);
      const key = JSON.stringify([name, withText]);
      if (isTaken && withText.length > 0 && !uses.has(key)) uses.set(key, { name, at, calls });
    }
  }
  return [...uses.values()];
}

let found: ReturnType<typeof findUses> | null = null;
const usesOnce = () => {
  found ??= findUses();
  return found;
};

describe('a hostile text', () => {
  test('is tried in every call of the table', async () => {
    const uses = await usesOnce();
    const reached = new Set(uses.flatMap(({ calls }) => calls));
    expect([...reached].filter((call) => call.startsWith('not in the table'))).toEqual([]);
    const withText = TEMPLATES.filter(
      ({ template }) => /\{(?!\w+_id\}|client_id)/.test(template) || template.includes('{client_id}'),
    );
    const missing = withText
      .map(({ method, template }) => `${method} ${template}`)
      .filter((call) => !reached.has(call));
    expect(missing.toSorted()).toEqual(ONLY_IN_TESTS);
  });

  test.each(HOSTILE_TEXTS)('reaches no other path: %j', async (text) => {
    const uses = await usesOnce();
    const { url, sent } = await startHost();
    const functions = functionsOf(url, text);
    for (const { name, at, calls } of uses) {
      sent.length = 0;
      await settled(functions.get(name), argumentsWith(text, functions.get(name)?.length ?? 0)[at] ?? []);
      for (const each of sent.filter(isOfTable))
        expect({ name, each, call: tableCall(each, text) }).toEqual({
          name,
          each,
          call: expect.toBeOneOf([...calls]),
        });
    }
  });
});
