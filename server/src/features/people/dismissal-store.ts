import { createHash, createHmac } from 'node:crypto';
import { FINDING_SEAL_MAX_CHARACTERS } from '@orgdesk/contract/limits';
import type { Transaction } from 'kysely';
import { append, eventRow, type Head, lockHead, tooManyChanges } from '../../audit/store/append.ts';
import type { EntryBounds, TooManyChanges } from '../../audit/store/types.ts';
import type { Engine, Queries } from '../../database/engines/engine.ts';
import { lockForWrites, storableText, upsert } from '../../database/rows.ts';
import type { Tables } from '../../database/schema.ts';
import type { AuditActor, AuditEvent } from '../../domain/audit-entry.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { sameSecret } from '../../lib/secrets.ts';
import type { Signing } from '../../lib/state-token.ts';

export interface Dismissal {
  /** What was found about whom. */
  readonly key: string;
  readonly targetName: string;
  readonly reason: string;
  readonly until: Date;
}

export interface DismissedFinding extends Dismissal {
  readonly dismissedAt: Date;
  readonly dismissedBy: AuditActor;
}

interface DismissalChange {
  readonly organizationId: number;
  readonly by: AuditActor;
  readonly at: Date;
  /** Limits the person's entries about findings. */
  readonly within: EntryBounds;
}

/** Each change is stored together with its audit entries, or not at all. Findings whose time is over count as restored. */
export interface DismissedFindingStore {
  list(organizationId: number, now: Date): Promise<readonly DismissedFinding[]>;
  /** Equal ones are kept. `entry` gets the former dismissal of the same finding, or null. */
  dismiss(
    dismissals: readonly Dismissal[],
    change: DismissalChange & { readonly max: number },
    entry: (dismissal: Dismissal, former: DismissedFinding | null) => AuditEvent,
  ): Promise<Result<void, TooManyChanges | { readonly kind: 'too-many-dismissed' }>>;
  /** Ignores unknown keys. */
  restore(
    keys: readonly string[],
    change: DismissalChange,
    entry: (former: DismissedFinding) => AuditEvent,
  ): Promise<Result<void, TooManyChanges>>;
}

export function createDismissedFindingStore(engine: Engine): DismissedFindingStore {
  /** The head also keeps concurrent changes of an organization apart. */
  const begun = async (transaction: Transaction<Tables>, organizationId: number): Promise<Head> => {
    await lockForWrites(transaction, engine, ['dismissed_findings']);
    return lockHead(transaction, organizationId);
  };

  async function refusalOf(transaction: Queries, events: readonly AuditEvent[], { within, at }: DismissalChange) {
    const [event] = events;
    if (event === undefined) return null;
    const room = { ...within, max: Math.max(1, within.max - events.length + 1) };
    return tooManyChanges(transaction, engine, { event, within: room, now: at });
  }

  return {
    async list(organizationId, now) {
      return (await engine.read(activeOf(engine.db, organizationId, now).compile())).map(findingOf);
    },
    dismiss: (dismissals, change, entry) =>
      engine.transaction(async (transaction) => {
        const { organizationId, by, at, max } = change;
        const head = await begun(transaction, organizationId);
        const active = (await activeOf(transaction, organizationId, at).execute()).map(findingOf);
        const formerBy = new Map(active.map((finding) => [finding.key, finding]));
        const distinct = [...new Map(dismissals.map((dismissal) => [dismissal.key, dismissal])).values()];
        const fresh = distinct.filter(({ key, reason, until }) => {
          const former = formerBy.get(key);
          return former?.reason !== storableText(reason) || former.until.getTime() !== until.getTime();
        });
        if (new Set([...formerBy.keys(), ...fresh.map(({ key }) => key)]).size > max)
          return refuse({ kind: 'too-many-dismissed' });
        const events = fresh.map((dismissal) => entry(dismissal, formerBy.get(dismissal.key) ?? null));
        const tooMany = await refusalOf(transaction, events, change);
        if (tooMany !== null) return refuse(tooMany);
        const rows = fresh.map(({ key, targetName, reason, until }) => ({
          organization_id: organizationId,
          finding_key: key,
          target_name: storableText(targetName),
          reason: storableText(reason),
          until: until.getTime(),
          dismissed_at: at.getTime(),
          dismissed_by_id: by.id,
          dismissed_by_login: storableText(by.login),
        }));
        await upsert(transaction, 'dismissed_findings', rows, { key: ['organization_id', 'finding_key'] });
        await append(
          transaction,
          head,
          events.map((event) => eventRow('event', event, at)),
        );
        return ok(undefined);
      }),
    restore: (keys, change, entry) =>
      engine.transaction(async (transaction) => {
        const { organizationId, at } = change;
        const head = await begun(transaction, organizationId);
        const found = await activeOf(transaction, organizationId, at).where('finding_key', 'in', keys).execute();
        const events = found.map((row) => entry(findingOf(row)));
        const tooMany = await refusalOf(transaction, events, change);
        if (tooMany !== null) return refuse(tooMany);
        await transaction
          .deleteFrom('dismissed_findings')
          .where('organization_id', '=', organizationId)
          .where('finding_key', 'in', keys)
          .execute();
        await append(
          transaction,
          head,
          events.map((event) => eventRow('event', event, at)),
        );
        return ok(undefined);
      }),
  };
}

const activeOf = (from: Queries, organizationId: number, now: Date) =>
  from
    .selectFrom('dismissed_findings')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('until', '>', now.getTime())
    .orderBy('dismissed_at', 'desc')
    .orderBy('finding_key');

const findingOf = (row: Tables['dismissed_findings']): DismissedFinding => ({
  key: row.finding_key,
  targetName: row.target_name,
  reason: row.reason,
  until: new Date(row.until),
  dismissedAt: new Date(row.dismissed_at),
  dismissedBy: { id: row.dismissed_by_id, login: row.dismissed_by_login },
});

interface SealedFinding {
  readonly organizationId: number;
  readonly key: string;
  /** Of the person or team. */
  readonly name: string;
}

/** Proves that an access review of the organization listed a finding, so that dismissing it reads nothing again. */
export const sealOf = (signing: Signing, { organizationId, key, name }: SealedFinding): string =>
  createHmac('sha256', signing.key)
    .update(`finding:${JSON.stringify([organizationId, key, name])}`)
    .digest('base64url')
    .slice(0, FINDING_SEAL_MAX_CHARACTERS);

export const isSealOf = (signing: Signing, finding: SealedFinding, seal: string): boolean =>
  sameSecret(sealOf(signing, finding), seal);

const BASIS_CHARACTERS = 16;

/** Stays the same until `basis`, what makes it a finding, changes. */
export function findingKey(finding: string, id: number, basis: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(basis)).digest('hex').slice(0, BASIS_CHARACTERS);
  return `${finding}.${id}.${hash}`;
}

export function partsOfKey(key: string) {
  const [finding = '', id = ''] = key.split('.');
  const kind: 'team' | 'person' = finding.startsWith('team-') ? 'team' : 'person';
  return { finding, kind, id: Number(id) };
}
