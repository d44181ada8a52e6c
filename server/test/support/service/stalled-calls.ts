import type { Simulator } from '@orgdesk/simulator';
import { startTimeLimit } from '../time-limit.ts';

const LOOK_MS = 5;

/** A call limit that comes once faults keep all calls under way from ending, however slow the machine is. */
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
