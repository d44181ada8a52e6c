import { describe, expect, test } from 'vitest';
import { APP_CHANGES, INSTALLATION_USES } from '../../../src/code-host/app/credentials.ts';
import type { AppTrial } from '../../../src/domain/app-work.ts';
import { AUDIT_CHANGES } from '../../../src/lib/limits/audit.ts';
import { CHECKED_INSTALLATION_PAGES_MAX, CHECKED_NAMES_MAX } from '../../../src/lib/limits/operate.ts';
import { eventOf } from '../../audit/store/trails.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { check, type SetUp, type SetUpOptions, setUp } from './set-up.ts';

const WRITE = { members: 'write', metadata: 'read' } as const;
const ALL = { ...WRITE, administration: 'write' } as const;
const USABLE = 'acme: the App is installed, and a token with members: write is granted.';
const UNTRIED = 'Invitations by email: not tried yet. Invitations as owner: not tried yet.';

const idOf = ({ simulator: { world } }: SetUp, login: string): number => world.organization(login)?.id ?? 0;

const installationOn = (made: SetUp, login = 'acme'): number =>
  made.simulator.world.installationOf(idOf(made, login))?.id ?? 0;

/** The service has read its installation, unless it is missing. */
async function switchOn(made: SetUp, organizationId: number, { login = 'acme', isOn = true } = {}): Promise<void> {
  const { appWork, installations } = made.database.storage;
  const found = made.simulator.world.installationOf(organizationId);
  const now = new Date();
  if (found !== null) {
    const { id, repositorySelection } = found;
    const record = { id, accountId: organizationId, accountLogin: login, accountType: 'organization' } as const;
    const installation = { ...record, repositorySelection, suspendedAt: null };
    await installations.upsert([installation], await installations.observe(), now);
  }
  const actor = { id: 1, login: 'ada' };
  const version = (await appWork.find(organizationId))?.version ?? 0;
  const change = { organizationId, version, by: actor, at: now, within: AUDIT_CHANGES };
  const changed = await appWork.replace(
    isOn,
    change,
    eventOf({
      organization: { id: organizationId, login },
      action: 'organization.app_work_changed',
      target: null,
      before: { isOn: !isOn },
      after: { isOn },
    }),
  );
  expect(changed.ok).toBe(true);
}

interface Prepared extends SetUpOptions {
  readonly permissions?: Readonly<Record<string, 'read' | 'write'>>;
}

/** The App may do everything in acme, where its work is switched on. */
async function withAppWork({ permissions = ALL, ...options }: Prepared = {}): Promise<SetUp> {
  const made = await setUp({ engine: ENGINES_OF_RULES[0]?.name ?? 'SQLite', ...options });
  made.simulator.world.setInstallationPermissions(installationOn(made), permissions);
  await switchOn(made, idOf(made, 'acme'));
  made.simulator.control.clearRequests();
  return made;
}

const noteTrials = async (made: SetUp, trials: readonly (readonly [AppTrial, string | null])[]) => {
  for (const [trial, refusal] of trials)
    await made.database.storage.appWork.noteTrial(installationOn(made), trial, refusal, new Date());
};

async function linesOf(made: SetUp, change: Parameters<typeof check>[1] = {}) {
  const { lines, unjudged } = await check(made, change);
  const own = lines
    .filter((line) => line.check === 'app-work')
    .map(({ standing, fact, next }) => [standing, fact, next]);
  return { lines: own, unjudged: unjudged.filter((each) => each.check === 'app-work') };
}

