import { setTimeout as pause } from 'node:timers/promises';
import { type HeadKeyRotation, rotateHeadKey } from '../../audit/sign-heads.ts';
import { CLEARING_PAUSE_MS } from '../../lib/limits/storage.ts';
import type { SessionKey } from '../../lib/secrets.ts';
import { systemClock, systemEntropy } from '../../lib/system.ts';
import type { ReencryptedPage } from '../../sessions/store/encrypted-grant.ts';
import type { Storage } from '../../storage.ts';
import type { Environment } from '../config/settings.ts';
import { usableDatabaseConfig, withReadyStorage } from './database.ts';
import { fail } from './problems.ts';

const OLD_LEFT = 3;
const UNREADABLE = 4;
/** The shell's exit code after Ctrl-C. */
const STOPPED = 130;
const PROGRESS_EVERY = 10_000;

export interface RotateKeysCommand {
  readonly check: boolean;
  readonly json: boolean;
}

type Counts = Omit<ReencryptedPage, 'next'>;

interface RotationOutcome {
  readonly reencrypted: number;
  /** Encrypted with the first key at the start. */
  readonly before: number;
  /** Encrypted with another key at the end; `unreadable`: with none that is set. */
  readonly old: number;
  readonly unreadable: number;
  readonly auditKey: HeadKeyRotation;
}

/** Encrypts tokens with the first key, then checks that no instance uses another. */
export async function run(env: Environment, { check, json }: RotateKeysCommand): Promise<void> {
  const config = usableDatabaseConfig(env);
  if (config === null) return;
  if (config.tokenSecrets.length === 0) return fail('Not rotated: TOKEN_SECRET is not set.');
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort());
  const stop = stopping.signal;

  await withReadyStorage(env, 'Not rotated', async (storage) => {
    const { sessions } = await storage.sessions.count(systemClock.now());
    const found = await reencryptSessions(storage, { isDryRun: check, stop, report: progressOf(sessions) });
    const left =
      check || stop.aborted ? found : await reencryptSessions(storage, { isDryRun: true, stop, report: () => {} });
    if (stop.aborted) {
      fail(`Stopped. ${check ? 0 : found.old} sessions were re-encrypted. Run it again to continue.`);
      process.exitCode = STOPPED;
      return;
    }
    const reencrypted = check ? 0 : found.old;
    const { old, unreadable } = left;
    const auditKey = await rotateHeadKey(storage.auditHeads, systemClock, systemEntropy, check);
    const outcome: RotationOutcome = { reencrypted, before: found.current, old, unreadable, auditKey };
    process.stdout.write(json ? `${JSON.stringify(outcome)}\n` : `${messageOf(outcome, check)}\n`);
    process.exitCode = isOldLeft(outcome) ? OLD_LEFT : unreadable > 0 || auditKey === 'unreadable' ? UNREADABLE : 0;
  });
}

interface ReencryptOptions {
  readonly isDryRun: boolean;
  readonly stop: AbortSignal;
  readonly report: (sessions: number) => void;
}

/** New sessions need no visit: the instance that creates them encrypts them. */
async function reencryptSessions(
  storage: Storage,
  { isDryRun, stop, report: tell }: ReencryptOptions,
): Promise<Counts> {
  const total = { current: 0, old: 0, unreadable: 0 };
  let after: SessionKey | null = null;
  do {
    const page: ReencryptedPage = await storage.reencrypt({ after, now: systemClock.now(), isDryRun });
    total.current += page.current;
    total.old += page.old;
    total.unreadable += page.unreadable;
    tell(total.current + total.old + total.unreadable);
    after = page.next;
    // The pause lets other writers in.
    if (page.old > 0 && !isDryRun) await pause(CLEARING_PAUSE_MS);
  } while (after !== null && !stop.aborted);
  return total;
}

const tell = (text: string) => void process.stderr.write(text);

function progressOf(expected: number): (sessions: number) => void {
  let reportedCount = 0;
  return (sessions) => {
    if (process.stderr.isTTY) tell(`\rSessions: ${sessions} of about ${expected}${sessions >= expected ? '\n' : ''}`);
    else if (sessions - reportedCount >= PROGRESS_EVERY) {
      reportedCount = sessions;
      tell(`Sessions: ${sessions} of about ${expected}\n`);
    }
  };
}

const isOldLeft = ({ old, auditKey }: RotationOutcome): boolean => old > 0 || auditKey === 'old';

const AUDIT_KEYS: Readonly<Record<HeadKeyRotation, string>> = {
  none: 'none yet',
  current: 'encrypted with the first key',
  old: 'encrypted with another key',
  unreadable: 'not decryptable with any key',
  rotated: 'replaced; heads signed with the old one stay valid',
};

function messageOf(outcome: RotationOutcome, check: boolean): string {
  const { reencrypted, before, old, unreadable, auditKey } = outcome;
  return [
    ...(check ? [] : [`Re-encrypted                          ${reencrypted}`]),
    `Already encrypted with the first key  ${before}`,
    `Encrypted with another key            ${old}`,
    `Not decryptable with any key          ${unreadable}`,
    `Key that signs audit log heads        ${AUDIT_KEYS[auditKey]}`,
    conclusionOf(outcome, check),
    ...(unreadable === 0 ? [] : [adviceOn(unreadable)]),
  ].join('\n');
}

const adviceOn = (unreadable: number): string =>
  `No key in TOKEN_SECRET decrypts ${unreadable} ${unreadable === 1 ? 'session' : 'sessions'}. Add the missing key; otherwise these people must sign in again.`;

function conclusionOf(outcome: RotationOutcome, check: boolean): string {
  if (!isOldLeft(outcome)) return 'You can remove all keys except the first from TOKEN_SECRET.';
  if (check) return 'The other keys are still needed. Run the command without --check.';
  return 'An instance encrypts with another key. Set the same TOKEN_SECRET on all instances and run the command again.';
}
