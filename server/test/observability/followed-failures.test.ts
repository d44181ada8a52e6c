import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { jobsAs, newPeople, runOut } from '../features/invitations/jobs/jobs.ts';
import { fetchOnce } from '../support/browser.ts';
import { ENGINES_OF_RULES } from '../support/databases/engines.ts';
import { sharedService } from '../support/service/shared-service.ts';

type Line = Readonly<Record<string, unknown>>;

const NOT_FOUND = { message: 'Not Found', documentation_url: 'https://docs.github.com/rest' };
const SERVER_ERROR = { message: 'Server Error' };
const PROXY = { trustedProxies: ['127.0.0.1', '::1'] };

describe.each(ENGINES_OF_RULES.map(({ name }) => name))(
  'from a request ID to the cause of a failure, on %s',
  (engine) => {
    const service = sharedService({ ...PROXY, engine });
    beforeAll(() => service().clock.stop());
    /** Returns what the documented command prints: every log line with this ID. */
    const linesOf = (reqId: string): readonly Line[] =>
      service()
        .logLines.map((line) => JSON.parse(line) as Line)
        .filter((line) => line.reqId === reqId);
    const asAda = async (requestId: string) => ({
      ...(await service().signIn('ada')).bearer,
      'x-request-id': requestId,
    });
    const entriesOf = async (requestId: string) => {
      const { bearer } = await service().signIn('ada');
      const { json } = await fetchOnce(`${service().url}/api/organizations/acme/audit-trail?limit=100`, {
        headers: bearer,
      });
      const { entries } = json as {
        readonly entries: readonly { readonly action: string; readonly requestId: string }[];
      };
      return entries.filter((entry) => entry.requestId === requestId).map(({ action }) => action);
    };

    test('the lines and entries of a job carry the ID of the request that started it, then of the one that resumed it', async () => {
      const { control } = service().simulator;
      const [login = ''] = newPeople(service(), 'followed', 1);
      const started = jobsAs(service(), await asAda('started-by-this'));
      const { id } = await started.begin([{ login }], 'followed');
      control.organizationPlan('acme', { name: 'team', seats: 1 });
      expect(await runOut(service(), () => started.read(id))).toMatchObject({ reason: 'no-seat' });
      control.organizationPlan('acme', { seats: null });

      const lines = linesOf('started-by-this');
      expect(lines).toContainEqual(
        expect.objectContaining({
          msg: 'a call to the code host failed',
          jobId: id,
          call: 'invitation.send',
          status: 422,
          reason: expect.stringMatching(/seat/),
          hostRequestId: expect.stringMatching(/^[\w:.-]+$/),
        }),
      );
      const stopped = { msg: 'job stopped', jobId: id, organization: 'acme', reason: 'no-seat' };
      expect(lines).toContainEqual(expect.objectContaining({ ...stopped, hostMessage: expect.stringMatching(/seat/) }));
      expect(await entriesOf('started-by-this')).toEqual(['invitation.sent', 'job.started']);

      await jobsAs(service(), await asAda('resumed-by-this')).change(id, 'resume');
      expect(await runOut(service(), () => started.read(id))).toMatchObject({ state: 'done', counts: { sent: 1 } });
      expect(linesOf('resumed-by-this')).toContainEqual(expect.objectContaining({ msg: 'job finished', jobId: id }));
      expect(await entriesOf('resumed-by-this')).toEqual(['invitation.sent', 'job.resumed']);
    });

    test('so do the lines of an export', async () => {
      const { simulator, url, workOnJobs } = service();
      const headers = await asAda('exported-by-this');
      await fetchOnce(`${url}/api/organizations/acme/access-exports`, { method: 'POST', headers });
      simulator.control.fault({
        match: { path: '/graphql' },
        times: 1,
        kind: 'reply',
        status: 502,
        body: SERVER_ERROR,
      });
      await workOnJobs();
      expect(linesOf('exported-by-this')).toContainEqual(
        expect.objectContaining({
          msg: 'a call to the code host failed',
          jobId: expect.any(String),
          reason: 'Server Error',
        }),
      );
    });

    test('a change that is refused as missing is logged with the reason of the code host', async () => {
      const { simulator, url } = service();
      const [login = ''] = newPeople(service(), 'refused', 1);
      const path = '/orgs/acme/invitations';
      simulator.control.fault({
        match: { path, method: 'POST' },
        times: 1,
        kind: 'reply',
        status: 404,
        body: NOT_FOUND,
      });
      const headers = { ...(await asAda('missing-right')), 'content-type': 'application/json' };
      const body = JSON.stringify({ userLogins: [login] });
      await fetchOnce(`${url}/api/organizations/acme/mass-invite`, { method: 'POST', headers, body });
      expect(linesOf('missing-right')).toContainEqual(
        expect.objectContaining({ outcome: 'missing', status: 404, reason: 'Not Found' }),
      );
    });

    test('a request line names the organization of its address, and nothing else that stands in its place', async () => {
      const { url } = service();
      const lineOf = async (requestId: string, login: string) => {
        const headers = { 'x-request-id': requestId };
        await fetchOnce(`${url}/api/organizations/${login}/people`, { headers });
        return linesOf(requestId).find(({ msg }) => msg === 'request answered');
      };
      expect(await lineOf('named', 'lumen-labs')).toMatchObject({ organization: 'lumen-labs' });
      const hostile = ['a%0Ab', 'x'.repeat(40), `gho_${'a'.repeat(30)}`, 'f'.repeat(64), '%1b%5b31m', 'a%20b'];
      for (const [index, login] of hostile.entries()) {
        const line = await lineOf(`hostile-${index}`, login);
        expect(line, login).toMatchObject({ status: 401 });
        expect(line, login).not.toHaveProperty('organization');
      }
    });
  },
);

test('the documented commands select lines by the field that holds the ID', async () => {
  const page = await readFile(new URL('../../../docs/operations/monitoring.md', import.meta.url), 'utf8');
  const commands = page.match(/^(?:journalctl|docker|kubectl) .*$/gm) ?? [];
  expect(commands).toHaveLength(3);
  for (const command of commands) expect(command).toContain(`jq --raw-input 'fromjson? | select(.reqId == "ID")'`);
});
