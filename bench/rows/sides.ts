import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Side } from '../measuring/compare.ts';
import { ask, contentHeaders, type Request, requireSameAnswer } from '../measuring/requests.ts';
import type { Bench } from '../reporting/row.ts';
import { startReference } from '../servers/bench-service.ts';
import type { Program } from '../servers/program.ts';
import { answerText } from '../servers/references/answer.ts';
import type { Person } from '../worlds/people.ts';

/** A side whose first answer is fetched; ends the bench when its status is not the one that is expected. */
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

/** A reference of `servers/references/` that repeats an answer of ours, checked to do so. */
export async function repeaterOf(
  bench: Bench,
  ours: Side,
  { name = 'bare', env = {} }: { readonly name?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Side> {
  const { status, body } = ours.answer;
  const file = join(bench.folder, `answer-${randomUUID()}.json`);
  await writeFile(file, answerText(status, contentHeaders(ours.answer), body));
  const program = await startReference(name, { folder: bench.folder, env: { ...env, ANSWER_FILE: file } });
  bench.closing.defer(program.stop);
  const [first] = ours.requests;
  if (first !== undefined) requireSameAnswer(name, ours.answer, await ask(program.port, first));
  return { program, requests: ours.requests, answer: { ...ours.answer, headers: contentHeaders(ours.answer) } };
}

/** The steps between a bare server and the service; of each, a side and what the findings call it. */
export async function stepsTo(
  bench: Bench,
  ours: Side,
  databaseUrl: string,
): Promise<readonly { readonly side: Side; readonly step: string }[]> {
  if (bench.isBrief) return [];
  const env = { DATABASE_URL: databaseUrl };
  return [
    {
      side: await repeaterOf(bench, ours, { name: 'bare-query', env }),
      step: 'bare, with the hash and our one query',
    },
    { side: await repeaterOf(bench, ours, { name: 'framework' }), step: 'Fastify alone' },
    {
      side: await repeaterOf(bench, ours, { name: 'framework', env }),
      step: 'Fastify, with the hash and our one query',
    },
  ];
}

/** What each of these people asks. */
export const requestsOf = (people: readonly Person[], pathOf: (person: Person) => string): readonly Request[] =>
  people.map((person) => ({
    method: 'GET',
    path: pathOf(person),
    headers: { authorization: `Bearer ${person.sessionId}` },
  }));
