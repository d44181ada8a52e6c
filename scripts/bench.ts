import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { Worker } from 'node:worker_threads';
import { startDemo } from '../server/test/support/service/program.ts';

/*
 * Measures the service against a bare `node:http` server that sends the same bytes: `npm run bench`.
 *
 * Each figure is a ratio of rates measured in turn in one run, so that it means the same on any machine. The service
 * runs with default settings, the access log included, as a process of its own; so does the load.
 */

const CONNECTIONS = 16;
const ROUNDS = 5;
const ROUND_MS = 2_000;
const REPOSITORIES = [1_000, 10_000] as const;

const program = await startDemo({ RATE_LIMIT: 'off' });
try {
  const codeHost = (await readJson(`${program.url}/api/about`, {})) as { readonly codeHost: { readonly url: string } };
  const control = codeHost.codeHost.url;
  const ada = await signIn(program.url, 'ada');
  await compare('GET /api/auth/session', `${program.url}/api/auth/session`, ada);
  await compare('GET /api/organizations', `${program.url}/api/organizations`, ada);
  for (const count of REPOSITORIES) {
    const login = `bench-${count}`;
    await installOn(control, login, count === 1_000 ? 3 : 1, count);
    const bearer = await signIn(program.url, login);
    const status = `${program.url}/api/install/status`;
    await readJson(status, bearer);
    await compare(
      `GET /api/install/status, ${count === 1_000 ? '3 of 1,000' : '1 of 10,000'} repositories`,
      status,
      bearer,
    );
  }
} finally {
  await program.remove();
}

type Headers = Readonly<Record<string, string>>;

/** Prints how much of the bare rate the service reaches: the median over the rounds, and both rates. */
async function compare(name: string, url: string, headers: Headers): Promise<void> {
  const answer = await (await fetch(url, { headers })).text();
  const bare = new Worker(new URL('./bare-server.ts', import.meta.url), { workerData: answer });
  const [address]: unknown[] = await once(bare, 'message');
  const bareUrl = `http://127.0.0.1:${Object(address).port}/`;
  const pairs: { readonly ours: number; readonly theirs: number }[] = [];
  await rateOf(url, headers, ROUND_MS / 2);
  await rateOf(bareUrl, headers, ROUND_MS / 2);
  for (let round = 0; round < ROUNDS; round += 1) {
    pairs.push({ ours: await rateOf(url, headers, ROUND_MS), theirs: await rateOf(bareUrl, headers, ROUND_MS) });
  }
  await bare.terminate();
  const median = pairs.toSorted((a, b) => a.ours / a.theirs - b.ours / b.theirs)[Math.floor(ROUNDS / 2)];
  if (median === undefined) throw new Error('nothing was measured');
  const { ours, theirs } = median;
  process.stdout.write(
    `${name}: ${(ours / theirs).toFixed(2)} of bare (${Math.round(ours)} and ${Math.round(theirs)} a second, ${answer.length} bytes)\n`,
  );
}

/** Answers a second over a few connections that are kept. */
async function rateOf(url: string, headers: Headers, ms: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const started = performance.now();
  let answers = 0;
  const client = async () => {
    while (performance.now() - started < ms) {
      await request(url, headers, agent);
      answers += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  agent.destroy();
  return answers / ((performance.now() - started) / 1000);
}

function request(url: string, headers: Headers, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      response.on('end', resolve).on('error', reject).resume();
    }).on('error', reject);
  });
}

/** The App on new organizations with this many repositories each, all seen by one new person. */
async function installOn(control: string, login: string, organizations: number, repositories: number): Promise<void> {
  const world = (name: string, ...parameters: readonly unknown[]) =>
    fetch(`${control}/_control/world/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(parameters),
    });
  await world('addUser', { login });
  await world('enlarge', login, { organizations, installations: organizations, prefix: login });
  for (let index = 1; index <= organizations; index += 1) {
    const owner = `${login}-${String(index).padStart(4, '0')}`;
    for (let number = 1; number <= repositories; number += 1)
      await world('addRepository', { owner, name: `repo-${number}` });
  }
}

async function signIn(service: string, login: string): Promise<Headers> {
  const started = await fetch(`${service}/api/auth/start?mode=mobile`, { redirect: 'manual' });
  const authorize = new URL(started.headers.get('location') ?? '');
  const back = await fetch(authorize, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ login, decision: 'authorize' }),
  });
  const cookie = started.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const answer = (await readJson(back.headers.get('location') ?? '', { cookie })) as { readonly sessionToken: string };
  return { authorization: `Bearer ${answer.sessionToken}` };
}

async function readJson(url: string, headers: Headers): Promise<unknown> {
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response.json();
}
