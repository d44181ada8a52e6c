import type { Outage } from '@orgdesk/client';
import type { CodeHostAddress } from '../../lib/address/code-host.ts';

/** Returns advice for an outage, or null if only waiting helps. */
export function nextStep(outage: Outage | null, { name }: Pick<CodeHostAddress, 'name'>): string | null {
  switch (outage) {
    case 'database-away':
      return 'You’re still signed in, and nothing was lost. If this keeps happening, tell the operator of orgdesk that its database isn’t responding.';
    case 'overloaded':
      return 'Wait a few seconds, then try again. If this keeps happening, contact the operator of orgdesk.';
    case 'code-host-away':
      return `orgdesk can’t reach ${name}. Check that ${name} opens in your browser, then try again.`;
    case 'app-refused':
      return `${name} rejected the credentials of orgdesk, so no one can sign in. Contact the operator of orgdesk.`;
    case 'code-host-limited':
    case null:
      return null;
  }
}
