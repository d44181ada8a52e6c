import { expect, test } from 'vitest';
import { sharedService } from '../../server/test/support/service/shared-service.ts';
import { freshHome, orgdesk, orgdeskInTerminal, startOrgdesk } from './support/orgdesk.ts';

const service = sharedService();

async function signedIn() {
  const { id } = await service().signIn('ada');
  return { HOME: await freshHome(), ORGDESK_URL: service().url, ORGDESK_SESSION: id };
}

test('people list is JSON with --json and CSV in a pipe', async () => {
  const env = await signedIn();
  const [code, json] = await orgdesk(['people', 'list', 'acme', '--json'], env);
  expect(code).toBe(0);
  const people: readonly { readonly login: string; readonly role: string }[] = JSON.parse(json);
  expect(people).toContainEqual(expect.objectContaining({ login: 'grace', role: 'member' }));

  const [, csv] = await orgdesk(['people', 'list', 'acme', '--role', 'owner'], env);
  const [head, ...rows] = csv.trimEnd().split('\r\n');
  expect(head).toBe('login,name,role,id');
  expect(rows.length).toBe(people.filter(({ role }) => role === 'admin').length);
  for (const row of rows) expect(row).toContain(',owner,');
});

// The terminal of these tests is a program of Linux.
test.skipIf(process.platform !== 'linux')('a terminal gets a table', async () => {
  const { code, shown } = await orgdeskInTerminal(['people', 'list', 'acme'], { ...(await signedIn()), NO_COLOR: '1' });
  expect(code).toBe(0);
  expect(shown).toMatch(/^LOGIN {2,}NAME {2,}ROLE {2,}ID\r\n/);
  expect(shown).toMatch(/^grace {2,}Grace Hopper {2,}member {2,}\d+\r$/m);
});

// As above.
test.skipIf(process.platform !== 'linux')('names of strangers do not move the cursor of a terminal', async () => {
  service().simulator.world.addUser({ login: 'trudy-x', name: '\u001b[2J\u001b]0;owned\u0007Mal\u202Elory\nroot' });
  service().simulator.world.addMembership({ organization: 'acme', login: 'trudy-x' });
  const { shown } = await orgdeskInTerminal(['people', 'list', 'acme'], { ...(await signedIn()), NO_COLOR: '1' });
  expect(shown).toMatch(/^trudy-x {2,}Mal lory root {2,}member/m);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come.
  expect(shown).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u202e]/);
});

test.each([
  ['orgs', 'login,name,role,app,repositories\r\nacme,'],
  ['people show acme grace', 'login,name,role,two-factor,teams,invitations,id\r\ngrace,'],
  [
    'people preview acme --remove grace',
    'login,role,verdict,leaves-teams,loses-repositories,notes\r\ngrace,member,will change,',
  ],
  ['access acme', 'cause,detail\r\n'],
  ['access acme --person grace', 'repository,permission,granted-by\r\n'],
  ['access acme --repository api', 'login,name,permission,granted-by\r\n'],
  ['jobs list acme', 'id,kind,title,state,results,started-by,created-at\r\n'],
  ['audit tail acme', 'number,at,action,actor,target,outcome,source\r\n'],
  ['audit export acme', '\uFEFFnumber,at,'],
])('orgdesk %s prints what it names', async (args, start) => {
  const env = await signedIn();
  const [code, out] = await orgdesk(args.split(' '), env);
  expect(out.slice(0, start.length)).toBe(start);
  expect(code).toBe(0);
  expect(out).not.toContain(env.ORGDESK_SESSION);
});