const STATES: readonly (readonly [
  name: string,
  plant: (made: SetUp) => void | Promise<void>,
  line: readonly [standing: string, fact: string, next: unknown],
  options?: Prepared,
])[] = [
  ['what the App may do, and what is not proved', () => {}, ['note', `${USABLE} ${UNTRIED}`, null]],
  [
    'that everything is proved',
    (made) =>
      noteTrials(made, [
        ['invite-by-email', null],
        ['invite-as-owner', null],
      ]),
    ['ok', `${USABLE} Invitations by email: worked. Invitations as owner: worked.`, null],
  ],
  [
    'what the code host refused, in its words',
    (made) =>
      noteTrials(made, [
        ['invite-by-email', 'Inviter must be an organization admin.'],
        ['invite-as-owner', null],
      ]),
    [
      'note',
      `${USABLE} Invitations by email: refused: Inviter must be an organization admin. Invitations as owner: worked.`,
      null,
    ],
  ],
  [
    'trials of an earlier installation as not tried',
    async (made) => {
      await noteTrials(made, [
        ['invite-by-email', null],
        ['invite-as-owner', null],
      ]);
      made.simulator.world.removeInstallation(installationOn(made));
      const { id } = made.simulator.world.addInstallation({ account: 'acme' });
      made.simulator.world.setInstallationPermissions(id, ALL);
    },
    ['note', `${USABLE} ${UNTRIED}`, null],
  ],
  [
    'a missing permission for the access of teams as a note',
    () => {},
    [
      'note',
      `${USABLE} Without administration: write, changes to the access of teams wait for somebody who is signed in. ${UNTRIED}`,
      null,
    ],
    { permissions: WRITE },
  ],
  [
    'selected repositories as a note',
    ({ simulator: { world } }) => {
      world.addRepository({ owner: 'acme', name: 'api' });
      world.setInstallationRepositories(world.installationOf(world.organization('acme')?.id ?? 0)?.id ?? 0, ['api']);
    },
    [
      'note',
      `${USABLE} The App covers only selected repositories: changes to repository access wait for somebody who is signed in. ${UNTRIED}`,
      null,
    ],
  ],
  [
    'a suspended installation',
    (made) => void made.simulator.world.suspendInstallation(installationOn(made)),
    [
      'warning',
      'acme: jobs do not continue after a sign-out, because the installation is suspended.',
      expect.stringMatching(/^An organization owner can unsuspend it at http/),
    ],
  ],
  [
    'an installation whose tokens are refused as suspended',
    ({ simulator: { control } }) =>
      void control.fault({
        kind: 'reply',
        status: 403,
        body: { message: 'This installation has been suspended' },
        match: { path: '/app/installations', body: { permissions: APP_CHANGES['change-members'] } },
      }),
    [
      'warning',
      'acme: jobs do not continue after a sign-out, because the installation is suspended.',
      expect.stringMatching(/^An organization owner can unsuspend it at http/),
    ],
  ],
  [
    'a permission that the installation lacks',
    () => {},
    [
      'warning',
      'acme: jobs do not continue after a sign-out, because members: write is not granted.',
      expect.stringMatching(/^An organization owner can accept at http/),
    ],
    { permissions: { members: 'read', metadata: 'read' } },
  ],
  [
    'a permission that is listed, but refused with 422',
    ({ simulator: { control } }) =>
      void control.fault({
        kind: 'reply',
        status: 422,
        body: { message: 'The permissions requested are not granted to this installation.' },
        match: { path: '/app/installations', body: { permissions: APP_CHANGES['change-members'] } },
      }),
    [
      'warning',
      'acme: jobs do not continue after a sign-out, because members: write is not granted.',
      expect.stringMatching(/^An organization owner can accept at http/),
    ],
  ],
  [
    'another refusal of a token, in the words of the code host',
    ({ simulator: { control } }) =>
      void control.fault({
        kind: 'reply',
        status: 403,
        body: { message: 'Not for this App.' },
        match: { path: '/app/installations', body: { permissions: APP_CHANGES['change-members'] } },
      }),
    [
      'warning',
      'acme: jobs do not continue after a sign-out, because a token with members: write is refused: the code host answered 403: Not for this App.',
      expect.stringMatching(/^An organization owner can review the App at http/),
    ],
  ],
  [
    'an installation that went in between',
    ({ simulator: { control } }) =>
      void control.fault({
        kind: 'reply',
        status: 404,
        body: { message: 'Not Found' },
        match: { path: '/app/installations', body: { permissions: APP_CHANGES['change-members'] } },
      }),
    [
      'warning',
      'acme: jobs do not continue after a sign-out, because the installation is not found.',
      'An organization owner can install the App again, or switch this off.',
    ],
  ],
  [
    'an outage as not checked',
    ({ simulator: { control } }) =>
      void control.fault({
        kind: 'bad-gateway-html',
        match: { path: '/app/installations', body: { permissions: APP_CHANGES['change-members'] } },
      }),
    ['warning', expect.stringMatching(/^acme was not checked: .*502\.$/) as unknown as string, 'Retry orgdesk doctor.'],
  ],
  [
    'an App that is not installed',
    (made) => made.simulator.world.removeInstallation(installationOn(made)),
    [
      'warning',
      'acme: jobs do not continue after a sign-out, because the App is not installed there.',
      'An organization owner can install the App, or switch this off.',
    ],
  ],
];

