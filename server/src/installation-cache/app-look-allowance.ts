import { APP_LOOKS_PER_MINUTE } from '../domain/limits.ts';
import type { Clock } from '../ports/system.ts';

const MINUTE_MS = 60_000;

/**
 * Whether somebody may begin another look as the App in their minute: its calls are counted for everybody together.
 * Forgets everybody whose minute is over.
 */
export function createAppLookAllowance(clock: Clock): (userId: number) => boolean {
  const minutes = new Map<number, { readonly beganAt: number; looks: number }>();
  return (userId) => {
    const now = clock.now().getTime();
    for (const [person, { beganAt }] of minutes) {
      // A clock that was put back must not keep anybody waiting for longer.
      if (now < beganAt || now - beganAt >= MINUTE_MS) minutes.delete(person);
    }
    const minute = minutes.get(userId) ?? { beganAt: now, looks: 0 };
    if (minute.looks >= APP_LOOKS_PER_MINUTE) return false;
    minute.looks += 1;
    minutes.set(userId, minute);
    return true;
  };
}