test('people list covers all organizations, and says which could not be read', async () => {
  const env = await signedIn();
  const list = async (...more: readonly string[]) => orgdesk(['people', 'list', '--all-organizations', ...more], env);
  const [code, json, err] = await list('--json');
  expect(code).toBe(6);
  expect(err).toContain('Not read: harbor-tools: app suspended.\n');
  expect(err).toContain('Not read: quiet-co: app missing.\n');
  expect(err).toMatch(/^Calls \(core\): \d+, \d+ of 5000 left\.$/m);
  const people: readonly { readonly login: string; readonly notChecked: unknown }[] = JSON.parse(json);
  expect(people.find(({ login }) => login === 'alan')).toMatchObject({
    secondFactor: 'insecure',
    organizations: [{ login: 'acme' }, { login: 'lumen-labs' }],
    notChecked: ['harbor-tools', 'quiet-co'],
  });
  expect(people.filter(({ login }) => login === 'alan')).toHaveLength(1);

  const loginsOf = ([, csv]: readonly [unknown, string, unknown]) =>
    csv
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(',')[0]);
  expect(loginsOf(await list('--csv', '--filter', 'no-two-factor'))).toEqual(['login', 'klara-dan', 'tim']);
  const onlyInAcme = loginsOf(await list('--csv', '--in', 'ACME', '--not-in', 'lumen-labs'));
  expect(onlyInAcme).toContain('grace');
  expect(onlyInAcme).not.toContain('alan');
  const unknown = await list('--csv', '--not-in', 'quiet-co');
  expect(loginsOf(unknown)).toEqual(['login']);
  expect(unknown[2]).toMatch(/^Not listed because not everything could be read: \d+ people\.$/m);
  expect(await list('--in', 'northwind')).toEqual([1, '', 'You do not own an organization northwind.\n']);
});

test.each([
  ['-x', 'unknown argument "-x". See orgdesk --help.'],
  ['--verison', 'unknown argument "--verison". Did you mean --version? See orgdesk --help.'],
  ['poeple list', 'unknown argument "poeple". Did you mean people? See orgdesk --help.'],
  ['people lst', 'unknown argument "lst". Did you mean list? See orgdesk people --help.'],
  ['people', 'people requires list, show, preview, or change. See orgdesk people --help.'],
  ['people list', 'ORGANIZATION must follow. See orgdesk people list --help.'],
  ['people list --in acme', 'ORGANIZATION must follow. See orgdesk people list --help.'],
  [
    'people list acme --filter owner',
    '--filter, --in and --not-in need --all-organizations. See orgdesk people list --help.',
  ],
  [
    'people list --all-organizations --filter nice',
    '--filter takes owner, no-two-factor, several, outside-only. See orgdesk people list --help.',
  ],
  ['people list --all-organizations --role owner', '--role needs an ORGANIZATION. See orgdesk people list --help.'],
  ['people list acme --jsn', 'unknown argument "--jsn". Did you mean --json? See orgdesk people list --help.'],
  [
    'people change acme --remove --convert grace',
    'exactly one of --role, --remove, --convert, --add-to-team and --remove-from-team is needed. See orgdesk people change --help.',
  ],
  ['jobs watch acme', 'JOB must follow. See orgdesk jobs watch --help.'],
  ['audit tail acme -n 0', '--lines takes a number from 1 to 200. See orgdesk audit tail --help.'],
])('orgdesk %s is refused with what is meant, and code 2', async (args, message) => {
  expect(await orgdesk(args.split(' '), {})).toEqual([2, '', `${message}\n`]);
});

test('audit tail follows until the session ends', async () => {
  const env = await signedIn();
  const program = startOrgdesk(['audit', 'tail', 'acme', '--follow', '--json'], env);
  const headers = { authorization: `Bearer ${env.ORGDESK_SESSION}` };
  await orgdesk(['audit', 'export', 'acme'], env);
  await expect.poll(() => program.out()).toContain('audit_trail.exported');
  await fetch(`${service().url}/api/auth/logout`, { method: 'POST', headers });
  service().clock.advance(120_000);
  expect((await program.ended).code).toBe(3);
  expect(program.err()).toMatch(/ORGDESK_SESSION has ended/);
});
