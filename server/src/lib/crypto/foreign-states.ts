import { FOREIGN_STATE_PAUSE_MS } from '../limits/sessions.ts';
import type { Clock, Log } from '../system.ts';
import type { ForeignState, StateTokens } from './state-token.ts';

const MESSAGES: Readonly<Record<ForeignState, string>> = {
  'another-key':
    'a state token has an invalid signature: do all instances use the same SESSION_SECRET, or without it, the same App credentials?',
  'another-address': 'a state token was issued for another URL: do all instances use the same BASE_URL?',
};

/**
 * Warns of tokens that an instance with other settings probably issued, at most once a minute per cause, because anyone
 * can send such tokens.
 */
export function warnOfForeignStates(tokens: StateTokens, clock: Clock, log: Log): StateTokens {
  const warned = new Map<ForeignState, { readonly at: number; times: number }>();
  const warn = (cause: ForeignState) => {
    const now = clock.now().getTime();
    const latest = warned.get(cause);
    const times = (latest?.times ?? 0) + 1;
    if (latest !== undefined && now - latest.at < FOREIGN_STATE_PAUSE_MS) {
      latest.times = times;
      return;
    }
    warned.set(cause, { at: now, times: 0 });
    log.warn({ times }, MESSAGES[cause]);
  };
  return {
    ...tokens,
    verify: async (token) => {
      const verified = await tokens.verify(token);
      if (!verified.ok && verified.refusal.kind === 'invalid' && verified.refusal.foreign !== null) {
        warn(verified.refusal.foreign);
      }
      return verified;
    },
  };
}
