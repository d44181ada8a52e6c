import { describe, expect, test } from 'vitest';
import { APP_READ_WAIT_MS } from '../../../src/lib/limits/people.ts';
import { cachedFacts } from '../../support/service/cache.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { signInQuietly } from '../../support/service/sign-in-quietly.ts';
import { createTimeLimit } from '../../support/time-limit.ts';
import { accessOf, addOrganizationWith, installationIdOn } from './asking.ts';

const TEN = Array.from({ length: 10 });
const APP = { credential: 'app' } as const;
const TOO_OFTEN = [{ part: 'installation', reason: 'asked-too-often' }];
const NO_ANSWER = [{ part: 'installation', reason: 'unreachable' }];

describe('looks as the App', () => {
  const service = sharedService();
  const world = () => service().simulator.world;
  const control = () => service().simulator.control;
  const signIn = signInQuietly(service);

  test('one person begins ten a minute, in all sessions together; more ask nothing as the App, and others go on [OA-11]', async () => {
    const [grace, again, barbara] = [await signIn('grace'), await signIn('grace'), await signIn('barbara')];
    for (const _ of TEN) expect((await accessOf(service(), 'acme', grace)).unchecked).toEqual([]);
    control().clearRequests();
    service().clock.advance(30_000);
    for (const bearer of [grace, again]) {
      expect(await accessOf(service(), 'acme', bearer)).toMatchObject({
        role: { atSignIn: 'member', now: 'member' },
        causes: [],
        unchecked: TOO_OFTEN,
      });
    }
    expect(control().count(APP)).toBe(0);
    expect((await accessOf(service(), 'vaultworks', barbara)).unchecked).toEqual([]);
    service().clock.advance(30_000);
    expect((await accessOf(service(), 'acme', again)).unchecked).toEqual([]);
  });

  test('who looks too often is told what the cache says of the App, so that it can still be installed [OA-11]', async () => {
    service().clock.advance(60_000);
    const ada = await signIn('ada');
    for (const _ of TEN) await accessOf(service(), 'quiet-co', ada);
    control().clearRequests();
    const notMember = { part: 'membership', reason: 'refused' };
    expect(await accessOf(service(), 'quiet-co', ada)).toMatchObject({
      causes: [{ kind: 'app-missing' }],
      unchecked: [notMember, ...TOO_OFTEN],
    });
    expect(await accessOf(service(), 'harbor-tools', ada)).toMatchObject({
      causes: [{ kind: 'app-suspended', suspendedAt: '2026-02-03T04:05:06.000Z' }],
      unchecked: [notMember, ...TOO_OFTEN],
    });
    expect(await accessOf(service(), 'acme', ada)).toMatchObject({ causes: [], unchecked: TOO_OFTEN });
    expect(control().count(APP)).toBe(0);
  });

  test('a clock that is put back keeps nobody waiting', async () => {
    service().clock.advance(3_600_000);
    const ada = await signIn('ada');
    for (const _ of TEN) await accessOf(service(), 'acme', ada);
    expect((await accessOf(service(), 'acme', ada)).unchecked).toEqual(TOO_OFTEN);
    service().clock.reset();
    expect((await accessOf(service(), 'acme', ada)).unchecked).toEqual([]);
  });

  test('a look that is under way is shared by all who ask about the organization, and costs only who began it [OA-11]', async () => {
    service().clock.advance(60_000);
    const ada = await signIn('ada');
    const people = [ada, await signIn('grace'), await signIn('dorothy')];
    const hold = control().hold({ path: '/orgs/acme/installation' });
    const first = accessOf(service(), 'acme', ada);
    await hold.arrived(1);
    const others = TEN.flatMap(() => people.map((bearer) => accessOf(service(), 'acme', bearer)));
    await expect.poll(() => control().count({ path: '/user/memberships/orgs/acme' })).toBe(31);
    hold.release();
    for (const access of await Promise.all([first, ...others])) expect(access.unchecked).toEqual([]);
    expect(control().count({ path: '/orgs/acme/installation' })).toBe(1);
    for (const bearer of people) expect((await accessOf(service(), 'acme', bearer)).unchecked).toEqual([]);
  });

  test('one that takes long is named as not looked at, and heals the cache when its answer comes [OA-12]', async () => {
    addOrganizationWith(service(), { organization: 'slow', member: 'sloane', installed: false });
    const bearer = await signIn('sloane');
    const { id } = world().addInstallation({ account: 'slow' });
    const hold = control().hold({ path: '/orgs/slow/installation' });
    const limit = createTimeLimit(APP_READ_WAIT_MS);
    const access = accessOf(service(), 'slow', bearer);
    await hold.arrived(1);
    await expect.poll(limit.running).toBe(1);
    limit.come();
    expect(await access).toMatchObject({ causes: [], unchecked: NO_ANSWER });
    expect(await cachedFacts(service().storage, id)).toBeNull();
    hold.release();
    await expect.poll(() => cachedFacts(service().storage, id)).toMatchObject({ suspended: false });
  });

  test.each(['renamed', 'renamed and not told of by its ID'] as const)(
    'an App on an organization that was %s is not called missing while the membership is not known [OA-12]',
    async (what) => {
      const login = what.replaceAll(' ', '-').toLowerCase();
      addOrganizationWith(service(), { organization: login, member: `of-${login}` });
      const bearer = await signIn(`of-${login}`);
      const id = installationIdOn(service(), login);
      world().renameOrganization(login, `${login}-new`);
      control().fault({ kind: 'primary-rate-limit', match: { path: `/user/memberships/orgs/${login}` } });
      if (what !== 'renamed')
        control().fault({ kind: 'bad-gateway-html', match: { path: `/app/installations/${id}` } });
      expect(await accessOf(service(), login, bearer)).toMatchObject({
        causes: [],
        unchecked: [{ part: 'membership', reason: 'rate-limited' }, ...NO_ANSWER],
      });
      control().clearFaults();
    },
  );
});
