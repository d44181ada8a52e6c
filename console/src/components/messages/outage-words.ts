import type { Outage } from '@orgdesk/client';
import type { CodeHostAddress } from '../../lib/address/code-host.ts';

/** Returns advice for an outage, or null if only waiting helps. */
export function nextStep(outage: Outage | null, { name }: Pick<CodeHostAddress, 'name'>): string | null {
  switch (outage) {
    case 'database-away':
      return 'You are still signed in, and nothing was lost. If this lasts, tell whoever runs this service: its database does not answer.';
    case 'overloaded':
      return 'Wait a few seconds before you try again. If this lasts, tell whoever runs this service.';
    case 'code-host-away':
      return `orgdesk works, but gets no answer from ${name}. See whether ${name} opens in your browser, then try again.`;
    case 'app-refused':
      return `${name} does not accept orgdesk's own credentials, so nobody can sign in. Trying again does not help: tell whoever runs this service.`;
    case 'code-host-limited':
    case null:
      return null;
  }
}
