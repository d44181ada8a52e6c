import type { WorkKind } from '../domain/job.ts';
import type { Runtime } from '../domain/runtime.ts';
import {
  AUDIT_HEADS_EVERY_MS,
  AUDIT_HEADS_FIRST_MS,
  AUDIT_HEADS_READ_LIMIT_MS,
  AUDIT_HEADS_RETRY_MS,
  AUDIT_HEADS_UNREACHABLE_MAX,
} from '../lib/limits/audit.ts';
import type { Clock, Entropy, Log } from '../lib/system.ts';
import {
  type AuditHeadStore,
  type AuditHeadTarget,
  type AuditTreeRefusal,
  createHeadKey,
  endorse,
  type HeadKey,
  type HeadKeyStore,
  type KeptAuditHead,
  organizationIn,
  originOf,
  type PublicHeadKey,
  printOf,
  type StoredHeadKey,
  signHead,
  signNote,
  type UnsentAuditHead,
} from './heads.ts';

interface HeadSigningKey extends HeadKey {
  readonly keyId: string;
}

/** Returns the newest key that can be decrypted; creates one if there is none. */
const headSigningKey = async (heads: HeadKeyStore, clock: Clock, entropy: Entropy): Promise<HeadSigningKey> =>
  (await storedSigningKey(heads)) ?? (await addKey(heads, createHeadKey(entropy), clock.now()));

/** Returns the newest key that can be decrypted, or null. */
const storedSigningKey = async (heads: HeadKeyStore): Promise<HeadSigningKey | null> =>
  (await heads.keys()).find(isUsable) ?? null;

/** `none`: nothing was signed yet. `unreadable`: no key of `TOKEN_SECRET` decrypts it. `old`: due, with `isDryRun`. */
export type HeadKeyRotation = 'none' | 'current' | 'old' | 'unreadable' | 'rotated';

/** Replaces a signing key that is not encrypted with the first key of `TOKEN_SECRET`. The old one confirms the new. */
export async function rotateHeadKey(
  heads: HeadKeyStore,
  clock: Clock,
  entropy: Entropy,
  isDryRun: boolean,
): Promise<HeadKeyRotation> {
  const keys = await heads.keys();
  const key = keys.find(isUsable);
  if (key === undefined) return keys.length === 0 ? 'none' : 'unreadable';
  if (key.isCurrent) return 'current';
  if (isDryRun) return 'old';
  const replaced = keys.filter(isUsable).map(({ keyId }) => keyId);
  await addKey(heads, createHeadKey(entropy), clock.now(), { key, replaced });
  return 'rotated';
}

const isUsable = (key: StoredHeadKey): key is StoredHeadKey & { readonly seed: string } => key.seed !== null;

async function addKey(
  heads: HeadKeyStore,
  key: HeadKey,
  now: Date,
  former: { readonly key: HeadSigningKey; readonly replaced: readonly string[] } | null = null,
): Promise<HeadSigningKey> {
  const keyId = printOf(key.publicKey);
  const endorsement: PublicHeadKey['endorsement'] =
    former === null ? null : { by: former.key.keyId, signature: endorse(former.key, key) };
  await heads.addKey({ ...key, keyId, endorsement }, former?.replaced ?? [], now);
  return { ...key, keyId };
}

/**
 * Signs lines with the key of signed heads. `name` follows the service's host in the first line. Returns null if there
 * is no key, and none may be made.
 */
export type SignNote = (name: string, lines: readonly string[]) => Promise<string | null>;

/** `makesKey` is whether a key is made if the database has none. */
export const createSignNote =
  ({ clock, entropy }: Runtime, heads: HeadKeyStore, host: string, makesKey: boolean): SignNote =>
  async (name, lines) => {
    const key = await (makesKey ? headSigningKey(heads, clock, entropy) : storedSigningKey(heads));
    return key === null ? null : signNote(key, `${host}/${name}`, lines);
  };

/**
 * Sends what a target has not taken, but for `contradicted` organizations. Returns false if it could not be reached for a
 * head.
 */
async function sendHeads(
  { runtime: { log, observations }, heads }: HeadSigningServices,
  { target, contradicted }: { readonly target: AuditHeadTarget; readonly contradicted: ReadonlySet<number> },
  stop: AbortSignal,
): Promise<boolean> {
  let after = 0;
  let failures = 0;
  let isSent = true;
  for (;;) {
    const unsent = await heads.unsent(target.name, after);
    for (const head of unsent) {
      if (contradicted.has(head.organizationId)) {
        after = head.organizationId;
        continue;
      }
      const proofFrom = (from: number) => heads.proof(head.organizationId, { from, to: head.size });
      const delivered = stop.aborted ? null : await unlessAborted(target.deliver(head, proofFrom), stop);
      if (delivered === null) return true;
      after = head.organizationId;
      if (delivered.ok) {
        failures = 0;
        await keep(heads, target, head, delivered.value);
        continue;
      }
      const { kind, reason } = delivered.refusal;
      observations.noteHead('unsent');
      const isFirst = kind === 'refused' || isSent;
      if (isFirst) log.warn({ target: target.name, organizationId: head.organizationId, reason }, NOT_SENT[kind]);
      if (kind === 'refused') continue;
      isSent = false;
      failures += 1;
      // One head that a target cannot take delays no others.
      if (failures === AUDIT_HEADS_UNREACHABLE_MAX) return false;
    }
    if (unsent.length === 0) return isSent;
  }
}

