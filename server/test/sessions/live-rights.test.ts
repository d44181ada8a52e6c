import { expect, test } from 'vitest';
import type { HostClients } from '../../src/code-host/client.ts';
import type { HostRequest } from '../../src/code-host/send/send.ts';
import type { Session } from '../../src/domain/session.ts';
import { LIVE_MEMBERSHIPS_MAX } from '../../src/lib/limits/sessions.ts';
import { ok } from '../../src/lib/result.ts';
import type { SessionKey } from '../../src/lib/secrets.ts';
import { createLiveMembership, createLiveRights } from '../../src/sessions/live-rights.ts';

test('what the code host said of memberships is kept for so many and no more, the oldest goes first', async () => {
  const fetched: string[] = [];
  const session = {
    key: 'f'.repeat(64) as SessionKey,
    grant: { accessToken: 'token' },
    memberships: [] as Session['memberships'],
  } as Session;
  const rights = createLiveRights(
    createLiveMembership(
      {
        as: () => ({
          async send({ url }: HostRequest) {
            const login = url.text.slice('/user/memberships/orgs/'.length);
            fetched.push(login);
            return ok({ body: { state: 'active', role: 'admin', organization: { id: 1, login } } });
          },
        }),
      } as unknown as HostClients,
      Object.assign(async () => ok(session), {}) as never,
      { now: () => new Date(0) },
    ),
  );
  const logins = Array.from({ length: LIVE_MEMBERSHIPS_MAX + 1 }, (_, index) => `o${index}`);
  for (const login of logins) expect((await rights(session, login)).ok).toBe(true);
  expect(fetched).toEqual(logins);
  for (const login of ['o1', `O${LIVE_MEMBERSHIPS_MAX}`, 'o0']) await rights(session, login);
  expect(fetched.slice(logins.length)).toEqual(['o0']);
});
