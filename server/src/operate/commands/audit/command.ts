import { ok, refuse } from '../../../lib/result.ts';
import { describeCommand } from '../command.ts';

export const command = describeCommand({
  summary: 'verifies that the audit log was not changed outside of orgdesk',
  usage: [
    'audit verify [ORGANIZATION]',
    'audit verify --head FILE [--key KEY]',
    'audit verify --report FILE [--key KEY]',
    'audit keys',
  ],
  about: `
Recomputes the hash chain of every audit log, or of one (login or ID of the organization), and prints its
head. With --head, also checks that the audit logs still extend signed heads that were kept elsewhere. With --report,
checks the signature of the report about a person. "audit keys" prints the public keys, for --key and for witnesses.
Requires only the database, and changes nothing.`,
  options: {
    head: { type: 'string', value: 'FILE', says: 'file with signed heads; - for standard input' },
    report: { type: 'string', value: 'FILE', says: 'file with a signed report; - for standard input' },
    key: { type: 'string', value: 'KEY', says: 'accepts only signatures with this public key, not those stored' },
    json: { type: 'boolean', says: 'prints one line of JSON per audit log, head, report or key' },
  },
  exitCodes: {
    0: 'all verified',
    1: 'failed: settings, database, or audit log not found; see standard error',
    4: 'a row was changed, removed or added outside of orgdesk, or the signature of a head or report is not by a known key',
  },
  example: 'npx orgdesk audit verify acme --json',
  parse: ({ json = false, head = null, report = null, key = null }, [action, organization = null, ...others]) => {
    const hasHeadOptions = head !== null || report !== null || key !== null;
    if (action === 'keys' && organization === null && !hasHeadOptions) return ok({ kind: 'keys', json });
    if (action !== 'verify' || others.length > 0 || organization === '')
      return refuse('audit requires verify [ORGANIZATION], verify --head FILE, verify --report FILE, or keys');
    if (!hasHeadOptions) return ok({ kind: 'trails', organization, json });
    if (organization !== null) return refuse('--head, --report and --key take no ORGANIZATION');
    if (head !== null && report !== null) return refuse('--head and --report exclude each other');
    if (report !== null) return ok({ kind: 'report', report, key, json });
    return head === null
      ? refuse('--key requires --head FILE or --report FILE')
      : ok({ kind: 'heads', head, key, json });
  },
  load: () => import('./run.ts'),
});
