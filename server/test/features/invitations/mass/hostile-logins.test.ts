import { describe, expect, test } from 'vitest';
import { expectDocumented } from '../../../hostile/leaks/documented-answer.ts';
import { NAUGHTY_STRINGS } from '../../../hostile/requests/naughty-strings.ts';
import { sendRequest } from '../../../hostile/requests/raw-http.ts';
import { inTurns } from '../../../hostile/sign-in/in-turns.ts';
import { sharedService } from '../../../support/service/shared-service.ts';
import { signInQuietly } from '../../../support/service/sign-in-quietly.ts';
import { invitationsOf, massInvite, type Report } from './inviting.ts';

describe('a mass invite with hostile texts', () => {
  const service = sharedService();
  const control = () => service().simulator.control;
  const signIn = signInQuietly(service);

  test('as logins looks each up as it is, invites nobody, and tells each as it came', async () => {
    const bearer = await signIn('ada');
    control().rateLimits({ core: 1_000_000, graphql: 1_000_000 });
    const logins = [...new Set(NAUGHTY_STRINGS.map((text) => text.trim()).filter((text) => text !== '')), '\ud800x'];
    for (let start = 0; start < logins.length; start += 50) {
      const userLogins = logins.slice(start, start + 50);
      control().clearRequests();
      const answer = await massInvite(service().url, 'acme', bearer, { userLogins });
      const { success, failed } = answer.json as Report;
      expect(success).toEqual([]);
      expect(failed).toEqual(
        userLogins.map((login) => ({ login, error: `User @${login} not found on the code host` })),
      );
      expect(
        new Set(
          control()
            .requests()
            .map(({ variables }) => variables.login),
        ),
      ).toEqual(new Set(userLogins));
    }
    expect(control().count({ path: '/orgs' })).toBe(0);
  });

  test('of nearly a megabyte as one login ends like any other', async () => {
    const bearer = await signIn('ada');
    const login = 'x'.repeat(1_000_000);
    const answer = await massInvite(service().url, 'acme', bearer, { userLogins: [login] });
    expect((answer.json as Report).failed.map((entry) => entry.login === login)).toEqual([true]);
    const tooLarge = await massInvite(service().url, 'acme', bearer, { userLogins: [`${login}${login}`] });
    expect([tooLarge.status, tooLarge.json]).toEqual([413, { error: 'The request is too large.' }]);
  });

  test('as the organization is no organization of theirs, and no other address', async () => {
    const bearer = await signIn('ada');
    await inTurns(
      [...NAUGHTY_STRINGS, '..', '.', '../..', 'acme/../northwind', 'acme?x', 'acme#x', 'acme/'],
      async (text) => {
        const answer = await sendRequest(service().url, {
          method: 'POST',
          target: `/api/organizations/${encodeURIComponent(text.toWellFormed())}/mass-invite`,
          headers: [['content-type', 'application/json'], ...Object.entries(bearer)],
          body: '{"userLogins":["tim"]}',
        });
        expectDocumented(answer, JSON.stringify(text));
        expect([400, 403, 404], JSON.stringify(text)).toContain(answer.status);
      },
    );
    expect(control().count()).toBe(0);
  });

  test('as a body is a list without people, or not one at all [MV-3]', async () => {
    const bearer = await signIn('ada');
    await inTurns(NAUGHTY_STRINGS, async (text) => {
      for (const body of [
        text,
        JSON.stringify(text),
        JSON.stringify({ [text]: ['tim'] }),
        JSON.stringify({ userLogins: text }),
      ]) {
        const { status, json } = await massInvite(service().url, 'acme', bearer, body);
        expect([status, json], body).toEqual([400, { error: 'Please add at least one user to invite.' }]);
      }
    });
    const deep = await massInvite(
      service().url,
      'acme',
      bearer,
      `{"userLogins":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
    );
    expect(deep.status).toBe(400);
    expect(control().count(invitationsOf('acme'))).toBe(0);
  });
});
