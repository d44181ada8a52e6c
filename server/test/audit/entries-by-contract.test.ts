import type { Endpoint } from '@orgdesk/contract';
import { ENDPOINTS } from '@orgdesk/contract/endpoints';
import { describe, expect, test } from 'vitest';
import { jobsAs } from '../features/invitations/jobs/jobs.ts';
import { addOrganization } from '../features/invitations/listed/listing.ts';
import { filesAs } from '../features/organization-files/files-as.ts';
import { dismissedOf, foundIn, inDays } from '../features/people/people.ts';
import { permitTokens } from '../features/people/tokens/tokens.ts';
import { previewed } from '../features/people-changes/changing.ts';
import { runsAs } from '../features/runs/running.ts';
import { addDeadWork, killRuns } from '../jobs/dead-work/dead.ts';
import { createBrowser, fetchOnce } from '../support/browser.ts';
import { stoppedService } from '../support/service/stopped-service.ts';
import { entriesOf } from './entries.ts';

const AUDITED = ENDPOINTS.filter(({ entries }) => entries !== undefined);
/** The other ones that read data of an organization. Other sites may link to them. */
const LINKABLE = ENDPOINTS.filter(
  ({ method, path, entries }) => method === 'GET' && path.includes('{login}') && entries === undefined,
);
const FOREIGN: readonly Readonly<Record<string, string>>[] = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site', authorization: 'Basic eDp5' },
];
/** They change nothing. */
const PREVIEWS: ReadonlySet<string> = new Set([
  'previewInvitations',
  'previewPeopleChange',
  'planOrganizationFiles',
  'updateOrganizationFiles',
]);

test('every endpoint that changes an organization, or hands out a file of it, leaves an entry by the contract', () => {
  const isOfOrganization = ({ path }: Endpoint) => path.startsWith('/api/organizations/{login}');
  const isFile = ({ answers }: Endpoint) =>
    Object.values(answers).some(({ headers }) => headers !== undefined && 'Content-Disposition' in headers);
  const expected = ENDPOINTS.filter(
    (endpoint) =>
      isFile(endpoint) || (isOfOrganization(endpoint) && endpoint.method === 'POST' && !PREVIEWS.has(endpoint.id)),
  );
  expect(expected.length).toBeGreaterThan(10);
  expect(expected.filter(({ entries }) => entries === undefined).map(({ id }) => id)).toEqual([]);
});

