import { CLOCK_SKEW_MAX_MS, CLOCK_SKEW_WARNING_MS } from '../../../lib/limits/set-up-checks.ts';
import { describeCheck } from '../check.ts';
import { fail, fine, note, warn } from '../finding.ts';

const SYNCHRONIZE = "Synchronize this machine's clock over NTP, for example with systemd-timesyncd or chrony.";

export const clock = describeCheck({
  name: 'clock',
  about: "this machine's clock matches the code host's",
  needs: ['app'],
  judge: ({ app: { aheadMs, registration } }) => {
    const isRefused = !registration.ok && registration.refusal.kind === 'clock';
    if (aheadMs === null) {
      return isRefused
        ? [fail("The code host rejects the App's token because this machine's clock is wrong.", SYNCHRONIZE)]
        : [note('Not checked: the code host does not report its time.')];
    }
    const difference = `This machine's clock is ${spanOf(aheadMs)} ${aheadMs > 0 ? 'behind' : 'ahead of'} the code host's`;
    if (isRefused || Math.abs(aheadMs) > CLOCK_SKEW_MAX_MS) {
      return [fail(`${difference}${isRefused ? ', so the code host rejects the App' : ''}.`, SYNCHRONIZE)];
    }
    if (Math.abs(aheadMs) > CLOCK_SKEW_WARNING_MS) {
      return [
        warn(`${difference}; from ${CLOCK_SKEW_MAX_MS / 60_000} minutes, the code host rejects the App.`, SYNCHRONIZE),
      ];
    }
    return [fine("This machine's clock matches the code host's.")];
  },
});

export const databaseClock = describeCheck({
  name: 'database-clock',
  about: "this machine's clock matches the database's",
  needs: ['tables'],
  judge: ({ tables: { aheadMs } }) => {
    if (aheadMs === null) return [fine("The database uses this machine's clock.")];
    if (Math.abs(aheadMs) <= CLOCK_SKEW_WARNING_MS) return [fine("This machine's clock matches the database's.")];
    return [
      warn(
        `This machine's clock is ${spanOf(aheadMs)} ${aheadMs > 0 ? 'behind' : 'ahead of'} the database's.`,
        `${SYNCHRONIZE} Do the same on the database server.`,
      ),
    ];
  },
});

function spanOf(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1000);
  if (seconds < 120) return `${seconds} seconds`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3_600)} hours`;
}
