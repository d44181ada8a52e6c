import type { CodeHost } from '../../code-host/code-host.ts';
import { readOwners } from '../../code-host/people/people-changes.ts';
import type { NamedAccount } from '../../code-host/people/types.ts';
import { hostMessage } from '../../domain/host-refusal.ts';
import type { Installation } from '../../domain/installation.ts';
import type { Runtime } from '../../domain/runtime.ts';
import { APP_READ_WAIT_MS } from '../../lib/limits/people.ts';
import { withinLimit } from '../../lib/result.ts';
import { createSharedCalls } from '../../lib/shared-calls.ts';
import type { Owner } from '../../sessions/live-rights.ts';

/** `message`: why the App could not read them; null if the code host did not say, or the person could not. */
export type OwnersComparison =
  | { readonly kind: 'same' | 'different' }
  | { readonly kind: 'unread'; readonly message: string | null };

export type CompareOwners = (owner: Owner, installation: Pick<Installation, 'id'>) => Promise<OwnersComparison>;

/**
 * Compares the owners that the App lists with those that an owner lists, once for concurrent requests of a session. Callers
 * limit how often.
 */
export function createCompareOwners({
  runtime,
  codeHost,
}: {
  readonly runtime: Runtime;
  readonly codeHost: CodeHost;
}): CompareOwners {
  const sharedComparisons = createSharedCalls<string, OwnersComparison>();

  async function compare({ session, organization }: Owner, installationId: number): Promise<OwnersComparison> {
    const [ofApp, ofPerson] = await Promise.all([
      // What jobs read with.
      readOwners(codeHost.asInstallation(installationId, 'jobs'), { organization }),
      readOwners(codeHost.as({ token: session.grant.accessToken }), { organization }),
    ]);
    if (!ofApp.ok) return { kind: 'unread', message: hostMessage(ofApp.refusal) };
    if (!ofPerson.ok) return { kind: 'unread', message: null };
    return { kind: isSame(ofApp.value, ofPerson.value) ? 'same' : 'different' };
  }

  return async (owner, { id }) => {
    const comparing = sharedComparisons(`${owner.session.key} ${id}`, () => compare(owner, id));
    const compared = await withinLimit(comparing, APP_READ_WAIT_MS);
    if (compared.ok) return compared.value;
    comparing.catch((error: unknown) =>
      runtime.log.error({ err: error }, 'comparing owners failed after the response was sent'),
    );
    return { kind: 'unread', message: null };
  };
}

/** An organization has owners: an empty list was not really read. */
function isSame(ofApp: readonly NamedAccount[], ofPerson: readonly NamedAccount[]): boolean {
  const ids = new Set(ofApp.map(({ id }) => id));
  return ids.size > 0 && ids.size === ofPerson.length && ofPerson.every(({ id }) => ids.has(id));
}
