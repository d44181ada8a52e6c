import { Type } from 'typebox';
import type { ServerVersion } from '../../../../ports/code-host/app-checks.ts';
import type { CodeHostAddresses } from '../../addresses.ts';
import { hostPath } from '../../host-path.ts';
import { bodyOf, type SendAs } from '../../send/send.ts';
import { versionIn } from './registration.ts';

const Meta = Type.Object({ installed_version: Type.String({ maxLength: 100 }) });

/** GitHub docs: Get GitHub Enterprise Server meta information. In private mode it needs a credential. */
export async function readServerVersion(
  header: string | null,
  { kind }: Pick<CodeHostAddresses, 'kind'>,
  send: SendAs,
): Promise<ServerVersion> {
  if (header !== null) return { isEnterpriseServer: true, version: header };
  if (kind !== 'enterprise-server') return { isEnterpriseServer: false, version: null };
  const meta = bodyOf(await send({ url: hostPath`/meta` }), Meta);
  return { isEnterpriseServer: true, version: meta.ok ? versionIn(meta.value.installed_version) : null };
}
