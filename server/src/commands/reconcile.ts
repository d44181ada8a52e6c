import { createHttpCodeHost } from '../adapters/code-host-http/code-host.ts';
import { createLog } from '../adapters/system/log.ts';
import { systemClock, systemEntropy } from '../adapters/system/system.ts';
import { openStorage } from '../compose.ts';
import { readConfig } from '../config/read-config.ts';
import type { Environment } from '../config/settings.ts';
import { createInstallationCache } from '../installation-cache/installation-cache.ts';
import type { RoundRefusal, RoundReport } from '../installation-cache/rounds.ts';

/** What the command writes to, and how wide its progress may be. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Whether a line may be overwritten in place. */
  readonly interactive: boolean;
}

/** Exit codes of `orgdesk reconcile`. */
export const RECONCILED = 0;
export const RECONCILE_FAILED = 1;
/** Another instance was doing it. */
export const RECONCILE_BUSY = 3;
/** It was told to stop; as shells say of a program that Ctrl-C ended. */
export const RECONCILE_STOPPED = 130;

/**
 * `orgdesk reconcile`: compares the cached installations with the code host once, repairs them, and asks for lost
 * deliveries again. Progress goes to standard error, what differed to standard output. Told to stop, it gives its
 * lease back, so that others need not wait for it to run out; calls under way are left to themselves.
 */
export async function reconcileCommand(env: Environment, terminal: Terminal, stop: AbortSignal): Promise<number> {
  const read = readConfig(env);
  if (!read.ok)
    return failed(terminal, ['The settings are not usable:', ...read.refusal.map((problem) => `  - ${problem}`)]);
  const config = read.value;
  if (config.codeHost === null) {
    return failed(terminal, ['No code host is configured: there is nothing to compare with. See --help.']);
  }
  const log = createLog('warn', { write: (line) => terminal.err(line) });
  const closers: (() => Promise<void>)[] = [];
  try {
    const storage = await openStorage(config, config.tokenSecrets, log, closers);
    const codeHost = createHttpCodeHost(config.codeHost, { clock: systemClock, log });
    const everyMs = config.reconcileMinutes === null ? null : config.reconcileMinutes * 60_000;
    const { syncAll } = createInstallationCache({
      codeHost,
      storage,
      clock: systemClock,
      entropy: systemEntropy,
      log,
      everyMs,
    });
    terminal.err('Comparing cached installations with the code host …\n');
    const report = await syncAll(progressOn(terminal), stop);
    if (!report.ok) return refused(terminal, report.refusal);
    terminal.out(summaryOf(report.value));
    if (report.value.limit !== null) {
      terminal.err('The code host took no more requests; the next comparison goes on with the rest.\n');
    }
    return RECONCILED;
  } catch (error) {
    return failed(terminal, [`Not compared: ${error instanceof Error ? error.message : 'for an unknown reason'}`]);
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

function progressOn(terminal: Terminal) {
  return (done: number, total: number): void => {
    if (total === 0) return;
    if (terminal.interactive) terminal.err(`\rRepository lists: ${done} of ${total}${done === total ? '\n' : ''}`);
    else if (done === total || done % 100 === 0) terminal.err(`Repository lists: ${done} of ${total}\n`);
  };
}

function summaryOf(report: RoundReport): string {
  const { onCodeHost, added, changed, removed, listsFetched, listsFailed, redelivered } = report;
  const lines = [
    `Installations on the code host   ${onCodeHost}`,
    `  missing in the cache, added    ${added}`,
    `  changed, brought up to date    ${changed}`,
    `  gone, removed from the cache   ${removed}`,
    `Repository lists fetched         ${listsFetched}${listsFailed === 0 ? '' : `, ${listsFailed} failed and will be tried again`}`,
    `Lost deliveries asked for again  ${redelivered ?? 'the code host did not tell'}`,
  ];
  return `${lines.join('\n')}\n`;
}

function refused(terminal: Terminal, refusal: RoundRefusal): number {
  if (refusal.kind === 'busy') {
    terminal.err('Another instance is comparing right now. Nothing was done here.\n');
    return RECONCILE_BUSY;
  }
  if (refusal.kind === 'stopped') {
    terminal.err('Stopped. What was brought up to date so far stays; the next comparison goes on from there.\n');
    return RECONCILE_STOPPED;
  }
  const reason = 'message' in refusal ? refusal.message : refusal.kind;
  return failed(terminal, [
    `Not compared: the code host did not list the installations (${reason}). What it did not show is as it was.`,
  ]);
}

function failed(terminal: Terminal, lines: readonly string[]): number {
  terminal.err(`${lines.join('\n')}\n`);
  return RECONCILE_FAILED;
}
