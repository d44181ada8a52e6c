import { CLOCK_SKEW_MAX_MS, CLOCK_SKEW_WARNING_MS } from '../../domain/limits/set-up-checks.ts';
import { describeCheck } from '../check.ts';
import { fail, fine, note, warn } from '../finding.ts';

const SYNCHRONIZE = 'Have the clock of this machine set by the network (NTP, for example systemd-timesyncd or chrony).';

export const clock = describeCheck({
  name: 'clock',
  about: 'the clock of this machine agrees with that of the code host',
  needs: ['app'],
  judge: ({ app: { aheadMs, registration } }) => {
    const isRefused = !registration.ok && registration.refusal.kind === 'clock';
    if (aheadMs === null) {
      return isRefused
        ? [
            fail(
              'The code host refuses the App because of the time in its proof: the clock of this machine is wrong.',
              SYNCHRONIZE,
            ),
          ]
        : [note('The code host does not tell its time.')];
    }
    const difference = `The clock of this machine is ${spanOf(aheadMs)} ${aheadMs > 0 ? 'behind' : 'ahead of'} that of the code host`;
    if (isRefused || Math.abs(aheadMs) > CLOCK_SKEW_MAX_MS) {
      return [fail(`${difference}${isRefused ? ', which refuses the App for it' : ''}.`, SYNCHRONIZE)];
    }
    if (Math.abs(aheadMs) > CLOCK_SKEW_WARNING_MS) {
      return [warn(`${difference}; from ${CLOCK_SKEW_MAX_MS / 60_000} minutes on, it refuses the App.`, SYNCHRONIZE)];
    }
    return [fine('The clock of this machine agrees with that of the code host.')];
  },
});

export const databaseClock = describeCheck({
  name: 'database-clock',
  about: 'the clock of this machine agrees with that of the database',
  needs: ['tables'],
  judge: ({ tables: { aheadMs } }) => {
    if (aheadMs === null) return [fine('The database has the clock of this machine.')];
    if (Math.abs(aheadMs) <= CLOCK_SKEW_WARNING_MS)
      return [fine('The clock of this machine agrees with that of the database.')];
    return [
      warn(
        `The clock of this machine is ${spanOf(aheadMs)} ${aheadMs > 0 ? 'behind' : 'ahead of'} that of the database.`,
        `${SYNCHRONIZE} The same for the machine of the database.`,
      ),
    ];
  },
});

function spanOf(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1000);
  if (seconds < 120) return `${seconds} seconds`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3_600)} hours`;
}
