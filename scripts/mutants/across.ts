import { faultsIn } from './mutant.ts';

const LIST = 'features/people/across/list-across.test.ts';
const PERSON = 'features/people/across/person-across.test.ts';
const RIGHTS = 'features/people/across/who-sees-what.test.ts';

export const ACROSS = [
  ...faultsIn(
    'sessions/live-rights.ts',
    [LIST, PERSON, RIGHTS],
    [
      [
        'reads what another organization has under the login',
        'owner.value.organizationId !== owned.organization.id',
        'owner.value.organizationId === 0',
      ],
      ['lists organizations of others', '.filter(({ viewerCanAdminister }) => viewerCanAdminister)', ''],
      ['checks roles at the reserve', 'if (limit !== null) return', 'if (limit === undefined) return'],
      ['asks where the App is missing', "if (owned.installation === null) return refuse({ kind: 'app-missing' });", ''],
    ],
  ),
  ...faultsIn(
    'features/people/person-across.ts',
    [PERSON],
    [
      ['shows what another account did under the login', 'actor?.id === id', 'actor !== null'],
      [
        'shows what was done to another account under the login',
        'target.id === null || target.id === id',
        'target.id !== id + 0.5',
      ],
    ],
  ),
  ...faultsIn(
    'features/people/person-across.ts',
    [PERSON],
    [['takes another account for the person', 'account.value.id === id', 'account.value.id !== 0']],
  ),
  ...faultsIn(
    'lib/shared-reads.ts',
    [LIST],
    [['begins everything at once', 'started < concurrency', 'started < 1_000']],
  ),
  ...faultsIn('code-host/people/members.ts', [LIST], [['trusts pages that shifted', 'totals.size > 1 || ', '']]),
  ...faultsIn(
    'code-host/pages.ts',
    [LIST],
    [
      ['compares nothing', 'etag: before?.etag ?? null', 'etag: null'],
      ['takes a full last page for unchanged', '&& isWhole(answer.value)', ''],
    ],
  ),
  ...faultsIn('code-host/send/call-meter.ts', [LIST], [['leaves no reserve', 'remaining <= reserve', 'remaining < 0']]),
];
