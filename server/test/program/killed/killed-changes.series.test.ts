import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { AuditRecord } from '../../../src/audit/store/types.ts';
import { faultIn } from '../../audit/entries.ts';
import { fetchOnce, type RequestHeaders } from '../../support/browser.ts';
import { databaseUrlOnDisk, ENGINES } from '../../support/databases/engines.ts';
import { inSeries } from '../../support/series.ts';
import { freePort } from '../../support/service/ports.ts';
import { configuredHost, runReady, signIn } from '../configured.ts';

/** Changes that the code host has to have made in all, on each engine. */
const CHANGES = inSeries(16, 8, 80);
const ORGANIZATION = 'acme';
const TEAM = 'killed-changes';

type Simulated = Awaited<ReturnType<typeof configuredHost>>['simulator'];
/** A running service, as the owner of the organization uses it. */
interface Used {
  readonly url: string;
  readonly headers: RequestHeaders;
  readonly simulator: Simulated;
  readonly round: number;
}

/**
 * What somebody changes at once, by the name of what it is. Others are added here: each sends requests that change several
 * people, and nothing else knows them.
 */
const CHANGES_OF: Readonly<Record<string, (used: Used) => readonly Promise<unknown>[]>> = {
  'mass invites, and one alone': (used) => [
    post(used, 'mass-invite', { userLogins: newcomers(used, 'many', 12) }),
    post(used, 'mass-invite', { userLogins: newcomers(used, 'one', 1) }),
  ],
  'cancelling many': (used) => {
    const ids = openIds(used);
    return [
      post(used, 'invitations/cancel', { ids: ids.slice(0, 10) }),
      post(used, 'invitations/cancel', { ids: ids.slice(10, 11) }),
    ];
  },
  'removing many, and making one an owner': (used) => [
    changePeople(used, { kind: 'remove' }, members(used, 'leaving', 9)),
    changePeople(used, { kind: 'role', role: 'admin' }, members(used, 'rising', 1)),
  ],
  'sending again': (used) => [post(used, 'invitations/send-again', { ids: openIds(used).slice(0, 6) })],
  'turning many into outside collaborators, and filling a team': (used) => [
    changePeople(used, { kind: 'convert' }, members(used, 'going', 6)),
    changePeople(used, { kind: 'add-to-team', team: TEAM, role: 'member' }, members(used, 'joining', 6)),
  ],
};

/** Shown first, then changed as it was shown; whoever is cut off in between has changed nothing. */
async function changePeople(used: Used, change: object, logins: readonly string[]): Promise<unknown> {
  const shown = await post(used, 'people/preview', { change, logins });
  if (typeof shown === 'string') return shown;
  const { preview } = shown.json as { readonly preview?: string };
  return post(used, 'people-changes', { previews: [preview ?? ''], confirmation: ORGANIZATION });
}

function members(used: Used, name: string, count: number): readonly string[] {
  const logins = newcomers(used, name, count);
  for (const login of logins) used.simulator.world.addMembership({ organization: ORGANIZATION, login });
  return logins;
}

