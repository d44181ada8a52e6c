import { describe, expect, test } from 'vitest';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { pieceOf } from '../../support/series.ts';
import { sharedService } from '../../support/service/shared-service.ts';

const FAILED = 'Could not complete sign in. The code host may be temporarily unavailable.';

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('a sign-in that the code host lets down, on %s', (engine) => {
  const service = sharedService({ engine });
  const host = () => service().simulator.control;

  const FAULTS = [
    'bad-gateway-html',
    'hang',
    'reset',
    'truncate',
    'slow-drip',
    'wrong-types',
    'empty',
    'html-200',
    'huge',
  ] as const;
  const STEPS = [
    ['the exchange', [{ path: '/login/oauth/access_token' }]],
    ['the profile, in GraphQL and REST', [{ path: '/graphql' }, { path: '/user' }]],
    ['the installations', [{ path: '/user/installations' }]],
  ] as const;

  const ways = STEPS.flatMap(([step, matches]) => FAULTS.map((kind) => [step, kind, matches] as const));
  // Faults of the code host do not depend on the database: one runs all, the other a part.
  test.each(engine === 'SQLite' ? ways : pieceOf(ways, 4))(
    'when %s fails by "%s", nothing is stored and the person is told [E-6]',
    async (_step, kind, matches) => {
      for (const match of matches) host().fault({ match, kind });
      const { browser, answer, id } = await service().signIn('grace', { returnTo: '/here' });
      host().clearFaults();
      expect(answer.status).toBe(302);
      const back = new URL(answer.location ?? '', service().url);
      expect([back.pathname, back.searchParams.get('authError')]).toEqual(['/here', FAILED]);
      expect(id).toBe('');
      expect((await browser.request(`${service().url}/api/auth/session`)).status).toBe(401);
    },
  );
});
