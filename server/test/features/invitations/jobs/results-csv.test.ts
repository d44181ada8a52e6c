import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { resultsCsv } from '../../../../src/jobs/job-view.ts';
import { ENGINES_OF_RULES } from '../../../support/databases/engines.ts';
import { jobsAs, newPeople, runOut, serviceForJobs } from './jobs.ts';

const HEAD = '\uFEFFrow,login,email,role,teams,outcome,message,settled_at\r\n';
const FORMULA = '=HYPERLINK("https://evil.example","Click, please")\r\n@SUM(1)';

describe.each(ENGINES_OF_RULES)('the results of an invitation job on $name', ({ name: engine, open }) => {
  const service = serviceForJobs({ engine });

  test('are a file of all rows that a spreadsheet can open without harm', async () => {
    const { control, world } = service().simulator;
    const team = world.addTeam({ organization: 'acme', name: 'Csv One', members: [] });
    const second = world.addTeam({ organization: 'acme', name: 'Csv Two', members: [] });
    const [login = ''] = newPeople(service(), 'csv', 1);
    const jobs = jobsAs(service(), (await service().signIn('ada')).bearer);
    const { id, createdAt } = await jobs.begin([
      { login, teamIds: [team.id, second.id] },
      { login: 'no-such-person', role: 'admin' },
      ...['=1+1', '+1', '-1', '＝1', '"quoted"', 'a,b;c'].map((name) => ({ email: `${name}@mail.example` })),
    ]);
    control.fault({
      match: { method: 'POST', path: '/orgs/acme/invitations', body: { email: '+1@mail.example' } },
      kind: 'reply',
      status: 422,
      body: { message: FORMULA },
    });
    await runOut(service(), () => jobs.read(id));
    const answer = await fetch(`${service().url}/api/organizations/ACME/jobs/${id}/results.csv`, {
      headers: (await service().signIn('ada')).bearer,
    });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="invitations-acme-${createdAt.slice(0, 10)}.csv"`,
    );
    const text = Buffer.from(await answer.arrayBuffer()).toString();
    const rows = await jobs.rows(id);
    const at = (row: number) => rows[row - 1]?.settledAt;
    expect(text).toBe(
      `${HEAD}1,${login},,direct_member,${team.id} ${second.id},sent,,${at(1)}\r\n` +
        `2,no-such-person,,admin,,not-found,,${at(2)}\r\n` +
        `3,,"'=1+1@mail.example",direct_member,,sent,,${at(3)}\r\n` +
        `4,,"'+1@mail.example",direct_member,,refused,` +
        `"'=HYPERLINK(""https://evil.example"",""Click, please"") @SUM(1)",${at(4)}\r\n` +
        `5,,"'-1@mail.example",direct_member,,sent,,${at(5)}\r\n` +
        `6,,"'＝1@mail.example",direct_member,,sent,,${at(6)}\r\n` +
        `7,,"""quoted""@mail.example",direct_member,,sent,,${at(7)}\r\n` +
        `8,,"a,b;c@mail.example",direct_member,,sent,,${at(8)}\r\n`,
    );
  });

  test('are whole for 2,000 rows, also of a job that has not ended', async () => {
    const jobs = jobsAs(service(), (await service().signIn('ada')).bearer);
    const rows = Array.from({ length: 2_000 }, (_, index) => ({ email: `long-${index}@mail.example` }));
    const { id } = await jobs.begin(rows, 'long');
    const lines = (await jobs.ask(`/${id}/results.csv`)).text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(2_001);
    expect(lines.at(-1)).toBe('2000,,long-1999@mail.example,direct_member,,ready,,');
    await jobs.change(id, 'cancel');
  });

  test.each([
    ['all rows are removed before they are sent', 'position > 0', 0],
    ['some rows are removed before they are sent', 'position > 1200', 0],
    ['sent rows and later ones are removed', 'position <= 500 or position > 1000', 1],
    ['rows of the last page are removed', 'position > 1200', 1],
  ])('never look complete when %s', async (_, removed, pages) => {
    const { jobs, id, pieces, readPages } = await download(1_500);
    await readPages(pages);
    const { rawQuery } = await open({ url: service().databaseUrl, migrate: false });
    await rawQuery(`delete from job_rows where job_id = '${id}' and (${removed})`);
    await expect(restOf(pieces)).rejects.toThrow('removed while its results were being sent');
    await jobs.change(id, 'cancel');
  });

  test.each([0, 1, 4])('never look complete when the job is removed after %i pages', async (pages) => {
    const { jobs, id, pieces, readPages } = await download(2_000);
    await jobs.change(id, 'cancel');
    await readPages(pages);
    const { clock, storage } = service();
    await storage.jobs.clear(new Date(clock.now().getTime() + 1), { rowsMs: 0, addressesMs: 0, filesMs: 0 });
    expect((await jobs.ask(`/${id}`)).status).toBe(404);
    await expect(restOf(pieces)).rejects.toThrow('removed while its results were being sent');
  });

  test('are whole when rows change while they are sent', async () => {
    const { jobs, id, pieces, readPages } = await download(1_200);
    await readPages(1);
    await jobs.change(id, 'cancel');
    const lines = (await restOf(pieces)).trimEnd().split('\r\n');
    expect(lines).toHaveLength(700);
    expect(lines.at(-1)).toMatch(/^1200,,.*,cancelled,/);
  });

  /** Begins to send the results of a new job, whose rows come after the head. */
  async function download(rows: number) {
    const jobs = jobsAs(service(), (await service().signIn('ada')).bearer);
    const key = randomUUID();
    const { id } = await jobs.begin(
      Array.from({ length: rows }, (_, index) => ({ email: `${index}@mail.example` })),
      key,
    );
    const { simulator, storage } = service();
    const job = await storage.jobs.find({ id, organizationId: simulator.world.needOrganization('acme').id });
    if (job === null) throw new Error('the job is missing');
    const pieces = resultsCsv(storage.jobs, job);
    expect((await pieces.next()).value).toBe(HEAD);
    const readPages = async (pages: number) => {
      for (let page = 0; page < pages; page += 1) expect((await pieces.next()).value).toContain('mail.example');
    };
    return { jobs, id, pieces, readPages };
  }
});

async function restOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}
