import { randomBytes } from 'node:crypto';
import type { Clock, Entropy } from '../../ports/system.ts';

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date() };

/** The operating system's random numbers. */
export const systemEntropy: Entropy = { bytes: (count) => randomBytes(count) };
