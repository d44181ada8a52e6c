import { faultsIn } from './mutant.ts';

const LISTS = [
  'adapters/storage-sql/installations/unchanged-lists.test.ts',
  'adapters/storage-sql/installations/repository-lists.test.ts',
];

/** Faults in caching what the code host answered. */
export const CACHE = [
  ...faultsIn('adapters/storage-sql/installations/repository-lists.ts', LISTS, [
    ['a confirmation of one list counts for another', "          .where('list', '=', list)\n", ''],
    ['a late confirmation takes back a later one', "          .where('observation', '<', observation)\n", ''],
    ['a late list replaces a later one', 'if (stored !== undefined && stored.looked >= observation) return;', ''],
  ]),
  ...faultsIn(
    'adapters/storage-sql/installations/repository-lists.ts',
    ['adapters/storage-sql/installations/stale-marks.test.ts'],
    [
      [
        'a late mark replaces a later one',
        '          where: sql`host_observations.repositories_changed < excluded.repositories_changed`,\n',
        '',
      ],
    ],
  ),
  ...faultsIn(
    'adapters/storage-sql/installations/observations.ts',
    [
      'adapters/storage-sql/installations/observations.test.ts',
      'adapters/storage-sql/installations/installations.test.ts',
    ],
    [['stores an earlier look over a later one', "'<', 'excluded.observation'", "'<>', 'excluded.observation'"]],
  ),
  ...faultsIn(
    'adapters/storage-sql/installations/installations.ts',
    ['adapters/storage-sql/installations/gone-installations.test.ts', 'shared/installation-cache/second-look.test.ts'],
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
    'shared/concurrency/recent-results.ts',
    ['shared/concurrency/recent-results.test.ts', 'shared/sessions/live-rights.test.ts'],
    [
      ['keeps any number of answers', 'maxSize: weightMax', 'maxSize: 1_000 * weightMax'],
      ['keeps what was no answer', '          else kept.delete(name);\n', ''],
    ],
  ),
  ...faultsIn(
    'domain/bounds/lifetime.ts',
    ['domain/lifetime.test.ts', 'shared/concurrency/recent-results.test.ts'],
    [
      ['keeps an entry when the clock was put back', 'at < latest ? CLOCK_SET_BACK_MS', 'at < latest ? 0'],
      ['keeps an entry too long', 'ttl: keptMs - 1', 'ttl: 1_000 * keptMs'],
    ],
  ),
  ...faultsIn(
    'domain/bounds/shared-calls.ts',
    ['domain/shared-calls.test.ts'],
    [
      ['makes a call for each caller', 'if (running !== undefined) return running;', ''],
      ['gives an old result to later callers', '.finally(() => calls.delete(key))', ''],
    ],
  ),
  ...faultsIn(
    'domain/session.ts',
    ['domain/session.test.ts'],
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
    'domain/app/installation.ts',
    ['domain/installation.test.ts'],
    [
      ['accepts an ID with a sign or a blank', '/^[1-9]\\d{0,15}$/', '/[1-9]\\d{0,15}/'],
      ['accepts an inexact ID', 'Number.isSafeInteger(value)', 'Number.isFinite(value)'],
    ],
  ),
];
