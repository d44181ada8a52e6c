import { ok, refuse } from '../../domain/result.ts';
import { describeCommand } from '../command.ts';

export const command = describeCommand({
  summary: 'verifies that the audit log was not changed outside of orgdesk',
  usage: ['audit verify [ORGANIZATION]', 'audit verify --head FILE [--key KEY]', 'audit keys'],
  about: `
Recomputes the hash chain of every audit log, or of one (login or ID of the organization), and prints its
head. With --head, also checks that the audit logs still extend signed heads that were kept elsewhere. "audit keys"
prints the public keys of signed heads, for --key and for witnesses. Requires only the database, and changes nothing.`,
  options: {
    head: { type: 'string', value: 'FILE', says: 'file with signed heads; - for standard input' },
    key: { type: 'string', value: 'KEY', says: 'accepts only heads signed with this public key, not those stored' },
    json: { type: 'boolean', says: 'prints one line of JSON per audit log, head or key' },
  },
  exitCodes: {
    0: 'all verified',
    1: 'failed: settings, database, or audit log not found; see standard error',
    4: 'a row was changed, removed or added outside of orgdesk, or the signature of a head is not by a known key',
  },
  example: 'npx orgdesk audit verify acme --json',
  parse: ({ json = false, head = null, key = null }, [action, organization = null, ...others]) => {
    const hasHeadOptions = head !== null || key !== null;
    if (action === 'keys' && organization === null && !hasHeadOptions) return ok({ kind: 'keys', json });
    if (action !== 'verify' || others.length > 0 || organization === '')
      return refuse('audit requires verify [ORGANIZATION], verify --head FILE, or keys');
    if (!hasHeadOptions) return ok({ kind: 'trails', organization, json });
    if (head === null) return refuse('--key requires --head FILE');
    return organization === null ? ok({ kind: 'heads', head, key, json }) : refuse('--head takes no ORGANIZATION');
  },
  load: () => import('./run.ts'),
});
