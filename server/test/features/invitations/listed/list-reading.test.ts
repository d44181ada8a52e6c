import { describe, expect, onTestFinished, test } from 'vitest';
import { stoppedService } from '../../../support/service/stopped-service.ts';
import { createTimeLimit } from '../../../support/time-limit.ts';
import { addOrganization, askChange, askList, changed, learned, listOf, result } from './listing.ts';

describe('reading the open and failed invitations', () => {
  const { service, world, control, signIn } = stoppedService();

  const setUp = async () => {
    const { organization, owner, newcomer } = addOrganization(service());
    const invited = newcomer();
    const id = world().invite({ organization, login: invited }).id;
    const headers = await signIn(owner);
    const pages = { method: 'GET', path: `^/orgs/${organization}/(failed_)?invitations$` };
    const hold = (phase: 'before' | 'after' = 'before') => {
      const held = control().hold(pages, phase);
      onTestFinished(() => held.release());
      return held;
    };
    /** Pages that were asked for so far, and how many of these the service gave up before they came. */
    const pageCount = () => control().count(pages);
    const givenUp = () =>
      control()
        .requests(pages)
        .filter(({ status, endedAt }) => status === null && endedAt !== null).length;
    const list = () => listOf(service(), organization, headers);
    /** Asks, and goes away once told to. */
    const ask = (signal: AbortSignal) =>
      fetch(`${service().url}/api/organizations/${organization}/invitations`, { headers, signal }).catch(() => null);
    return { organization, owner, invited, id, headers, hold, pageCount, givenUp, list, ask };
  };

  /** A list of the code host that goes on for ever. */
  const makeEndless = (organization: string) => {
    const path = `/orgs/${organization}/invitations`;
    const link = `<${service().simulator.apiUrl}${path}?page=2>; rel="next"`;
    control().fault({ kind: 'reply', status: 200, headers: { link }, body: [], match: { path } });
  };

  test('takes a whole time at most, says so, and asks for no other page then', async () => {
    const limit = createTimeLimit();
    const limited = await service().addInstance({ inviteLimitMs: limit.ms });
    const { organization, headers, hold, pageCount, givenUp } = await setUp();
    makeEndless(organization);
    const held = hold();
    const asking = askList(limited, organization, headers);
    await held.arrived(1);
    limit.come();
    const answer = await asking;
    expect([answer.status, answer.json]).toEqual([
      500,
      { error: 'The code host took too long to list the invitations. Please try again.' },
    ]);
    await expect.poll(givenUp).toBe(1);
    held.release();
    await learned(service());
    expect(pageCount()).toBe(1);
    const lines = service().logLines.filter((line) => line.includes(organization));
    expect(
      lines.filter((line) => line.includes('could not read invitations') && line.includes('out-of-time')),
    ).toHaveLength(1);
  });

  test('ends when the service stops, and says so', async () => {
    const stopped = await service().addInstance();
    const { organization, headers, hold } = await setUp();
    const held = hold();
    const asking = askList(stopped, organization, headers);
    await held.arrived(1);
    const closing = stopped.close();
    const answer = await asking;
    expect([answer.status, answer.json]).toEqual([500, { error: 'The service was stopping. Please try again.' }]);
    await closing;
  });

  test('is done once for all requests of a session at the same moment', async () => {
    const { hold, pageCount, list } = await setUp();
    const held = hold();
    const asking = Array.from({ length: 5 }, () => list());
    await held.arrived(1);
    const others = Array.from({ length: 5 }, () => list());
    await learned(service());
    held.release();
    for (const { invitations } of await Promise.all([...asking, ...others])) expect(invitations).toHaveLength(1);
    expect(pageCount()).toBe(2);
  });

  test('is done anew for a change, which relies on nothing that was read before its claim', async () => {
    const { organization, headers, invited, id, hold, pageCount, list } = await setUp();
    const held = hold('after');
    const asking = list();
    await held.arrived(1);
    world().cancelInvitation(organization, invited);
    const cancelling = changed(service(), { organization, action: 'cancel', headers }, [id]);
    await learned(service());
    held.release();
    expect((await asking).invitations).toHaveLength(1);
    expect((await cancelling).results).toEqual([result(id, 'gone')]);
    expect(pageCount()).toBe(4);
    expect(control().count({ method: 'DELETE', path: `/orgs/${organization}/invitations` })).toBe(0);
  });

  test('is not shared with another session, nor kept', async () => {
    const { organization, owner, pageCount, headers } = await setUp();
    const { bearer } = await service().signIn(owner);
    await Promise.all([listOf(service(), organization, headers), listOf(service(), organization, bearer)]);
    expect(pageCount()).toBe(4);
    await listOf(service(), organization, headers);
    expect(pageCount()).toBe(6);
  });

  test('ends when the last of those who wait has left, and not before', async () => {
    const { organization, hold, pageCount, givenUp, ask } = await setUp();
    makeEndless(organization);
    const held = hold('after');
    const [first, second] = [new AbortController(), new AbortController()];
    const asking = [first, second].map(({ signal }) => ask(signal));
    await held.arrived(1);
    first.abort();
    held.releaseSome(1);
    await held.arrived(2);
    second.abort();
    expect(await Promise.all(asking)).toEqual([null, null]);
    await expect.poll(givenUp).toBe(1);
    held.release();
    await learned(service());
    expect(pageCount()).toBe(2);
    expect(service().logLines.filter((line) => line.includes(organization) && line.includes('could not be'))).toEqual(
      [],
    );
  });

  test('begun before a change is not shown to who asks after it', async () => {
    const { organization, headers, id, hold, list } = await setUp();
    const held = hold('after');
    const before = list();
    await held.arrived(1);
    // Another session's change would read for itself; this one shares what is under way.
    const cancelling = askChange(service(), { organization, action: 'cancel', headers }, { ids: [id] });
    const removal = control().hold({ method: 'DELETE' });
    onTestFinished(() => removal.release());
    held.release();
    await removal.arrived(1);
    expect((await before).invitations).toHaveLength(1);
    const again = control().hold({ method: 'GET', path: `/orgs/${organization}/invitations` }, 'after');
    onTestFinished(() => again.release());
    const meanwhile = list();
    await again.arrived(1);
    removal.release();
    expect((await cancelling).status).toBe(200);
    const after = list();
    await again.arrived(2);
    again.release();
    expect((await meanwhile).invitations).toHaveLength(1);
    expect((await after).invitations).toEqual([]);
  });
});
