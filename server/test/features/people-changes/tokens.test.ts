import type { PeopleChange } from '@orgdesk/contract';
import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { issuePreview, verifyPreview } from '../../../src/features/people-changes/start-change.ts';
import { STATE_TOKEN_CLOCK_SKEW_SECONDS } from '../../../src/lib/limits/sessions.ts';
import { createStateTokens } from '../../../src/lib/state-token.ts';
import { systemClock } from '../../../src/lib/system.ts';
import { runtimeWith } from '../../support/runtime.ts';
import { SIGNING_SECRET } from '../../support/service/start-service.ts';
import { stoppedService } from '../../support/service/stopped-service.ts';
import {
  addOrganization,
  changed,
  changesIn,
  changesRequested,
  ended,
  previewed,
  result,
  startChange,
  started,
} from './changing.ts';

const REMOVE: PeopleChange = { kind: 'remove' };
const INVALID = [409, { error: 'This preview does not match this change. Please preview the changes again.' }];
const EXPIRED = [409, { error: 'This preview has expired. Please preview the changes again.' }];
const KEY = Buffer.from(SIGNING_SECRET, 'utf8');

describe('the preview that a change is sent with', () => {
  const { service, world, control, signIn } = stoppedService();

  const setUp = async () => {
    const made = addOrganization(service());
    const where = { organization: made.organization, headers: await signIn(made.owner) };
    const login = made.member();
    const { preview } = await previewed(service(), where, REMOVE, [login]);
    const send = async (token: string, at: Parameters<typeof startChange>[1] = where) => {
      const { status, json } = await startChange(service(), at, { previews: [token] });
      return [status, json];
    };
    const expectNothing = () => {
      expect(changesRequested(service())).toEqual([]);
      expect(control().changeCounts({ organization: made.organization })).toEqual({});
      expect(made.roleOf(login)).toBe('member');
    };
    return { ...made, where, login, preview, send, expectNothing };
  };

  test('is good for nothing when a byte of it was changed, wherever', async () => {
    const { preview, send, expectNothing } = await setUp();
    for (let at = 0; at < preview.length - 1; at += 23) {
      const other = preview[at] === 'A' ? 'B' : 'A';
      const forged = `${preview.slice(0, at)}${other}${preview.slice(at + 1)}`;
      expect(await send(forged), `changed at ${at}`).toEqual(INVALID);
    }
    const [head = '', , signature = ''] = preview.split('.');
    const claims = JSON.parse(Buffer.from(preview.split('.')[1] ?? '', 'base64url').toString());
    const withClaims = Buffer.from(JSON.stringify({ ...claims, change: { kind: 'role', role: 'admin' } }));
    expect(await send(`${head}.${withClaims.toString('base64url')}.${signature}`)).toEqual(INVALID);
    for (const forged of [`${preview}.`, preview.slice(0, -5), 'x', '..', 'null']) {
      expect(await send(forged)).toEqual(INVALID);
    }
    expectNothing();
  });

  test('is not signed by anybody else, nor without a key, nor for another end', async () => {
    const { preview, send, expectNothing } = await setUp();
    const claims = JSON.parse(Buffer.from(preview.split('.')[1] ?? '', 'base64url').toString());
    const origin = new URL(service().url).origin;
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'people-preview-1+jwt' })).toString('base64url');
    expect(await send(`${none}.${preview.split('.')[1]}.`)).toEqual(INVALID);
    const otherKey = new TextEncoder().encode('a key of somebody else, longer than 32 characters');
    const signed = (header: object, key: Uint8Array = KEY, more: object = {}) =>
      new SignJWT({ ...claims, ...more }).setProtectedHeader({ alg: 'HS256', ...header }).sign(key);
    expect(await send(await signed({ typ: 'people-preview-1+jwt' }, otherKey))).toEqual(INVALID);
    expect(await send(await signed({ typ: 'JWT' }))).toEqual(INVALID);
    expect(await send(await signed({ alg: 'HS512', typ: 'people-preview-1+jwt' }))).toEqual(INVALID);
    const typ = 'people-preview-1+jwt';
    expect(await send(await signed({ typ }, KEY, { aud: origin }))).toEqual(INVALID);
    expect(await send(await signed({ typ }, KEY, { iss: 'https://other.example' }))).toEqual(INVALID);
    expect(await send(await signed({ typ }, KEY, { exp: undefined }))).toEqual(INVALID);
    const now = Math.floor(service().clock.now().getTime() / 1000);
    const ahead = (seconds: number) => signed({ typ }, KEY, { iat: now + seconds, exp: now + seconds + 600 });
    expect(await send(await ahead(STATE_TOKEN_CLOCK_SKEW_SECONDS + 20))).toEqual(INVALID);
    const state = { type: 'oauth', csrf: 'x', mode: 'web', returnTo: '/' } as const;
    const clock = { now: () => service().clock.now() };
    expect(await send(await createStateTokens({ key: KEY, audience: origin }, clock).issue(state))).toEqual(INVALID);
    expectNothing();
    // Proves that the checks above fail only for their own reason.
    expect(await send(await ahead(STATE_TOKEN_CLOCK_SKEW_SECONDS - 2))).toMatchObject([
      202,
      { job: { kind: 'people-change', change: REMOVE } },
    ]);
  });

  test('is no state of a sign-in either', async () => {
    const origin = 'https://orgdesk.example';
    const states = createStateTokens({ key: KEY, audience: origin }, systemClock);
    const services = {
      runtime: runtimeWith(),
      signing: { stateTokens: states, key: KEY, origin },
    };
    const { token } = await issuePreview(services, {
      organizationId: 1,
      userId: 1,
      sessionKey: 'x' as never,
      change: REMOVE,
      teamId: null,
      people: [],
    });
    expect((await states.verify(token)).ok).toBe(false);
    expect((await verifyPreview(services, token)).ok).toBe(true);
  });

  test('lasts ten minutes', async () => {
    const { login, idOf, preview, send, where, expectNothing } = await setUp();
    const { preview: later, expiresAt } = await previewed(service(), where, REMOVE, [login]);
    service().clock.advance(new Date(expiresAt).getTime() - service().clock.now().getTime());
    expect(await send(preview)).toEqual(EXPIRED);
    expect(await send(later)).toEqual(EXPIRED);
    expectNothing();
    const { preview: next, expiresAt: until } = await previewed(service(), where, REMOVE, [login]);
    service().clock.advance(new Date(until).getTime() - service().clock.now().getTime() - 1);
    expect(await changed(service(), where, next)).toEqual([result(login, idOf(login), 'changed')]);
  });

  test('is for one person, one session and one organization', async () => {
    const { organization, owner, preview, send, where, expectNothing } = await setUp();
    const other = await setUp();
    world().addMembership({ organization, login: other.owner, role: 'admin' });
    world().addMembership({ organization: other.organization, login: owner, role: 'admin' });
    service().clock.advance(60_000);
    expect(await send(preview, { organization, headers: other.where.headers })).toEqual(INVALID);
    expect(await send(preview, { organization, headers: await signIn(owner) })).toEqual(INVALID);
    expect(await send(preview, { ...where, organization: other.organization })).toEqual(INVALID);
    expectNothing();
    other.expectNothing();
    expect((await send(preview))[0]).toBe(202);
  });

  test('belongs to the organization under its new login', async () => {
    const { organization, preview, login, where, idOf } = await setUp();
    world().renameOrganization(organization, `${organization}-renamed`);
    service().clock.advance(60_000);
    const at = { ...where, organization: `${organization}-renamed` };
    expect(await changed(service(), at, preview)).toEqual([result(login, idOf(login), 'changed')]);
  });

  test('sent twice, by two tabs at once too, does it once', async () => {
    const { organization, preview, login, idOf, where } = await setUp();
    const removal = { method: 'DELETE', path: `/orgs/${organization}/memberships/${login}` };
    const both = await Promise.all([started(service(), where, [preview]), started(service(), where, [preview])]);
    expect(new Set(both.map(({ id }) => id)).size).toBe(1);
    const hold = control().hold(removal);
    const working = service().workOnJobs();
    await hold.arrived(1);
    expect(await started(service(), where, [preview])).toMatchObject({ id: both[0].id, counts: { sending: 1 } });
    hold.release();
    await working;
    expect(await changed(service(), where, preview)).toEqual([result(login, idOf(login), 'changed')]);
    expect(control().changeCounts({ organization })).toEqual({ 'member-removed': 1 });
    expect(control().count(removal)).toBe(1);
    expect(await changesIn(service(), organization)).toHaveLength(1);
  });

  test('made again in the same second, of the same people, starts a job of its own', async () => {
    const { organization, owner, member, where, idOf, roleOf } = await setUp();
    const second = member('admin');
    const demote: PeopleChange = { kind: 'role', role: 'member' };
    const first = await previewed(service(), where, demote, [second]);
    world().setRole(organization, owner, 'member');
    expect(await changed(service(), where, first.preview)).toEqual([
      result(second, idOf(second), 'refused', 'An organization needs at least one owner.'),
    ]);
    world().setRole(organization, owner, 'admin');
    const again = await previewed(service(), where, demote, [second]);
    expect(again.expiresAt).toBe(first.expiresAt);
    expect(await changed(service(), where, again.preview)).toEqual([result(second, idOf(second), 'changed')]);
    expect(roleOf(second)).toBe('member');
  });

  test('holds on another instance, and needs no database of its own', async () => {
    const { preview, login, idOf, where } = await setUp();
    const other = await service().addInstance();
    const { id } = await started(other, where, [preview]);
    expect((await ended(service(), where, id)).results).toEqual([result(login, idOf(login), 'changed')]);
  });

  test('of nobody who would change changes nobody', async () => {
    const { owner, where, send } = await setUp();
    const { preview } = await previewed(service(), where, REMOVE, [owner, 'no-such-person']);
    const error = 'These previews change nobody. Please preview the changes again.';
    expect(await send(preview)).toEqual([409, { error }]);
    expect(changesRequested(service())).toEqual([]);
  });

  test('of more than five needs the login of the organization', async () => {
    const { organization, member, where } = await setUp();
    const logins = Array.from({ length: 6 }, () => member());
    const five = await previewed(service(), where, REMOVE, logins.slice(1));
    expect(five.needsConfirmation).toBe(false);
    const six = await previewed(service(), where, REMOVE, logins);
    const other = await setUp();
    expect(await other.send(six.preview)).toEqual(INVALID);
    const refused = [400, { error: "Please type the organization's login to confirm a change of more than 5 people." }];
    for (const confirmation of [undefined, '', 'other', `${organization}x`, organization.replace('s', 'ſ')]) {
      const { status, json } = await startChange(service(), where, { previews: [six.preview], confirmation });
      expect([status, json]).toEqual(refused);
    }
    expect(changesRequested(service())).toEqual([]);
    expect(await changed(service(), where, five.preview)).toHaveLength(5);
    const results = await changed(service(), where, six.preview, organization);
    expect(results.map(({ outcome }) => outcome)).toEqual(['changed', ...Array(5).fill('nothing-to-do')]);
  });
});