describe('a call that leaves an entry in the audit log', () => {
  const { service, world, signIn } = stoppedService();

  /** Prepares a request that succeeds, in an organization of its own. */
  async function prepared({ id, path, method }: Endpoint) {
    const prepared = addOrganization(service());
    const { organization, owner, newcomer } = prepared;
    const member = newcomer();
    world().addMembership({ organization, login: member });
    world().addRepository({ owner: organization, name: 'plans' });
    const headers = await signIn(owner);
    const jobs = jobsAs(service(), headers, organization);
    const begunJob = async () => (await jobs.begin([{ login: newcomer() }])).id;
    const invitation = () => world().invite({ organization, login: newcomer(), by: owner }).id;
    const preview = async () =>
      (await previewed(service(), { organization, headers }, { kind: 'remove' }, [member])).preview;
    const runBody = () => ({
      key: 'a-key',
      items: [{ organization: prepared.organizationId, invitations: [{ login: newcomer() }] }],
    });
    const begunRun = async () => {
      const { id: run } = await runsAs(service(), headers).begin(runBody());
      await service().workOn(['run']);
      return run;
    };
    const failedRun = async () => {
      const { id: run } = await runsAs(service(), headers).begin(runBody());
      await killRuns(service());
      return run;
    };
    const pausedJob = async () => {
      const job = await begunJob();
      await jobs.change(job, 'pause');
      return job;
    };
    const dismissal = async () => ({
      findings: await foundIn(service(), organization, headers, 'owners'),
      until: inDays(service(), 30),
      reason: 'Known',
    });
    const deadWorkOf = (login: string) => addDeadWork(service(), login);
    type Sent = () => Promise<{ readonly id?: string; readonly body?: unknown }>;
    const sent: Readonly<Record<string, Sent>> = {
      inviteMembers: async () => ({ body: { userLogins: [newcomer()] } }),
      cancelInvitations: async () => ({ body: { ids: [invitation()] } }),
      sendInvitationsAgain: async () => ({ body: { ids: [invitation()] } }),
      startInvitationJob: async () => ({ body: { key: 'a-key', rows: [{ login: newcomer() }] } }),
      pauseJob: async () => ({ id: await begunJob() }),
      resumeJob: async () => ({ id: await pausedJob() }),
      cancelJob: async () => ({ id: await begunJob() }),
      takeOverJob: async () => ({ id: await pausedJob() }),
      downloadJobResults: async () => ({ id: await begunJob() }),
      startRun: async () => ({ body: runBody() }),
      cancelRun: async () => ({ id: await begunRun() }),
      retryRun: async () => ({ id: await failedRun() }),
      downloadRunResults: async () => ({ id: await begunRun() }),
      listPeople: async () => ({}),
      getPerson: async () => ({}),
      listPeopleAcross: async () => ({}),
      getPersonAcross: async () => ({}),
      reviewPeople: async () => ({}),
      revokePersonalTokens: async () => {
        permitTokens(world(), organization);
        return { body: { ids: [world().addPersonalToken(organization, member, 'deploys').id] } };
      },
      dismissFindings: async () => ({ body: await dismissal() }),
      restoreFindings: async () => {
        const body = await dismissal();
        await fetchOnce(dismissedOf(service(), organization), {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        return { body: { keys: body.findings.map(({ key }) => key) } };
      },
      changeOwnerRules: async () => ({ body: { version: 0, ownersMin: 2, requiredOwners: [owner] } }),
      changeAppWork: async () => ({ body: { version: 0, isOn: true } }),
      retryDeadWork: async () => ({ id: await deadWorkOf(organization) }),
      startAccessExport: async () => ({}),
      startPeopleChange: async () => ({ body: { previews: [await preview()] } }),
      applyOrganizationPlan: async () => {
        const files = [{ name: 'teams.yaml', text: 'version: 1\nteams: {entries: {a-new-team: {}}}' }];
        return { body: { plan: await filesAs(service(), headers, organization).plan(files), lifted: [] } };
      },
      downloadAuditTrailCsv: async () => ({}),
      downloadAuditTrailNdjson: async () => ({}),
    };
    const read: Readonly<Record<string, Sent>> = {
      getJob: async () => ({ id: await begunJob() }),
      listJobRows: async () => ({ id: await begunJob() }),
      watchJob: async () => ({ id: await begunJob() }),
    };
    const withoutId: Sent | undefined = /\{(id|run)\}/.test(path) ? undefined : async () => ({});
    const request = await (sent[id] ?? read[id] ?? withoutId)?.();
    if (request === undefined) throw new Error(`add what ${id} is sent`);
    const parts: Readonly<Record<string, string | undefined>> = {
      login: organization,
      person: member,
      repository: 'plans',
      id: request.id,
      run: request.id,
    };
    const url = `${service().url}${path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => parts[name] ?? '')}`;
    const init = {
      method,
      ...(request.body !== undefined && {
        body: JSON.stringify(request.body),
        headers: { 'content-type': 'application/json' },
      }),
    };
    const own = async () => (await entriesOf(service(), organization)).filter(({ way }) => way !== 'webhook');
    const before = (await own()).length;
    return {
      owner,
      headers,
      url,
      init,
      async newActions() {
        // The jobs of a run start in the background.
        await service().workOn(['run']);
        return (await own()).slice(before).map(({ action }) => action);
      },
    };
  }

  describe.each(AUDITED.map((endpoint) => [endpoint.id, endpoint] as const))('%s', (_id, endpoint) => {
    test('leaves one, for a program that says it comes from elsewhere too', async () => {
      const { headers, url, init, newActions } = await prepared(endpoint);
      const answer = await fetchOnce(url, {
        ...init,
        headers: { ...init.headers, ...headers, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      });
      expect([answer.status, answer.text]).toEqual([endpoint.answers[202] ? 202 : 200, expect.anything()]);
      const actions = await newActions();
      expect(actions).toHaveLength(1);
      expect(endpoint.entries).toContain(actions[0]);
    });

    test('is refused, and leaves none, with the cookie of a browser that says it comes from elsewhere', async () => {
      const { owner, url, init, newActions } = await prepared(endpoint);
      const browser = createBrowser();
      await service().signIn(owner, { browser });
      for (const foreign of FOREIGN) {
        const answer = await browser.request(url, { ...init, headers: { ...init.headers, ...foreign } });
        expect([foreign, answer.status, answer.json]).toEqual([
          foreign,
          403,
          { error: 'This request came from another site and was refused.' },
        ]);
      }
      expect(await newActions()).toEqual([]);
    });

    test.each<Readonly<Record<string, string>>>([
      {},
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' },
    ])('is answered to the own pages and to an address that somebody typed: %j', async (fromHere) => {
      const { owner, url, init, newActions } = await prepared(endpoint);
      const browser = createBrowser();
      await service().signIn(owner, { browser });
      const answer = await browser.request(url, { ...init, headers: { ...init.headers, ...fromHere } });
      // A preview of a change is for the session that it was made in.
      const isElsewhere = endpoint.id === 'startPeopleChange';
      expect([answer.status >= 400, (await newActions()).length]).toEqual(isElsewhere ? [true, 0] : [false, 1]);
      expect(answer.text).not.toContain('another site');
    });
  });

  describe.each(LINKABLE.map((endpoint) => [endpoint.id, endpoint] as const))('%s', (_id, endpoint) => {
    test('leaves none, since another site may link to it', async () => {
      const { headers, url, init, newActions } = await prepared(endpoint);
      const answer = await fetch(url, { ...init, headers });
      expect([answer.status, await newActions()]).toEqual([200, []]);
      await answer.body?.cancel();
    });
  });
});
