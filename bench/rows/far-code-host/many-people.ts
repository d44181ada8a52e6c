import { leastDisturbed, median } from '../../measuring/compare.ts';
import { atMost } from '../../reporting/findings.ts';
import type { Bench, Finding } from '../../reporting/row.ts';
import { startService } from '../../servers/bench-service.ts';
import { signIn } from '../../worlds/sign-in.ts';
import { databaseUrlOf } from '../people-served.ts';

const LATENCY_MS = 100;
const FIRST_MS = 500;
const ALL_MS = 5_000;
const TURNS = 5;
const BRIEF_TURNS = 2;

interface Times {
  readonly firstMs: number;
  readonly allMs: number;
}

/** Row 13: the list of 10,000 people with a code host far away. */
export async function manyPeople(bench: Bench): Promise<readonly Finding[]> {
  const { codeHost, signInPort: port, folder, isBrief, profile: nodeOptions } = bench;
  const { login, people } = await codeHost.act('addLargeOrganization');
  const databaseUrl = await databaseUrlOf(bench, 'SQLite');
  const service = await startService({ codeHost, databaseUrl, folder, port, nodeOptions });
  bench.closing.defer(service.stop);
  const headers = { authorization: `Bearer ${await signIn(service.url, 'ada')}` };
  const read = async (): Promise<Times> => {
    const startedAt = performance.now();
    const answer = await fetch(`${service.url}/api/organizations/${login}/people`, { headers });
    let [firstMs, text] = [Number.NaN, ''];
    const decoder = new TextDecoder();
    for await (const bytes of answer.body ?? []) {
      text += decoder.decode(bytes, { stream: true });
      if (Number.isNaN(firstMs) && text.includes('\n')) firstMs = performance.now() - startedAt;
    }
    if (!text.endsWith('{"kind":"end","isComplete":true}\n')) throw new Error(`no whole list: ${text.slice(-300)}`);
    return { firstMs, allMs: performance.now() - startedAt };
  };
  const turns = async (): Promise<readonly Times[]> => {
    const times: Times[] = [];
    for (let turn = 0; turn < (isBrief ? BRIEF_TURNS : TURNS); turn += 1) times.push(await read());
    return times;
  };
  await read();
  const nearby = await turns();
  await codeHost.act('answerAfterMs', LATENCY_MS);
  await codeHost.act('forgetRequests');
  const far = await turns();
  const { requests, depth } = await codeHost.act('requestsMade');
  await codeHost.act('answerAfterMs', 0);
  const what = `${people.toLocaleString('en-US')} people, host ${LATENCY_MS} ms away`;
  const finding = (part: string, figure: keyof Times, reference: number): Finding => ({
    ...atMost(`${what}: ${part}`, { ours: leastDisturbed(far.map((times) => times[figure])), reference, unit: 'ms' }),
    byClock: true,
    limit: [
      `${Math.round(requests / far.length)} requests, at most ${depth} at once`,
      `from a code host that answers at once: ${median(nearby.map((times) => times[figure])).toFixed(0)} ms`,
    ],
  });
  return [finding('first hundred', 'firstMs', FIRST_MS), finding('all', 'allMs', ALL_MS)];
}
