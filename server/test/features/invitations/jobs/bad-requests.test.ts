import { JOB_ROWS_MAX, JOB_TEAMS_MAX } from '@orgdesk/contract/limits';
import { describe, expect, test } from 'vitest';
import { jobsAs, serviceForJobs } from './jobs.ts';

const rowsOf = (count: number) => Array.from({ length: count }, (_, index) => ({ login: `somebody-${index}` }));
const teams = Array.from({ length: JOB_TEAMS_MAX }, (_, index) => Number.MAX_SAFE_INTEGER - index);

const REFUSED: readonly (readonly [what: string, body: unknown, error: RegExp])[] = [
  ['no body', {}, /key/],
  ['no key', { rows: rowsOf(1) }, /key/],
  ['a long key', { key: 'k'.repeat(101), rows: rowsOf(1) }, /key/],
  ['a key with blanks', { key: 'a key', rows: rowsOf(1) }, /key/],
  ['no rows', { key: 'k', rows: [] }, /at least one/],
  ['rows that are none', { key: 'k', rows: 'ada' }, /at least one/],
  ['too many rows', { key: 'k', rows: rowsOf(JOB_ROWS_MAX + 1) }, /2000/],
  ['100,000 rows', { key: 'k', rows: Array.from({ length: 100_000 }, () => ({})) }, /2000/],
  ['a row that is none', { key: 'k', rows: [...rowsOf(2), null] }, /^Row 3: enter a login/],
  ['two people in one', { key: 'k', rows: [{ login: 'ada', email: 'a@b' }] }, /^Row 1: has both a login and/],
  ['no login', { key: 'k', rows: [{ login: '../teams' }] }, /^Row 1: not a valid login/],
  ['no address', { key: 'k', rows: [{ email: '=cmd()' }] }, /^Row 1: not a valid email/],
  ['an address with a line end', { key: 'k', rows: [{ email: 'a@b\nc' }] }, /^Row 1: not a valid email/],
  ['another role', { key: 'k', rows: [{ login: 'a', role: 'owner' }] }, /^Row 1: the role/],
  ['a team that is no number', { key: 'k', rows: [{ login: 'a', teamIds: ['1'] }] }, /^Row 1: teams/],
  ['a team twice', { key: 'k', rows: [{ login: 'a', teamIds: [1, 1] }] }, /^Row 1: teams/],
  ['too many teams', { key: 'k', rows: [{ login: 'a', teamIds: [...teams, 1] }] }, /^Row 1: has more than 20/],
  [
    'somebody twice',
    { key: 'k', rows: [{ login: 'ada' }, { login: 'b' }, { login: 'ADA' }] },
    /^Row 3: duplicate of row 1/,
  ],
];

describe('a request for an invitation job', () => {
  const service = serviceForJobs();

  test('is refused with a message that names the row, and stores nothing, for each mistake', async () => {
    const jobs = jobsAs(service(), (await service().signIn('ada')).bearer);
    for (const [what, body, error] of REFUSED) {
      const answer = await jobs.start(body);
      expect([what, answer.status, answer.json]).toEqual([what, 400, { error: expect.stringMatching(error) }]);
    }
    expect((await jobs.list()).json).toEqual({ jobs: [] });
  });

  test('may have 2,000 rows of the longest kind, and no more bytes than those', async () => {
    const jobs = jobsAs(service(), (await service().signIn('ada')).bearer);
    const rows = Array.from({ length: JOB_ROWS_MAX }, (_, index) => ({
      email: `${String(index).padStart(4, '0')}${'x'.repeat(237)}@mail.example`,
      role: 'billing_manager',
      teamIds: teams,
    }));
    const { id } = await jobs.begin(rows, 'longest');
    expect(await jobs.read(id)).toMatchObject({ counts: { ready: JOB_ROWS_MAX } });
    expect((await jobs.start(' '.repeat(2 * 1024 * 1024 + 1))).status).toBe(413);
    await jobs.change(id, 'cancel');
  });

  test('is refused beyond its bytes, in another encoding and as no JSON, and stores nothing', async () => {
    const jobs = jobsAs(service(), (await service().signIn('ada')).bearer);
    const before = (await jobs.list()).text;
    for (const body of [' '.repeat(10 * 1024 * 1024), JSON.stringify({ key: 'k', rows: rowsOf(100_000) })]) {
      const answer = await jobs.start(body);
      expect([answer.status, answer.json]).toEqual([413, { error: 'The request is too large.' }]);
    }
    const umlauts = Buffer.from('{"key":"k","rows":[{"login":"j\u00f6rg"}]}', 'latin1');
    const mistaken = await fetch(`${service().url}/api/organizations/acme/invitation-jobs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(await service().signIn('ada')).bearer },
      body: umlauts,
    });
    expect([mistaken.status, await mistaken.json()]).toEqual([400, { error: 'Row 1: not a valid login.' }]);
    const sheet = await jobs.start('login,role\nada,admin\n');
    expect([sheet.status, sheet.json]).toEqual([400, { error: 'The request body is not valid JSON.' }]);
    expect((await jobs.list()).text).toBe(before);
  });

  test('is refused to members, and beyond twenty open jobs', async () => {
    const jobs = jobsAs(service(), (await service().signIn('ada')).bearer);
    const grace = jobsAs(service(), (await service().signIn('grace')).bearer);
    expect((await grace.start({ key: 'k', rows: rowsOf(1) })).status).toBe(403);
    expect((await grace.list()).status).toBe(403);
    const ended = await jobs.begin(rowsOf(1), 'ended');
    expect((await jobs.change(ended.id, 'cancel')).status).toBe(200);
    expect((await jobs.change(ended.id, 'pause')).status).toBe(409);
    for (let open = 0; open < 20; open += 1) await jobs.begin(rowsOf(1), `open-${open}`);
    const refused = await jobs.start({ key: 'one-more', rows: rowsOf(1) });
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('20 unfinished batches')]);
    expect((await jobs.ask('/not-a-job')).status).toBe(404);
    const lumen = jobsAs(service(), (await service().signIn('ada')).bearer, 'lumen-labs');
    expect((await lumen.ask(`/${ended.id}`)).status).toBe(404);
  });
});