const post = ({ url, headers }: Used, path: string, body: object) =>
  fetchOnce(`${url}/api/organizations/${ORGANIZATION}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }).catch(() => 'cut off');

function newcomers({ simulator, round }: Used, name: string, count: number): readonly string[] {
  const logins = Array.from({ length: count }, (_, index) => `${name}-${round}-${index}`);
  for (const login of logins) simulator.world.addUser({ login });
  return logins;
}

const openIds = ({ simulator }: Used): readonly number[] =>
  simulator.world.openInvitations(ORGANIZATION).map(({ id }) => id);

/** The code host's counts per person of invitations sent and cancelled. */
function countedBy({ control }: Simulated): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { kind, target } of control.changes({ organization: ORGANIZATION, via: 'api' })) {
    counts.set(`${kind} ${target}`, (counts.get(`${kind} ${target}`) ?? 0) + 1);
  }
  return counts;
}

/** Maps actions of the trail to the code host's counters. */
const KINDS: Readonly<Record<string, string>> = {
  'member.removed': 'member-removed',
  'member.role_changed': 'role-changed',
  'member.converted': 'member-converted',
  'team.member_added': 'team-member-added',
};

/** The most and the least that the trail says of the same: what is unknown may have been, or not. */
function recordedIn(entries: readonly AuditRecord[]) {
  const bounds = new Map<string, { least: number; most: number }>();
  const count = (key: string, isSure: boolean) => {
    const { least, most } = bounds.get(key) ?? { least: 0, most: 0 };
    bounds.set(key, { least: least + (isSure ? 1 : 0), most: most + 1 });
  };
  for (const { action, target, outcome, after } of entries) {
    const name = target?.name ?? '';
    const isSure = outcome === 'done';
    const isPossible = isSure || outcome === 'unknown' || outcome === 'under-way';
    const kind = KINDS[action];
    if (kind !== undefined && isPossible) count(`${kind} ${name}`, isSure);
    if (action === 'invitation.sent' && isPossible) count(`member-invited ${name}`, isSure);
    if (action === 'invitation.cancelled' && isPossible) count(`invitation-cancelled ${name}`, isSure);
    if (action !== 'invitation.sent_again') continue;
    if (isPossible) count(`member-invited ${name}`, isSure);
    if (isPossible || after.formerRemoved === true)
      count(`invitation-cancelled ${name}`, isSure || after.formerRemoved === true);
  }
  return bounds;
}

/** The calls of each kind of change that are held until the kill. */
const HELD = [
  { method: 'POST', path: `/orgs/${ORGANIZATION}/invitations` },
  { method: 'DELETE' },
  { method: 'DELETE' },
  { method: 'POST', path: `/orgs/${ORGANIZATION}/invitations` },
  { method: 'PUT' },
];

describe.each(ENGINES)('on $name', (engine) => {
  test(`of ${CHANGES} changes under kills, each is in the trail, and no row of it is untrue`, {
    timeout: 1_800_000,
  }, async () => {
    const databaseUrl = await databaseUrlOnDisk(engine.name);
    const host = await configuredHost(databaseUrl);
    const { simulator } = host;
    const { control, world } = simulator;
    control.deliverTo(null);
    world.addTeam({ organization: ORGANIZATION, name: TEAM, members: [] });
    control.invitationQuota(ORGANIZATION, { limit: 100_000, used: 0 });
    const start = async () => {
      const port = await freePort();
      return runReady({ ...host.env, PORT: String(port), RECONCILE_MINUTES: 'off', LOG_LEVEL: 'warn' });
    };
    let victim = await start();
    const headers = await signIn(victim.url, 'ada');
    control.clearChanges();
    const made = () => control.changes({ organization: ORGANIZATION, via: 'api' }).length;
    const kinds = Object.values(CHANGES_OF);

    let kills = 0;
    for (let round = 0; made() < CHANGES; round += 1) {
      const next = start();
      const calls = HELD[round % kinds.length] ?? {};
      const hold = control.hold(calls, round % 4 < 2 ? 'before' : 'after');
      const used = { url: victim.url, headers, simulator, round };
      const answers = kinds[round % kinds.length]?.(used) ?? [];
      // Between intent and call, between call and outcome, and while outcomes are written.
      for (let released = 0; released < (round * 5) % 14; released += 3) {
        await Promise.race([hold.arrived(released + 1).catch(() => {}), pause(500)]);
        hold.releaseSome(3);
      }
      await Promise.race([hold.arrived(1).catch(() => {}), pause(500)]);
      await pause((round * 13) % 40);
      await victim.program.stop('SIGKILL');
      kills += 1;
      hold.release();
      await Promise.all(answers);
      victim = await next;
    }
    await pause(200);
    await victim.program.stop('SIGKILL');

    const { storage, rawQuery } = await engine.open({ url: databaseUrl, migrate: false });
    const { id } = world.needOrganization(ORGANIZATION);
    const trail = storage.auditTrail;
    const entries: AuditRecord[] = [];
    for (let before: number | undefined; ; before = entries.at(-1)?.number) {
      const page = await trail.read({ organizationId: id, limit: 500, before }, new Date());
      entries.push(...page);
      if (page.length < 500) break;
    }
    const [counted, recorded] = [countedBy(simulator), recordedIn(entries)];
    const untold = [...counted].filter(([key, count]) => count > (recorded.get(key)?.most ?? 0));
    const untrue = [...recorded].filter(([key, { least }]) => least > (counted.get(key) ?? 0));
    expect({ untold, untrue }).toEqual({ untold: [], untrue: [] });
    expect(kills).toBeGreaterThan(1);
    expect(entries.some(({ outcome }) => outcome === 'done')).toBe(true);
    expect(entries.some(({ outcome }) => outcome !== 'done')).toBe(true);
    expect(await faultIn(storage)).toBeNull();

    const number = Math.ceil(entries.length / 2);
    const name = createHash('sha256').update(String(number)).digest('hex');
    await rawQuery(`update audit_rows set request_id = '${name}' where organization_id = ${id} and number = ${number}`);
    expect(await faultIn(storage)).toEqual({ organizationId: id, number, fault: 'changed' });
  });
});
