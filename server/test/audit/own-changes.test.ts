import { describe, expect, onTestFinished, test } from 'vitest';
import { jobsAs, runOut } from '../features/invitations/jobs/jobs.ts';
import { addOrganization, askChange, creations, listOf } from '../features/invitations/listed/listing.ts';
import { massInvite } from '../features/invitations/mass/inviting.ts';
import { ENGINES_OF_RULES } from '../support/databases/engines.ts';
import { withoutTrail } from '../support/databases/without-trail.ts';
import { stoppedService } from '../support/service/stopped-service.ts';
import { entriesOf, entryText, faultIn } from './entries.ts';

describe.each(ENGINES_OF_RULES.map(({ name }) => name))(
  'changes that are made through orgdesk are in the trail, on %s:',
  (engine) => {
    const { service, world, control, signIn } = stoppedService({ engine });
    const own = async (organization: string) =>
      (await entriesOf(service(), organization)).filter(({ way }) => way !== 'webhook');

    test('a mass invite, by whom, in which request, and what became of each', async () => {
      const { organization, owner, newcomer } = addOrganization(service());
      const [first, second] = [newcomer(), newcomer()];
      const { browser } = await service().signIn(owner);
      const answer = await browser.request(`${service().url}/api/organizations/${organization}/mass-invite`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ userLogins: [first, second, 'nobody-there'] }),
      });
      expect(answer.status).toBe(200);
      const entries = await own(organization);
      expect(entries.map(entryText)).toEqual([
        `invitation.sent ${first} done`,
        `invitation.sent ${second} done`,
        'invitation.sent nobody-there refused',
      ]);
      expect(entries[2]?.message).toBe('User @nobody-there not found on the code host');
      expect(entries[0]).toMatchObject({
        way: 'console',
        actor: { id: world().needUser(owner).id, login: owner },
        requestId: answer.headers.get('x-request-id'),
        deliveryId: null,
      });
      expect(await faultIn(service().storage)).toBeNull();
    });

    test('and nothing is sent that cannot be written there', async () => {
      const { organization, owner, newcomer } = addOrganization(service());
      const [first, second] = [newcomer(), newcomer()];
      const headers = await signIn(owner);
      await massInvite(service().url, organization, headers, { userLogins: [first] });
      const [open] = (await listOf(service(), organization, headers)).invitations;
      control().clearRequests();
      await withoutTrail(service().databaseUrl, async () => {
        const invited = await massInvite(service().url, organization, headers, { userLogins: [second] });
        expect([invited.status, invited.json]).toEqual([
          500,
          { error: 'Failed to send invitations. Please try again.' },
        ]);
        for (const action of ['cancel', 'send-again'] as const) {
          const refused = await askChange(service(), { organization, action, headers }, { ids: [open?.id] });
          expect([refused.status, refused.json]).toEqual([
            503,
            {
              error: 'Could not write to the audit log, so nothing was changed. Please try again.',
            },
          ]);
        }
        const jobs = jobsAs(service(), headers, organization);
        expect((await jobs.start({ key: 'a-key', rows: [{ login: second }] })).status).toBe(500);
      });
      expect(control().count({ method: 'POST', path: `/orgs/${organization}/invitations` })).toBe(0);
      expect(control().count({ method: 'DELETE' })).toBe(0);
      expect(await own(organization)).toHaveLength(1);
      expect((await jobsAs(service(), headers, organization).list()).json).toEqual({ jobs: [] });
    });

    test('by a program, and a call without an answer is unknown', async () => {
      const { organization, owner, newcomer } = addOrganization(service());
      const login = newcomer();
      const bearer = await signIn(owner);
      control().fault({ match: creations(organization), kind: 'reset' });
      await massInvite(service().url, organization, bearer, { userLogins: [login] });
      control().clearFaults();
      const [entry] = await own(organization);
      expect(entry).toMatchObject({ way: 'api', outcome: 'unknown' });
    });

    test('cancelling, and sending again', async () => {
      const { organization, owner, newcomer } = addOrganization(service());
      const [first, second] = [newcomer(), newcomer()];
      const headers = await signIn(owner);
      await massInvite(service().url, organization, headers, { userLogins: [first, second] });
      const { invitations } = await listOf(service(), organization, headers);
      const idOf = (login: string) => invitations.find((one) => one.login === login)?.id ?? 0;
      const answered = await askChange(
        service(),
        { organization, action: 'cancel', headers },
        { ids: [idOf(first), 999] },
      );
      await askChange(service(), { organization, action: 'send-again', headers }, { ids: [idOf(second)] });
      const [, , cancelled, again] = await own(organization);
      expect(cancelled).toMatchObject({
        action: 'invitation.cancelled',
        outcome: 'done',
        target: { kind: 'person', name: first },
        before: { invitationId: idOf(first), role: 'direct_member', state: 'open' },
        requestId: answered.headers.get('x-request-id'),
      });
      expect(again).toMatchObject({
        action: 'invitation.sent_again',
        outcome: 'done',
        before: { invitationId: idOf(second) },
        after: { invitationId: expect.any(Number) },
      });
      expect(await own(organization)).toHaveLength(4);
    });

    test('a job, what is done to it and what it sends', async () => {
      const { organization, owner, newcomer } = addOrganization(service());
      const [first, second] = [newcomer(), newcomer()];
      const headers = await signIn(owner);
      const jobs = jobsAs(service(), headers, organization);
      const job = await jobs.begin([
        { login: first, role: 'admin' },
        { email: 'someone@mail.example' },
        { login: second },
      ]);
      await jobs.begin([{ login: first, role: 'admin' }, { email: 'someone@mail.example' }, { login: second }]);
      await jobs.change(job.id, 'pause');
      await jobs.change(job.id, 'pause');
      await jobs.change(job.id, 'resume');
      await jobsAs(service(), await signIn(owner), organization).change(job.id, 'take-over');
      await runOut(service(), () => jobs.read(job.id));
      const entries = await own(organization);
      expect(entries.map(entryText)).toEqual([
        `job.started ${job.id} done`,
        `job.paused ${job.id} done`,
        `job.resumed ${job.id} done`,
        `job.taken_over ${job.id} done`,
        `invitation.sent ${first} done`,
        'invitation.sent someone@mail.example done',
        `invitation.sent ${second} done`,
      ]);
      expect(entries[4]).toMatchObject({
        way: 'job',
        actor: { login: owner },
        target: { kind: 'person', id: world().needUser(first).id },
        after: { role: 'admin', teamIds: [], job: job.id, invitationId: expect.any(Number) },
        requestId: entries[3]?.requestId,
      });
      expect(entries[3]?.requestId).toMatch(/^[0-9a-f]{24}$/);
      expect(await faultIn(service().storage)).toBeNull();

      const next = await jobs.begin([{ login: newcomer() }], 'another');
      await jobs.change(next.id, 'cancel');
      expect((await own(organization)).slice(7).map(entryText)).toEqual([
        `job.started ${next.id} done`,
        `job.cancelled ${next.id} done`,
      ]);
    });

    test('a job that several take over at the same moment, each time from whom it was taken', async () => {
      const { organization, owner, newcomer } = addOrganization(service());
      const other = newcomer();
      world().addMembership({ organization, login: other, role: 'admin' });
      const jobs = jobsAs(service(), await signIn(owner), organization);
      const job = await jobs.begin([{ login: newcomer() }]);
      const [again, others] = [await signIn(owner), await signIn(other)].map((headers) =>
        jobsAs(service(), headers, organization),
      );
      const taken = await Promise.all(
        [again, others, again, others].map(async (one) => (await one?.change(job.id, 'take-over'))?.status),
      );
      expect(taken).toEqual([200, 200, 200, 200]);
      const entries = (await own(organization)).filter(({ action }) => action === 'job.taken_over');
      const runners = entries.map(({ actor }) => actor?.login);
      expect(entries.map(({ after: { from } }) => ({ from }))).toEqual(
        [owner, ...runners].slice(0, -1).map((from) => ({ from })),
      );
      expect((await jobs.read(job.id)).runBy).toBe(runners.at(-1));
    });

    test('what is done to a job twice at the same moment, once', async () => {
      const { organization, owner, newcomer } = addOrganization(service());
      const headers = await signIn(owner);
      const jobs = jobsAs(service(), headers, organization);
      const job = await jobs.begin([{ login: newcomer() }]);
      const atOnce = (verb: string) => Promise.all(Array.from({ length: 6 }, () => jobs.change(job.id, verb)));
      for (const verb of ['pause', 'resume'])
        expect((await atOnce(verb)).map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
      const elsewhere = jobsAs(service(), await signIn(owner), organization);
      await Promise.all(Array.from({ length: 6 }, () => elsewhere.change(job.id, 'take-over')));
      const invitation = control().hold({ method: 'POST', path: `/orgs/${organization}/invitations` });
      onTestFinished(() => invitation.release());
      const working = service().workOnJobs();
      await invitation.arrived(1);
      expect((await atOnce('cancel')).map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
      invitation.release();
      await working;
      expect((await own(organization)).map(entryText)).toEqual([
        `job.started ${job.id} done`,
        `job.paused ${job.id} done`,
        `job.resumed ${job.id} done`,
        `job.taken_over ${job.id} done`,
        expect.stringMatching(/^invitation\.sent /),
        `job.cancelled ${job.id} done`,
      ]);
    });
  },
);
