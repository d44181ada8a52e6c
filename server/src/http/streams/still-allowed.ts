import type { Runtime } from '../../domain/runtime.ts';
import type { Owner } from '../../sessions/live-rights.ts';
import type { Sessions } from '../../sessions/services.ts';

export interface StreamServices {
  readonly runtime: Runtime;
  readonly sessions: Sessions;
}

export async function isStillAllowed(
  { runtime, sessions }: StreamServices,
  { session, organization, organizationId }: Owner,
): Promise<boolean> {
  const found = await sessions.store.find(session.key, runtime.clock.now());
  if (found === null) return false;
  const still = await sessions.rights(found, organization);
  // Another organization may have taken the login meanwhile.
  return still.ok && still.value.organizationId === organizationId;
}
