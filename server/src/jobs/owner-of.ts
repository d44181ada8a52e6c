import type { CodeHost } from '../code-host/code-host.ts';
import type { Runtime } from '../domain/runtime.ts';
import type { Session } from '../domain/session.ts';
import { ok, type Result, refuse } from '../lib/result.ts';
import type { Owner, RightsRefusal } from '../sessions/live-rights.ts';
import { loginAfterRename } from '../sessions/renamed-organization.ts';
import type { Sessions } from '../sessions/services.ts';
import { jobStopFor } from './job-stop.ts';

interface RightsServices {
  readonly runtime: Runtime;
  readonly codeHost: CodeHost;
  readonly sessions: Sessions;
}

export interface NamedOrganization {
  readonly organizationId: number;
  /** May be a former login. */
  readonly organizationLogin: string;
}

/** Another organization may take over the login, so the organization is identified by ID. */
export async function ownerOf(
  { runtime, codeHost, sessions }: RightsServices,
  session: Session,
  { organizationId, organizationLogin }: NamedOrganization,
): Promise<Result<Owner, RightsRefusal>> {
  const owner = await sessions.rights(session, organizationLogin);
  if (owner.ok && owner.value.organizationId === organizationId) return owner;
  const refused = owner.ok ? RIGHTS_LOST : owner;
  if (jobStopFor(refused.refusal, runtime.clock.now()).reason !== 'rights-lost') return refused;
  const { grant } = owner.ok ? owner.value.session : session;
  const named = { id: organizationId, login: organizationLogin };
  const login =
    refused.refusal.kind === 'renamed'
      ? ok(refused.refusal.login)
      : await loginAfterRename(codeHost, grant.accessToken, named);
  if (!login.ok) return login;
  if (login.value === null) return refused;
  const renamed = await sessions.rights(session, login.value);
  return renamed.ok && renamed.value.organizationId !== organizationId ? RIGHTS_LOST : renamed;
}

const RIGHTS_LOST = refuse({ kind: 'not-a-member' } as const);
