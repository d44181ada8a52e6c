import type { PeopleChange } from '@orgdesk/contract';
import { describe, expect, test } from 'vitest';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { stoppedService } from '../../support/service/stopped-service.ts';
import { jobsAs, runOut } from '../invitations/jobs/jobs.ts';
import { addOrganization, previewed, started } from './changing.ts';

const REMOVE: PeopleChange = { kind: 'remove' };
const PROMOTE: PeopleChange = { kind: 'role', role: 'admin' };

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('jobs of several owners on %s', (engine) => {
  const { service, world, control, signIn } = stoppedService({ engine });

  test('go on past one that has stopped, which compares each person again when it is resumed', async () => {
    const { organization, owner, member, roleOf } = addOrganization(service());
    const [first, second, third, fourth] = [member(), member(), member(), member()];
    const [alan, grace] = [member('admin'), member('admin')];
    const [ofOwner, ofAlan, ofGrace] = [await signIn(owner), await signIn(alan), await signIn(grace)];
    const begin = async (headers: typeof ofOwner, change: PeopleChange, logins: readonly string[]) => {
      const where = { organization, headers };
      const { preview } = await previewed(service(), where, change, logins);
      return { jobs: jobsAs(service(), headers, organization), ...(await started(service(), where, [preview])) };
    };
    const stopped = await begin(ofOwner, REMOVE, [first, second]);
    await stopped.jobs.change(stopped.id, 'pause');
    const same = await begin(ofAlan, PROMOTE, [second, third]);
    const others = await begin(ofGrace, PROMOTE, [fourth, member()]);
    expect(await same.jobs.read(same.id)).toMatchObject({
      state: 'queued',
      waitsFor: { id: stopped.id, title: null, state: 'paused', runBy: owner },
    });
    expect(await runOut(service(), () => others.jobs.read(others.id))).toMatchObject({
      state: 'done',
      counts: { changed: 2 },
      waitsFor: null,
    });
    expect(roleOf(fourth)).toBe('admin');

    world().setRole(organization, second, 'admin');
    control().clearChanges();
    await stopped.jobs.change(stopped.id, 'resume');
    expect((await same.jobs.read(same.id)).waitsFor).toMatchObject({ id: stopped.id, state: 'running' });
    await runOut(service(), () => stopped.jobs.read(stopped.id));
    const rows = await stopped.jobs.rows(stopped.id);
    expect(rows.map(({ login, outcome }) => [login, outcome])).toEqual([
      [first, 'changed'],
      [second, 'changed-since'],
    ]);
    expect([roleOf(first), roleOf(second)]).toEqual([null, 'admin']);
    await runOut(service(), () => same.jobs.read(same.id));
    expect((await same.jobs.rows(same.id)).map(({ outcome }) => outcome)).toEqual(['nothing-to-do', 'changed']);
  });
});
