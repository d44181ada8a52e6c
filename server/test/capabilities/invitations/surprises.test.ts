import { expect, test } from 'vitest';
import { createInviteMembers } from '../../../src/capabilities/invitations/invite-members.ts';
import { ok } from '../../../src/domain/result.ts';
import type { HostToken, Session, SessionKey } from '../../../src/domain/session.ts';

const session: Session = {
  key: 'f'.repeat(64) as SessionKey,
  user: { id: 1, login: 'ada', name: null, avatarUrl: null },
  memberships: [{ organization: { id: 2, login: 'acme', name: null, avatarUrl: null }, viewerCanAdminister: true }],
  installationIds: [],
  grant: {
    accessToken: 'token' as HostToken,
    accessTokenExpiresAt: null,
    refreshToken: null,
    refreshTokenExpiresAt: null,
    tokenType: 'bearer',
    scope: '',
  },
  tokenVersion: 1,
  createdAt: new Date(0),
  expiresAt: new Date(1),
};

test('a mass invite that breaks off has nothing under way when it is told, and sends nothing afterwards', async () => {
  let [asked, inside] = [0, 0];
  const inviteMembers = createInviteMembers({
    codeHost: {
      findUser: async (_inviting, login) => ok({ id: 1, login, isMember: false }),
      async invite() {
        asked += 1;
        inside += 1;
        await new Promise((resolve) => setImmediate(resolve));
        inside -= 1;
        if (asked >= 3) throw new Error('nobody expected this');
        return ok(undefined);
      },
    },
    freshSession: Object.assign(async () => ok(session), {}) as never,
    countSends: () => () => {},
    log: { debug() {}, info() {}, warn() {}, error() {} },
    stopping: new AbortController().signal,
  });

  const logins = Array.from({ length: 30 }, (_, place) => `u${place + 1}`);
  await expect(inviteMembers(session, 'acme', logins)).rejects.toThrow('nobody expected this');
  const askedWhenTold = asked;
  expect(inside).toBe(0);
  expect(askedWhenTold).toBeLessThanOrEqual(10);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(asked).toBe(askedWhenTold);
});