const NOT_SENT = {
  refused: 'the head of an audit log was refused by its target',
  unreachable: 'heads of audit logs could not be sent, and are sent again later',
} as const;

async function keep(
  heads: AuditHeadStore,
  target: AuditHeadTarget,
  head: UnsentAuditHead,
  lines: string,
): Promise<void> {
  if (lines !== '') await heads.cosign(head, lines);
  await heads.markSent(target.name, head);
}

/** Null if `stop` aborts first: a silent target must not delay the end of the service. */
function unlessAborted<T>(work: Promise<T>, stop: AbortSignal): Promise<T | null> {
  const { promise: aborted, resolve } = Promise.withResolvers<null>();
  const onAbort = () => resolve(null);
  stop.addEventListener('abort', onAbort, { once: true });
  return Promise.race([work, aborted]).finally(() => stop.removeEventListener('abort', onAbort));
}

interface HeadSigningServices {
  readonly runtime: Runtime;
  readonly heads: AuditHeadStore;
  readonly targets: readonly AuditHeadTarget[];
  /** Public host of the service, part of each head's origin. */
  readonly host: string;
}

interface SignedHeads {
  readonly signed: number;
  /** False if a target could not be reached: sending is due again. */
  readonly isSent: boolean;
}

export const createHeadSigning = (services: HeadSigningServices): WorkKind => ({
  name: 'audit-heads',
  limitMs: AUDIT_HEADS_EVERY_MS,
  schedule: { firstAfterMs: AUDIT_HEADS_FIRST_MS, everyMs: AUDIT_HEADS_EVERY_MS },
  work: async (_, stop) =>
    (await signHeads(services, stop)).isSent
      ? null
      : new Date(services.runtime.clock.now().getTime() + AUDIT_HEADS_RETRY_MS),
});

/**
 * Signs heads of trails with new rows and sends them. Changed trails get none, nor do those that do not extend a head
 * that a target keeps: of a trail that was removed as a whole, the database knows nothing.
 */
export async function signHeads(services: HeadSigningServices, stop: AbortSignal): Promise<SignedHeads> {
  const { runtime, heads, targets } = services;
  const key = await headSigningKey(heads, runtime.clock, runtime.entropy);
  const contradicted = await contradictedByTargets(services, stop);
  let signed = 0;
  for (const organizationId of await heads.due(key.keyId)) {
    if (stop.aborted) break;
    if (contradicted.has(organizationId)) continue;
    if (await signOne(services, organizationId, key)) signed += 1;
  }
  if (signed > 0) runtime.log.info({ heads: signed }, 'heads of audit logs were signed');
  let isSent = true;
  for (const target of targets) {
    isSent = (await sendHeads(services, { target, contradicted }, stop)) && isSent;
  }
  return { signed, isSent };
}

/** Organizations whose trail does not extend a head that a target keeps. */
async function contradictedByTargets(
  { runtime: { log, observations }, heads, host, targets }: HeadSigningServices,
  stop: AbortSignal,
): Promise<ReadonlySet<number>> {
  const contradicted = new Set<number>();
  for (const target of targets) {
    for (const { origin, size, root } of await keptBy(target, log, stop)) {
      const organizationId = organizationIn(origin);
      if (stop.aborted) return contradicted;
      if (organizationId === null || origin !== originOf(host, organizationId)) continue;
      const fault = await heads.check({ organizationId, size, root });
      if (fault === null) continue;
      contradicted.add(organizationId);
      observations.noteHead('refused');
      log.error({ target: target.name, organizationId, size, fault }, NOT_EXTENDED);
    }
  }
  return contradicted;
}

async function keptBy(target: AuditHeadTarget, log: Log, stop: AbortSignal): Promise<readonly KeptAuditHead[]> {
  const end = AbortSignal.any([stop, AbortSignal.timeout(AUDIT_HEADS_READ_LIMIT_MS)]);
  try {
    // A disk that hangs ends no read.
    const kept = await unlessAborted(target.kept(end), end);
    end.throwIfAborted();
    return kept ?? [];
  } catch (error) {
    if (!stop.aborted) log.warn({ err: error, target: target.name }, NOT_READ);
    return [];
  }
}

async function signOne(
  { runtime: { clock, log, observations }, heads, host }: HeadSigningServices,
  organizationId: number,
  key: HeadSigningKey,
): Promise<boolean> {
  const grown = await heads.grow(organizationId);
  if (!grown.ok) {
    reportRefusal(log, organizationId, grown.refusal);
    if (grown.refusal !== 'busy') observations.noteHead('refused');
    return false;
  }
  const { size, root } = grown.value;
  const note = await signHead(key, { origin: originOf(host, organizationId), size, root });
  await heads.sign({ organizationId, size, note, signedAt: clock.now() }, key.keyId);
  observations.noteHead('signed');
  return true;
}

function reportRefusal(log: Log, organizationId: number, refusal: AuditTreeRefusal): void {
  if (refusal === 'busy') log.debug({ organizationId }, 'another instance covers the same rows of an audit log');
  else log.error({ organizationId, fault: refusal }, NOT_SIGNED);
}

const NOT_READ = 'heads of audit logs that were kept could not be read, and the audit logs were not compared with them';
const NOT_EXTENDED =
  'an audit log does not extend the head that was kept of it, and no other is signed: run orgdesk audit verify --head';
const NOT_SIGNED = 'an audit log was changed outside of orgdesk, and its head is not signed: run orgdesk audit verify';