describe('where jobs continue after a sign-out, doctor says', () => {
  test.each(STATES.map((state) => [state[0], state] as const))('%s', async (_name, [, plant, line, options]) => {
    const made = await withAppWork(options);
    await plant(made);
    expect(await linesOf(made)).toEqual({ lines: [line], unjudged: [] });
  });

  test('that they do not without the webhook secret, if it was removed, also while the App is not accepted', async () => {
    const made = await withAppWork();
    const removed = { CODE_HOST_WEBHOOK_SECRET: undefined };
    const unsafe = [
      'failure',
      'CODE_HOST_WEBHOOK_SECRET is not set, so jobs do not continue after a sign-out in 1 organization where owners allowed it: forged webhooks could confirm changes.',
      expect.stringMatching(/^Set it and the App's Webhook secret to the same random value, or have an owner/),
    ];
    expect((await linesOf(made, removed)).lines).toEqual([unsafe, ['note', `${USABLE} ${UNTRIED}`, null]]);
    const withOther = { ...removed, CODE_HOST_APP_ID: '424242' };
    expect((await linesOf(made, withOther)).lines).toEqual([unsafe]);
    expect(await linesOf(made, { CODE_HOST_APP_ID: '424242' })).toEqual({
      lines: [],
      unjudged: [{ check: 'app-work', because: 'app' }],
    });
  });

  test('one line, without a request, where it is switched off again', async () => {
    const made = await withAppWork();
    await switchOn(made, idOf(made, 'acme'), { isOn: false });
    const { lines } = await linesOf(made);
    expect(lines).toEqual([['ok', 'Jobs continue after a sign-out in no organization.', null]]);
    const scopes = made.simulator.control.issuedScopes().map(({ permissions }) => permissions);
    expect(scopes).toEqual([INSTALLATION_USES.checks]);
  });

  test('that one was not checked whose installation is beyond those that it lists', async () => {
    const names = Array.from({ length: CHECKED_INSTALLATION_PAGES_MAX * 100 }, (_, index) => `house-${index}`);
    const made = await withAppWork({
      fill: (world) => {
        for (const login of names) {
          world.addOrganization({ login });
          world.addInstallation({ account: login });
        }
      },
    });
    const last = names.at(-1) ?? '';
    await switchOn(made, idOf(made, last), { login: last });
    await switchOn(made, idOf(made, 'acme'), { isOn: false });
    const { lines } = await linesOf(made);
    expect(lines).toEqual([['note', `${last} was not checked: the App has too many installations.`, null]]);
  });

  test('how many organizations it did not check, of more than ten', async () => {
    const names = Array.from({ length: CHECKED_NAMES_MAX + 2 }, (_, index) => `house-${index}`);
    const made = await withAppWork({
      fill: (world) => {
        for (const login of names) {
          world.addOrganization({ login });
          world.addInstallation({ account: login });
        }
      },
    });
    for (const login of names) await switchOn(made, idOf(made, login), { login });
    made.simulator.control.clearRequests();
    const { lines } = await linesOf(made);
    expect(lines).toHaveLength(CHECKED_NAMES_MAX + 1);
    expect(lines.at(-1)).toEqual([
      'note',
      'Jobs continue after a sign-out in 3 more organizations, which were not checked.',
      null,
    ]);
    const minted = made.simulator.control.issuedScopes().map(({ permissions }) => JSON.stringify(permissions));
    const ofChanges = minted.filter((scope) => scope === JSON.stringify(APP_CHANGES['change-members']));
    expect(ofChanges).toHaveLength(CHECKED_NAMES_MAX);
  });
});

test('doctor makes one more call for such an organization: it requests a token, and sends nothing with it', async () => {
  const made = await withAppWork();
  const { control, app } = made.simulator;
  const callsOfCheck = async () => {
    control.clearRequests();
    await check(made);
    return control.requests({}).map(({ method, path, body }) => `${method} ${path} ${JSON.stringify(body)}`);
  };
  const mint = (scope: object) =>
    `POST /app/installations/${installationOn(made)}/access_tokens ${JSON.stringify({ permissions: scope })}`;
  const whileOn = await callsOfCheck();
  await switchOn(made, idOf(made, 'acme'), { isOn: false });
  const whileOff = await callsOfCheck();
  expect(whileOn.toSorted()).toEqual([...whileOff, mint(APP_CHANGES['change-members'])].toSorted());

  const others = whileOff.filter((call) => !/^(?:GET|HEAD) /.test(call)).map((call) => call.replace(/ \{.*/, ''));
  // Two change nothing: a question about a token that does not exist, and a query.
  expect(others.toSorted()).toEqual([
    mint({}).replace(/ \{.*/, ''),
    `POST /applications/${app.clientId}/token`,
    'POST /graphql',
  ]);
  expect(whileOff).toContain(mint(INSTALLATION_USES.checks));
});
