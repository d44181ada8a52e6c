import { expect, test } from 'vitest';
import type { CodeHost } from '../../src/code-host/code-host.ts';
import { ok } from '../../src/lib/result.ts';
import { createFreshSession } from '../../src/sessions/fresh-session.ts';
import { ENGINES_OF_RULES } from '../support/databases/engines.ts';
import { grantOf, keyOf, NOON, signInOf } from '../support/databases/records.ts';
import { runtimeWith } from '../support/runtime.ts';

/** Longer than a few attempts last that are refused at once. */
const AWAY_MS = 1_500;

test.each(ENGINES_OF_RULES)(
  'a refreshed pair outlives a database that refuses at once for a while, on $name',
  async ({ open }) => {
    const { sessions } = (await open()).storage;
    await sessions.signIn(signInOf('ada', 1));
    const session = await sessions.find(keyOf('ada'), NOON);
    if (session === null) throw new Error('not signed in');
    const grant = grantOf('refreshed');
    let awayUntil: number | null = null;
    const storeRefreshed: typeof sessions.storeRefreshed = async (...parameters) => {
      awayUntil ??= performance.now() + AWAY_MS;
      if (performance.now() < awayUntil) throw new Error('the database is away');
      return sessions.storeRefreshed(...parameters);
    };
    const freshSession = createFreshSession(
      {
        onSpent: async () => {},
        runtime: runtimeWith({
          clock: { now: () => new Date(session.grant.accessTokenExpiresAt?.getTime() ?? Number.NaN) },
        }),
        codeHost: { refresh: async () => ok(grant) } as Partial<CodeHost> as CodeHost,
        store: { ...sessions, storeRefreshed },
      },
      { shownMs: 60_000, usedMs: 60_000 },
    );
    expect((await freshSession(session)).ok).toBe(true);
    expect((await sessions.find(keyOf('ada'), NOON))?.grant.accessToken).toBe(grant.accessToken);
  },
);
