import { faultsIn } from './mutant.ts';

const LISTS = [
  'sessions/installations/store/unchanged-lists.test.ts',
  'sessions/installations/store/repository-lists.test.ts',
];

/** Faults in caching what the code host answered. */
export const CACHE = [
  ...faultsIn('sessions/store/repository-lists.ts', LISTS, [
    ['a confirmation of one list counts for another', "          .where('list', '=', list)\n", ''],
    ['a late confirmation takes back a later one', "          .where('observation', '<', observation)\n", ''],
    ['a late list replaces a later one', 'if (stored !== undefined && stored.looked >= observation) return;', ''],
  ]),
  ...faultsIn(
    'sessions/store/repository-lists.ts',
    ['sessions/installations/store/stale-marks.test.ts'],
    [
      [
        'a late mark replaces a later one',
        '          where: sql`host_observations.repositories_changed < excluded.repositories_changed`,\n',
        '',
      ],
    ],
  ),
  ...faultsIn(
    'sessions/store/observations.ts',
    ['sessions/installations/store/observations.test.ts', 'sessions/installations/store/installations.test.ts'],
    [['stores an earlier look over a later one', "'<', 'excluded.observation'", "'<>', 'excluded.observation'"]],
  ),
  ...faultsIn(
    'sessions/store/installations.ts',
    ['sessions/installations/store/gone-installations.test.ts', 'features/installations/cache/second-look.test.ts'],
    [
      ['deletes at the first miss', 'if (record.gone_at === null) {', 'if (record.gone_at !== null) {'],
      [
        'confirms a miss at once',
        'now.getTime() - record.gone_at >= GONE_CONFIRMED_AFTER_MS',
        'now.getTime() >= record.gone_at',
      ],
    ],
  ),
  ...faultsIn(
    'code-host/recent-results.ts',
    ['lib/concurrency/recent-results.test.ts', 'sessions/live-rights.test.ts'],
    [
      ['keeps any number of answers', 'maxSize: weightMax', 'maxSize: 1_000 * weightMax'],
      ['keeps what was no answer', '          else kept.delete(name);\n', ''],
    ],
  ),
  ...faultsIn(
    'lib/bounds.ts',
    ['lib/lifetime.test.ts', 'lib/concurrency/recent-results.test.ts'],
    [
      ['keeps an entry when the clock was put back', 'at < latest ? CLOCK_SET_BACK_MS', 'at < latest ? 0'],
      ['keeps an entry too long', 'ttl: keptMs - 1', 'ttl: 1_000 * keptMs'],
    ],
  ),
  ...faultsIn(
    'lib/shared-calls.ts',
    ['lib/shared-calls.test.ts'],
    [
      ['makes a call for each caller', 'if (running !== undefined) return running;', ''],
      ['gives an old result to later callers', '.finally(() => calls.delete(key))', ''],
    ],
  ),
  ...faultsIn(
    'domain/session.ts',
    ['lib/session.test.ts'],
    [
      [
        'lets a session outlive its token',
        'accessTokenExpiresAt === null ? latest : Math.min(latest, accessTokenExpiresAt.getTime())',
        'latest',
      ],
      [
        'uses a refresh token that has expired',
        '&& grant.refreshTokenExpiresAt <= now) return null',
        '&& grant.refreshTokenExpiresAt < new Date(0)) return null',
      ],
      ['takes an expired token for fresh', "if (leftMs <= 0) return 'expired';", "if (leftMs < 0) return 'expired';"],
    ],
  ),
  ...faultsIn(
    'domain/installation.ts',
    ['lib/installation.test.ts'],
    [
      ['accepts an ID with a sign or a blank', '/^[1-9]\\d{0,15}$/', '/[1-9]\\d{0,15}/'],
      ['accepts an inexact ID', 'Number.isSafeInteger(value)', 'Number.isFinite(value)'],
    ],
  ),
];
