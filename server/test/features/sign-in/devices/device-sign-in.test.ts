import type { OwnSessionsAnswer, SessionAnswer } from '@orgdesk/contract';
import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { authorizeAt, createBrowser, fetchOnce } from '../../../support/browser.ts';
import { ENGINES_OF_RULES } from '../../../support/databases/engines.ts';
import { sharedService } from '../../../support/service/shared-service.ts';
import {
  answerWith,
  approve,
  approveUntilCallback,
  poll,
  refusalOf,
  sessionTokenOf,
  startProgram,
} from './programs.ts';

const MINUTE_MS = 60_000;

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('sign-in of a program on %s', (engine) => {
  const service = sharedService({ engine });
  const sessionOf = (token: string) =>
    fetchOnce(`${service().url}/api/auth/session`, { headers: { authorization: `Bearer ${token}` } });
  const loginOf = async (token: string) => ((await sessionOf(token)).json as SessionAnswer).session.user.login;

  test('answers what RFC 8628 names, with a code of its letters and no code in the address', async () => {
    const started = await startProgram(service());
    expect(started).toEqual({
      device_code: expect.stringMatching(/^[\w-]{43}$/),
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verification_uri: `${service().url}/device`,
      expires_in: 600,
      interval: 5,
    });
  });

  test('gives the program a session of its own, which the person sees by name and ends', async () => {
    const ada = await service().signIn('ada');
    const program = await startProgram(service(), 'orgdesk on build-7');
    expect(refusalOf(await poll(service(), program))).toEqual([400, 'authorization_pending']);

    const read = await answerWith(service(), ada.browser, 'request', program.user_code.toLowerCase().replace('-', ' '));
    expect(read.json).toMatchObject({ clientName: 'orgdesk on build-7', address: expect.stringMatching(/127|::1/) });

    const done = await approve(service(), ada.browser, { login: 'ada', user_code: program.user_code });
    expect([done.status, done.location]).toEqual([302, '/device?outcome=approved']);
    expect(done.setCookies.some((cookie) => cookie.startsWith('host_session='))).toBe(false);

    service().clock.advance(6_000);
    const token = sessionTokenOf(await poll(service(), program));
    expect(token).not.toBe(ada.id);
    expect(await loginOf(token)).toBe('ada');
    expect((await sessionOf(ada.id)).status).toBe(200);

    const listed = await fetchOnce(`${service().url}/api/auth/sessions`, { headers: ada.bearer });
    const mine = (listed.json as OwnSessionsAnswer).sessions.find(({ client }) => client?.includes('build-7'));
    expect(mine).toMatchObject({ client: 'Program: orgdesk on build-7', isCurrent: false });
    const end = `${service().url}/api/auth/sessions/${mine?.id}/end`;
    expect((await fetchOnce(end, { method: 'POST', headers: ada.bearer })).json).toEqual({ ended: 1 });
    expect((await sessionOf(token)).status).toBe(401);
  });

  test('gives it a grant of its own: the refresh of one session ends no other', async () => {
    const ada = await service().signIn('ada');
    const program = await startProgram(service());
    await approve(service(), ada.browser, { login: 'ada', user_code: program.user_code });
    const token = sessionTokenOf(await poll(service(), program));

    service().clock.advance(7 * 60 * MINUTE_MS + 57 * MINUTE_MS);
    for (const id of [ada.id, token]) expect((await sessionOf(id)).status).toBe(200);
    service().clock.advance(10 * MINUTE_MS);
    for (const id of [ada.id, token]) expect((await sessionOf(id)).status).toBe(200);
    service().clock.reset();
  });

  test('gives the session once', async () => {
    const ada = await service().signIn('ada');
    const program = await startProgram(service());
    await approve(service(), ada.browser, { login: 'ada', user_code: program.user_code });
    const answers = await Promise.all(Array.from({ length: 8 }, () => poll(service(), program)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(refusalOf(await poll(service(), program))).toEqual([400, 'invalid_grant']);
    expect((await answerWith(service(), ada.browser, 'approve', program.user_code)).status).toBe(404);
  });

  test('tells a program that polls too fast to slow down, by five seconds each time', async () => {
    service().clock.stop();
    const program = await startProgram(service());
    const codeAfter = async (ms: number) => {
      service().clock.advance(ms);
      return refusalOf(await poll(service(), program))[1];
    };
    expect(await codeAfter(0)).toBe('authorization_pending');
    expect(await codeAfter(5_000)).toBe('authorization_pending');
    expect(await codeAfter(1_000)).toBe('slow_down');
    expect(await codeAfter(5_000)).toBe('slow_down');
    expect(await codeAfter(15_000)).toBe('authorization_pending');
    const atOnce = await Promise.all([codeAfter(15_000), codeAfter(0), codeAfter(0)]);
    expect(atOnce.filter((code) => code === 'slow_down')).toHaveLength(2);
    service().clock.reset();
  });

  test('says when it was denied, and that nobody can approve it afterwards', async () => {
    const ada = await service().signIn('ada');
    const program = await startProgram(service());
    expect((await answerWith(service(), ada.browser, 'deny', program.user_code)).json).toEqual({ ok: true });
    expect(refusalOf(await poll(service(), program))).toEqual([400, 'access_denied']);
    expect((await answerWith(service(), ada.browser, 'approve', program.user_code)).status).toBe(404);
  });

  test('makes no session when it is denied while the person is at the code host', async () => {
    const ada = await service().signIn('ada');
    const program = await startProgram(service());
    const callback = await approveUntilCallback(service(), ada.browser, { login: 'ada', user_code: program.user_code });
    await answerWith(service(), ada.browser, 'deny', program.user_code);
    const back = await ada.browser.request(callback.href);
    expect(back.location).toMatch(/^\/device\?authError=The%20program%20no%20longer/);
    expect(refusalOf(await poll(service(), program))).toEqual([400, 'access_denied']);
  });

  test('expires after ten minutes, for the program and for the person', async () => {
    service().clock.stop();
    const ada = await service().signIn('ada');
    const program = await startProgram(service());
    const callback = await approveUntilCallback(service(), ada.browser, { login: 'ada', user_code: program.user_code });
    service().clock.advance(10 * MINUTE_MS - 1);
    expect((await answerWith(service(), ada.browser, 'request', program.user_code)).status).toBe(200);
    service().clock.advance(1);
    expect(refusalOf(await poll(service(), program))).toEqual([400, 'expired_token']);
    expect((await answerWith(service(), ada.browser, 'request', program.user_code)).status).toBe(404);
    expect((await ada.browser.request(callback.href)).location).toMatch(/authError=/);
    service().clock.reset();
  });

  test('refuses somebody who is another person at the code host, and lets the right one try again', async () => {
    const ada = await service().signIn('ada');
    const program = await startProgram(service());
    const other = await approve(service(), ada.browser, { login: 'grace', user_code: program.user_code });
    expect(other.location).toMatch(/^\/device\?authError=At%20the%20code%20host/);
    expect(refusalOf(await poll(service(), program))).toEqual([400, 'authorization_pending']);
    await approve(service(), ada.browser, { login: 'ada', user_code: program.user_code });
    service().clock.advance(6_000);
    expect(await loginOf(sessionTokenOf(await poll(service(), program)))).toBe('ada');
  });

  test('does not let somebody else finish what one person confirmed', async () => {
    const [ada, grace] = [await service().signIn('ada'), await service().signIn('grace')];
    const program = await startProgram(service());
    const callback = await approveUntilCallback(service(), ada.browser, { login: 'ada', user_code: program.user_code });
    expect((await answerWith(service(), grace.browser, 'request', program.user_code)).status).toBe(404);
    expect((await answerWith(service(), grace.browser, 'approve', program.user_code)).status).toBe(404);
    expect((await answerWith(service(), grace.browser, 'deny', program.user_code)).status).toBe(404);
    // Sent to grace's browser, the callback lacks the cookie.
    expect((await grace.browser.request(callback.href)).location).toMatch(/authError=Your%20sign%20in%20session/);
    expect(refusalOf(await poll(service(), program))).toEqual([400, 'authorization_pending']);
  });

  test('makes one session when it is confirmed twice', async () => {
    const ada = await service().signIn('ada');
    const program = await startProgram(service());
    const first = await approveUntilCallback(service(), ada.browser, { login: 'ada', user_code: program.user_code });
    const cookie = `host_auth_csrf=${await ada.browser.cookie(service().url, 'host_auth_csrf')}`;
    const second = await approve(service(), ada.browser, { login: 'ada', user_code: program.user_code });
    expect(second.location).toBe('/device?outcome=approved');
    expect((await fetchOnce(first.href, { headers: { cookie } })).location).toMatch(/authError=The%20program/);
    expect((await poll(service(), program)).status).toBe(200);
  });

  test('is decided by one of two persons on two instances at once', async () => {
    const other = await service().addInstance();
    const [ada, grace] = [await service().signIn('ada'), await service().signIn('grace')];
    for (let round = 0; round < 5; round += 1) {
      const program = await startProgram(service());
      const body = { user_code: program.user_code };
      const send = (url: string, { bearer }: typeof ada) =>
        fetchOnce(`${url}/api/auth/device/approve`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...bearer },
          body: JSON.stringify(body),
        });
      const answers = await Promise.all([send(service().url, ada), send(other.url, grace)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
      const winner = answers[0]?.status === 200 ? 'ada' : 'grace';
      const [approved] = answers.filter(({ status }) => status === 200);
      const { location } = Object(approved?.json) as { readonly location: string };
      const callback = await authorizeAt(location, winner, 'authorize');
      const csrf = String(decodeJwt(callback.searchParams.get('state') ?? '').csrf);
      const opened = await fetchOnce(callback.href, { headers: { cookie: `host_auth_csrf=${csrf}` } });
      expect(opened.location).toBe('/device?outcome=approved');
      expect(await loginOf(sessionTokenOf(await poll(other, program)))).toBe(winner);
    }
  });

  test('survives the end of the instance between approval and poll', async () => {
    const other = await service().addInstance();
    const ada = await service().signIn('ada');
    const program = await startProgram(other);
    await answerWith(other, ada.browser, 'request', program.user_code);
    await approve(service(), ada.browser, { login: 'ada', user_code: program.user_code });
    await other.close();
    const restarted = await service().addInstance();
    expect(await loginOf(sessionTokenOf(await poll(restarted, program)))).toBe('ada');
  });

  test('keeps no secret of it: not in the log, and neither code in the database', async () => {
    const ada = await service().signIn('ada');
    const program = await startProgram(service());
    const callback = await approveUntilCallback(service(), ada.browser, { login: 'ada', user_code: program.user_code });
    await ada.browser.request(callback.href);
    const token = sessionTokenOf(await poll(service(), program));
    const log = service().logLines.join('\n');
    for (const secret of [program.device_code, program.user_code, token]) expect(log).not.toContain(secret);
    const state = JSON.stringify(decodeJwt(callback.searchParams.get('state') ?? ''));
    for (const secret of [program.device_code, program.user_code, token]) expect(state).not.toContain(secret);
  });

  test('refuses names that could deceive, and what is no device code', async () => {
    for (const client_name of ['', ' x', 'x ', 'x'.repeat(61), 'line\nbreak', '\u202eevil', 'é', 7]) {
      const answer = await createBrowser().request(`${service().url}/api/auth/device`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ client_name }),
      });
      expect(answer.status).toBe(400);
    }
    for (const device_code of ['x', 'x'.repeat(43), `${'x'.repeat(43)}\n`])
      expect(refusalOf(await poll(service(), { device_code }))).toEqual([400, 'invalid_grant']);
  });
});
