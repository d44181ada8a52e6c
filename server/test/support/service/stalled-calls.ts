import type { Simulator } from '@orgdesk/simulator';
import { startTimeLimit } from '../time-limit.ts';

const LOOK_MS = 5;

/**
 * The limit of calls to the simulator for which nobody waits, and which no slow machine passes: it comes once all calls
 * under way are such that a fault keeps from ending.
 */
export function limitOfStalledCalls({ control }: Simulator): { readonly ms: number; end(): void } {
  const { ms, running, come, end } = startTimeLimit();
  let looking: NodeJS.Timeout | undefined;
  let before = '';
  const look = () => {
    const stalled = control.stalled();
    if (stalled.length === 0) return stop();
    const now = running() === stalled.length ? stalled.join() : '';
    // At the second look the simulator has seen which callers have left.
    if (now !== '' && now === before) come();
    before = now;
  };
  const stop = () => {
    clearInterval(looking);
    looking = undefined;
    before = '';
  };
  control.onStalled(() => {
    looking ??= setInterval(look, LOOK_MS);
  });
  return {
    ms,
    end() {
      stop();
      end();
    },
  };
}
