import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Program } from '../../server/test/support/service/program.ts';
import { sharedService } from '../../server/test/support/service/shared-service.ts';
import { freshHome, ONE_SENTENCE, orgdesk, startOrgdesk } from './support/orgdesk.ts';

const service = sharedService();

async function signedIn() {
  const { id, bearer } = await service().signIn('ada');
  return { env: { HOME: await freshHome(), ORGDESK_URL: service().url, ORGDESK_SESSION: id }, bearer };
}

async function startInvite(name: string, ...parameters: readonly string[]) {
  const { env, bearer } = await signedIn();
  const file = join(env.HOME, 'people.csv');
  const people = [1, 2, 3].map((number) => `${name}-${number}`);
  for (const login of people) service().simulator.world.addUser({ login });
  await writeFile(file, ['username,email,role,department', ...people.map((login) => `${login},,,Platform`)].join('\n'));
  const program = startOrgdesk(['invite', 'acme', file, '--yes', '--key', name, ...parameters], env);
  await Promise.race([program.ended, expect.poll(() => program.err()).toContain('of 3: ')]);
  expect(program.err()).toContain('of 3: ');
  const [job] = JSON.parse((await orgdesk(['jobs', 'list', 'acme', '--json'], env))[1]);
  return { env, bearer, program, people, job: String(job.id) };
}

/** Works on jobs until the program has ended. */
async function workUntilEndOf(program: Program): Promise<number | null> {
  let code: number | null | undefined;
  void program.ended.then((end) => {
    code = end.code;
  });
  while (code === undefined) {
    service().clock.advance(1_100);
    await service().workOnJobs();
    await delay(50);
  }
  return code;
}

test('invite shows progress, adds to teams named like departments, and writes the results as CSV', async () => {
  const results = join(await freshHome(), 'results.csv');
  const { program, people, job } = await startInvite('csv', '--results', results);
  expect(await workUntilEndOf(program)).toBe(0);
  expect(program.err()).toContain(`Job ${job}: done. 3 sent.\n`);
  expect(program.out()).toBe('');
  const csv = await readFile(results, 'utf8');
  for (const login of people) expect(csv).toMatch(new RegExp(`,${login},,direct_member,\\d+,sent,`));
});

test('a row that cannot be invited is named, left out, and makes the exit code 6', async () => {
  const { env } = await signedIn();
  const file = join(env.HOME, 'people.csv');
  await writeFile(file, 'username\nnobody-at-all\nGrace Hopper\nada\n');
  expect(await orgdesk(['invite', 'acme', file, '--preview'], env)).toEqual([
    6,
    expect.stringMatching(
      /line 2",nobody-at-all,not found,[\s\S]*line 3",Grace Hopper,left out,[\s\S]*line 4",ada,already member,/,
    ),
    '',
  ]);
});

const previewOf = async (file: string | Uint8Array, ...parameters: readonly string[]) => {
  const { env } = await signedIn();
  const path = join(env.HOME, 'people.csv');
  await writeFile(path, file);
  return orgdesk(['invite', 'acme', path, '--preview', ...parameters], env);
};

test('a preview shows the account of each person, and which may not be the right ones', async () => {
  const { world } = service().simulator;
  const createdAt = new Date(service().clock.now().getTime() - 86_400_000).toISOString();
  world.addUser({ login: 'ken-seen', name: 'Ken Example' });
  world.addUser({ login: 'mal-seen', name: 'Mallory\u001b[2J\u202e', createdAt });
  world.addUser({ login: 'quiet-seen', name: null });
  const text = 'login,name\nken-seen,Ken Example\nmal-seen,Ken Two\nquiet-seen,Quiet One\n';
  const [code, csv] = await previewOf(text);
  expect(code).toBe(0);
  expect(csv.split('\r\n')).toEqual([
    'row,person,state,detail,name,created,double-check',
    '"people.csv, row 2",ken-seen,ready,,Ken Example,2024-03-01,',
    `"people.csv, row 3",mal-seen,ready,,Mallory[2J\u202e,${createdAt.slice(0, 10)},"new account, other name than listed"`,
    '"people.csv, row 4",quiet-seen,ready,,,2024-03-01,no name to compare',
    '',
  ]);
  const [, json] = await previewOf(text, '--json');
  expect(JSON.parse(json)[1]).toEqual({
    where: 'people.csv, row 3',
    person: 'mal-seen',
    state: 'ready',
    detail: '',
    name: 'Mallory\u001b[2J\u202e',
    createdAt,
    avatarUrl: expect.stringContaining('/avatars/'),
    warnings: ['new-account', 'other-name'],
  });

  const { env } = await signedIn();
  const file = join(env.HOME, 'people.csv');
  await writeFile(file, text);
  const program = startOrgdesk(['invite', 'acme', file], env);
  expect((await program.ended).code).toBe(1);
  expect(program.err()).toMatch(/mal-seen .*new account, other name than listed\n.*quiet-seen .*no name to compare\n/);
  expect(program.err()).not.toContain('ken-seen');
  expect(program.err()).toContain('3 people to invite, 2 to double-check, 0 left out.');
});

const TITLED = 'sep=;\r\nNeue Leute\r\n\r\nVorname;GitHub-Benutzername;Rolle;Abteilung;Gruppen\r\n';

