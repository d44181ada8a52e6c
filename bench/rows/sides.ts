import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Side } from '../measuring/compare.ts';
import { ask, contentHeaders, type Request, repeatableHeaders, requireSameAnswer } from '../measuring/requests.ts';
import type { Bench } from '../reporting/row.ts';
import { startReference } from '../servers/bench-service.ts';
import type { Program } from '../servers/program.ts';
import { answerText } from '../servers/references/answer.ts';
import type { Person } from '../worlds/people.ts';

/** Fetches a side's first answer. Throws on an unexpected status. */
export async function sideOf(program: Program, requests: readonly Request[], status = 200): Promise<Side> {
  const [first] = requests;
  if (first === undefined) throw new Error('a side without requests');
  const answer = await ask(program.port, first);
  if (answer.status !== status) {
    throw new Error(
      `${first.method} ${first.path} answered ${answer.status}: ${answer.body.toString('utf8').slice(0, 500)}`,
    );
  }
  return { program, requests, answer };
}

/** Starts a reference of `servers/references/` and checks that it repeats our answer. */
export async function repeaterOf(
  bench: Bench,
  ours: Side,
  {
    name = 'bare',
    env = {},
    headersOf = contentHeaders,
  }: {
    readonly name?: string;
    readonly env?: Readonly<Record<string, string>>;
    readonly headersOf?: typeof contentHeaders;
  } = {},
): Promise<Side> {
  const { status, body } = ours.answer;
  const headers = headersOf(ours.answer);
  const file = join(bench.folder, `answer-${randomUUID()}.json`);
  await writeFile(file, answerText(status, headers, body));
  const program = await startReference(name, { folder: bench.folder, env: { ...env, ANSWER_FILE: file } });
  bench.closing.defer(program.stop);
  const [first] = ours.requests;
  if (first !== undefined) requireSameAnswer(name, ours.answer, await ask(program.port, first));
  return { program, requests: ours.requests, answer: { ...ours.answer, headers } };
}

/** A server between a bare one and the service, with its name in findings. */
export interface Step {
  readonly side: Side;
  readonly step: string;
}

/** What an endpoint reads: the session, also installations on its organizations, also linked ones, or only stamps. */
export type SessionQuery = 'session' | 'organizations' | 'status' | 'stamps';

const NAMES: Readonly<Record<SessionQuery, string>> = {
  session: 'the hash and our one query',
  organizations: 'the hash and our one query',
  status: 'the hash and our two queries',
  stamps: 'the hash and our query of stamps',
};

/** Makes references run the service's queries, in sequence, before they answer. */
export const withQueries = (
  databaseUrl: string,
  query: SessionQuery,
): { readonly env: Readonly<Record<string, string>>; readonly name: string } => ({
  env: { DATABASE_URL: databaseUrl, SESSION_QUERY: query },
  name: NAMES[query],
});

/** Returns the steps between a bare server and the service for an answer that is kept. */
export async function stepsTo(bench: Bench, ours: Side, databaseUrl: string): Promise<readonly Step[]> {
  if (bench.isBrief) return [];
  const { env, name } = withQueries(databaseUrl, 'stamps');
  return [
    { side: await repeaterOf(bench, ours, { name: 'bare-query', env }), step: `bare, with ${name}` },
    { side: await repeaterOf(bench, ours, { name: 'framework' }), step: 'Fastify alone' },
    { side: await repeaterOf(bench, ours, { name: 'framework', env }), step: `Fastify, with ${name}` },
    {
      side: await repeaterOf(bench, ours, {
        name: 'framework',
        env: { ...env, LOG: 'yes' },
        headersOf: repeatableHeaders,
      }),
      step: `Fastify, with ${name}, our headers and a log line`,
    },
  ];
}

/** Makes a step of the service's session read, the least that an answer costs. */
export async function sessionReadOf({ program, requests }: Side): Promise<Step> {
  const headers = { authorization: requests[0]?.headers.authorization ?? '' };
  const side = await sideOf(program, [{ method: 'GET', path: '/api/auth/session', headers }]);
  return { side, step: 'our session read' };
}

export const requestsOf = (people: readonly Person[], pathOf: (person: Person) => string): readonly Request[] =>
  people.map((person) => ({
    method: 'GET',
    path: pathOf(person),
    headers: { authorization: `Bearer ${person.sessionId}` },
  }));
