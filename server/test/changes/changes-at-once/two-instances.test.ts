import { describe, expect, onTestFinished, test } from 'vitest';
import { jobsAs } from '../../features/invitations/jobs/jobs.ts';
import { changed as changedInvitations } from '../../features/invitations/listed/listing.ts';
import {
  addOrganization,
  changesIn,
  ended,
  previewed,
  result,
  started,
  trailOf,
} from '../../features/people-changes/changing.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { stoppedService } from '../../support/service/stopped-service.ts';

const REMOVE = { kind: 'remove' } as const;
const CLAIMED = 'Not changed: another request is already making this change.';

describe.each(ENGINES_OF_RULES.map(({ name }) => name))(
  'the same change, sent to two instances at once, on %s',
  (engine) => {
    const { service, world, control, signIn } = stoppedService({ engine });
    const setUp = async () => {
      const made = addOrganization(service());
      const where = { organization: made.organization, headers: await signIn(made.owner) };
      return { ...made, where, other: await service().addInstance() };
    };

    test('of people is made once and recorded once, and the second job waits for the first', async () => {
      const { organization, member, idOf, where, other } = await setUp();
      const [both, alone] = [member(), member()];
      const { preview } = await previewed(service(), where, REMOVE, [both]);
      // Previews of the same second are the same.
      service().clock.advance(1_000);
      const { preview: again } = await previewed(other, where, REMOVE, [both]);
      const { preview: apart } = await previewed(other, where, REMOVE, [alone]);
      const removal = { method: 'DELETE', path: `/orgs/${organization}/memberships/${both}` };
      const hold = control().hold(removal);
      onTestFinished(() => hold.release());
      const first = await started(service(), where, [preview]);
      const working = service().workOnJobs();
      await hold.arrived(1);
      for (const instance of [service(), other]) expect((await started(instance, where, [preview])).id).toBe(first.id);
      const second = await started(other, where, [again]);
      const third = await started(other, where, [apart]);
      expect([second.state, third.state]).toEqual(['queued', 'running']);
      const instance = { ...other, clock: service().clock };
      expect((await ended(instance, where, third.id)).results).toEqual([result(alone, idOf(alone), 'changed')]);
      expect(
        await service().storage.jobs.find({ organizationId: world().needOrganization(organization).id, id: second.id }),
      ).toMatchObject({ waitsFor: { id: first.id } });
      hold.release();
      await working;
      expect((await ended(instance, where, first.id)).results).toEqual([result(both, idOf(both), 'changed')]);
      expect((await ended(instance, where, second.id)).results).toEqual([result(both, idOf(both), 'nothing-to-do')]);
      expect(control().count(removal)).toBe(1);
      expect((await changesIn(service(), organization)).map(({ target, outcome }) => [target, outcome])).toEqual([
        [both, 'done'],
        [alone, 'done'],
      ]);
    });

    test('of people, begun by both at the same moment, is made once', async () => {
      const { organization, member, where, other } = await setUp();
      const logins = Array.from({ length: 5 }, () => member());
      const { preview } = await previewed(service(), where, { kind: 'role', role: 'admin' }, logins);
      const jobs = await Promise.all([service(), other, service(), other].map((one) => started(one, where, [preview])));
      const [id = '', ...more] = new Set(jobs.map((job) => job.id));
      expect(more).toEqual([]);
      const workOnJobs = async () => {
        const [nextAt = null] = await Promise.all([service().workOnJobs(), other.workOnJobs()]);
        return nextAt;
      };
      const { results } = await ended({ url: other.url, workOnJobs, clock: service().clock }, where, id);
      expect(results.map(({ outcome }) => outcome)).toEqual(Array(5).fill('changed'));
      expect(control().count({ method: 'PUT' })).toBe(5);
      expect(await changesIn(service(), organization)).toHaveLength(5);
    });

    test.each([
      ['cancel', 'DELETE'],
      ['send-again', 'POST'],
    ] as const)('of invitations (%s) is made once and recorded once', async (action, method) => {
      const { organization, person, where, other } = await setUp();
      const { id } = world().invite({ organization, login: person() });
      world().failInvitation(organization, id);
      const hold = control().hold({ method, path: `/orgs/${organization}/invitations` });
      const first = changedInvitations(service(), { ...where, action }, [id]);
      await hold.arrived(1);
      for (const instance of [service(), other]) {
        expect((await changedInvitations(instance, { ...where, action }, [id])).results).toEqual([
          { id, outcome: 'not-tried', error: CLAIMED, reason: null, newId: null },
        ]);
      }
      hold.release();
      expect((await first).results).toMatchObject([{ id, outcome: 'done' }]);
      expect((await changedInvitations(other, { ...where, action }, [id])).results).toMatchObject([
        { outcome: 'gone' },
      ]);
      expect(control().count({ method, path: `/orgs/${organization}/invitations` })).toBe(1);
      expect(await trailOf(service(), organization)).toMatchObject([{ outcome: 'done' }]);
    });

    test('of people does not wait for others in a job of many, but for the same person there', async () => {
      const { organization, member, idOf, where } = await setUp();
      const [first, second, alone] = [member(), member(), member()];
      const many = await previewed(service(), where, REMOVE, [first, second]);
      const { id } = await started(service(), where, [many.preview]);
      await jobsAs(service(), where.headers, organization).change(id, 'pause');
      const promote = async (login: string) =>
        started(service(), where, [
          (await previewed(service(), where, { kind: 'role', role: 'admin' }, [login])).preview,
        ]);
      const [waiting, ahead] = [await promote(second), await promote(alone)];
      expect([waiting.state, ahead.state]).toEqual(['queued', 'running']);
      expect((await ended(service(), where, ahead.id)).results).toEqual([result(alone, idOf(alone), 'changed')]);
      await jobsAs(service(), where.headers, organization).change(id, 'resume');
      await ended(service(), where, id);
      expect((await ended(service(), where, waiting.id)).results).toEqual([
        result(second, idOf(second), 'changed-since'),
      ]);
      expect(control().changeCounts({ organization })).toEqual({ 'member-removed': 2, 'role-changed': 1 });
    });
  },
);
