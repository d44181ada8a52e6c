import { faultsIn } from './mutant.ts';

const DEVICES = 'features/sign-in/devices/device-sign-in.test.ts';
const GUESSING = 'features/sign-in/devices/guessing.test.ts';
const APPS = 'features/sign-in/apps/app-sign-in.test.ts';
const STORED = 'features/sign-in/devices/store.test.ts';

/** Sign-in of programs and apps. */
export const PROGRAMS = [
  ...faultsIn(
    'features/sign-in/complete-sign-in.ts',
    ['features/sign-in/complete-sign-in.test.ts', 'hostile/sign-in/unwanted-flows.test.ts', DEVICES],
    [
      [
        'a mobile sign-in ends the session of the browser',
        "flow.mode === 'web' ? formerSession : null",
        'formerSession',
      ],
      ['ends no former session', "flow.mode === 'web' ? formerSession : null", 'null'],
      ['lets anybody finish what one person confirmed', '    person,\n    admit', '    person: null,\n    admit'],
      [
        'approves a request twice',
        'admit: () => deviceRequests.approve(key, person, clock.now())',
        'admit: async () => true',
      ],
    ],
  ),
  ...faultsIn(
    'features/sign-in/device-routes.ts',
    [GUESSING],
    [
      ['limits no guesses of a person', 'if (own > WRONG_USER_CODES_MAX)', 'if (own < 0)'],
      ['limits no guesses of all', 'if (inAll > WRONG_USER_CODES_IN_ALL_MAX && ', 'if (inAll < 0 && '],
    ],
  ),
  ...faultsIn(
    'features/sign-in/device-routes.ts',
    [DEVICES],
    [
      ['gives the session twice', '(await deviceRequests.claim(key))', '(key.length > 0)'],
      ['goes on after ten minutes', 'if (request.expiresAt <= now)', 'if (request.expiresAt.getTime() < 0)'],
      ['overlooks a denial', "if (request.state === 'denied')", 'if (request.userId === -1)'],
      ['lets programs poll at will', 'sinceMs >= pollSeconds * 1000 - POLL_TOLERANCE_MS', 'sinceMs >= 0'],
    ],
  ),
  ...faultsIn(
    'features/sign-in/app-routes.ts',
    [APPS],
    [
      ['goes on after a minute', 'expiresAt === null || expiresAt <= now', 'expiresAt === null'],
      ['asks for no verifier', 'challengeOf(verifier), redirectUri', 'verifier, redirectUri'],
      ['takes a code twice', 'if (await sessions.store.useState(hashOf(', 'if ((code.length > 0) || (hashOf('],
    ],
  ),
  ...faultsIn(
    'features/sign-in/app-routes.ts',
    [APPS],
    [
      ['sends people to any address', 'if (!services.appRedirects.includes(redirectUri))', 'if (redirectUri === null)'],
      ['accepts the plain method', "method !== 'S256' || ", ''],
    ],
  ),
  ...faultsIn(
    'features/sign-in/device-store.ts',
    [STORED],
    [['lets two persons confirm', ", eb('user_id', '=', row.user_id)", '']],
  ),
];