test.each([
  ['UTF-8', 'utf8'],
  ['UTF-16 with its mark', 'utf16le'],
  ['Windows-1252', 'latin1'],
] as const)('invite reads a table of another language below a title, in %s', async (_name, encoding) => {
  const text = `${encoding === 'utf16le' ? '\uFEFF' : ''}${TITLED}Jörg;ada;Eigentümer;Vertrieb;\r\n`;
  expect(await previewOf(Buffer.from(text, encoding))).toEqual([
    6,
    expect.stringMatching(/row 4",ada,already member,/),
    '',
  ]);
});

test('invite names the rows of a table that cannot be invited, and skips departments that are not teams', async () => {
  const text = 'GitHub,Access,Department\nnew-one,Chief,\nnew-two,owner,Nowhere\nnew-two,,\n';
  for (const login of ['new-one', 'new-two']) service().simulator.world.addUser({ login });
  expect(await previewOf(text)).toEqual([
    6,
    expect.stringMatching(
      /row 2",new-one,left out,"?Unknown role “Chief”[\s\S]*row 3",new-two,ready,[\s\S]*row 4",new-two,left out,Duplicate/,
    ),
    '',
  ]);
});

test.each([
  ['PK\u0003\u0004', 'is an Excel file: save it as CSV.'],
  ['\u0001\u0002\u0003', 'is not a text file: save it as CSV.'],
  ['one,two\nAda,platform\nTim,platform\n', 'does not say which column has the usernames'],
])('invite refuses %j with one sentence', async (text, message) => {
  const [code, out, err] = await previewOf(text);
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(ONE_SENTENCE);
  expect(err).toContain(`people.csv ${message}`);
});

// Windows has no such signals.
test.skipIf(process.platform === 'win32').each([
  ['SIGINT', 130],
  ['SIGHUP', 129],
] as const)('%s leaves the job alone and tells how to go on', async (signal, code) => {
  const { env, program, job } = await startInvite(`left-${code}`);
  expect((await program.stop(signal)).code).toBe(code);
  expect(program.err()).toMatch(new RegExp(`The job goes on\\. To watch it: orgdesk jobs watch acme ${job}\\n$`));
  const watching = startOrgdesk(['jobs', 'watch', 'acme', job, '--json'], env);
  await expect.poll(() => watching.err()).toContain('of 3: ');
  expect(await workUntilEndOf(watching)).toBe(0);
  expect(JSON.parse(watching.out()).map(({ outcome }: { readonly outcome: string }) => outcome)).toEqual(
    Array.from({ length: 3 }, () => 'sent'),
  );
});

test('a session that ends while a job is watched is one sentence', async () => {
  const { bearer, program, job } = await startInvite('ended');
  await fetch(`${service().url}/api/auth/logout`, { method: 'POST', headers: bearer });
  service().clock.advance(120_000);
  expect((await program.ended).code).toBe(3);
  expect(program.err()).toMatch(new RegExp(`ORGDESK_SESSION has ended [^\\n]+ orgdesk jobs watch acme ${job}\\n$`));
});

test('a cancelled job is the exit code', async () => {
  const { env, bearer, program, job } = await startInvite('cancelled');
  await program.stop('SIGINT');
  await fetch(`${service().url}/api/organizations/acme/jobs/${job}/cancel`, { method: 'POST', headers: bearer });
  expect(await workUntilEndOf(startOrgdesk(['jobs', 'watch', 'acme', job], env))).toBe(8);
});

test('people change makes the change that its preview shows', async () => {
  const { env } = await signedIn();
  const program = startOrgdesk(['people', 'change', 'acme', '--role', 'owner', 'tim', '--yes'], env);
  await expect.poll(() => program.err()).toContain('of 1: ');
  expect(program.err()).toMatch(/^tim {2,}member {2,}will change/m);
  expect(await workUntilEndOf(program)).toBe(0);
  expect(await readRole(env)).toBe('owner');
  const unsure = startOrgdesk(['people', 'change', 'acme', '--role', 'member', 'tim'], env);
  expect((await unsure.ended).code).toBe(1);
  expect(unsure.err()).toMatch(/Nothing was changed: without a terminal, --yes is needed\.\n$/);
});

async function readRole(env: Readonly<Record<string, string>>): Promise<string> {
  const [, csv] = await orgdesk(['people', 'show', 'acme', 'tim'], env);
  return csv.split('\r\n')[1]?.split(',')[2] ?? '';
}

test('a job is paused, resumed, taken over and cancelled; repeating it has no effect, and a job that ended stays', async () => {
  const { env, program, job } = await startInvite('changed');
  await program.stop('SIGINT');
  const change = async (action: string, ...options: readonly string[]) =>
    orgdesk(['jobs', action, 'acme', job, ...options], env);
  const stateAfter = async (action: string) => JSON.parse((await change(action, '--json'))[1])[0].state;
  expect(await stateAfter('pause')).toBe('paused');
  expect(await stateAfter('pause')).toBe('paused');
  expect((await change('resume'))[1]).toMatch(/^id,kind,title,state,[\s\S]+,people\.csv,(?:queued|running)[^,]*,/);
  expect(await stateAfter('take-over')).toMatch(/^(?:queued|running)$/);
  expect(await stateAfter('cancel')).toBe('cancelled');
  const [code, out, err] = await change('resume');
  expect([code, out, err]).toEqual([1, '', expect.stringMatching(ONE_SENTENCE)]);
  expect(err).toContain('has ended or is being cancelled');
  expect((await orgdesk(['jobs', 'cancel', 'acme', '0'.repeat(32)], env))[0]).toBe(5);
});
