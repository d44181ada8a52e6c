import { Type } from 'typebox';
import { APP_PERMISSIONS_REUSE_MS } from '../../domain/limits.ts';
import type { Permissions } from '../../domain/permissions.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { HostRefusal } from '../../ports/code-host.ts';
import type { Clock } from '../../ports/system.ts';
import type { AppTransport } from './app-transport.ts';
import { fits } from './fits.ts';
import { unexpected, usable } from './refusals.ts';

/** Permissions as the platform writes them: names and levels. */
export const HostPermissions = Type.Record(Type.String(), Type.String());

const HostApp = Type.Object({ permissions: HostPermissions });

const NAME = /^[a-z][a-z0-9_]{0,99}$/;
const LEVEL = /^[a-z]{1,20}$/;

/** The permissions in an answer, without entries that are none: the names are shown to people. */
export const permissionsIn = (told: Readonly<Record<string, string>>): Permissions =>
  new Map(Object.entries(told).filter(([name, level]) => NAME.test(name) && LEVEL.test(level)));

/**
 * The permissions the App asks for, kept for ten minutes; callers at the same time share one request. A refusal is not
 * kept. GitHub docs: Get the authenticated app.
 */
export function createAppPermissions(
  apiUrl: string,
  send: AppTransport,
  clock: Clock,
): () => Promise<Result<Permissions, HostRefusal>> {
  let known: { readonly permissions: Permissions; readonly usedUntil: number } | null = null;
  let running: Promise<Result<Permissions, HostRefusal>> | null = null;

  async function ask(): Promise<Result<Permissions, HostRefusal>> {
    const now = clock.now().getTime();
    const answer = usable(await send({ method: 'GET', url: `${apiUrl}/app`, parameters: {} }));
    if (!answer.ok) return answer;
    if (!fits(HostApp, answer.value.body)) return refuse(unexpected());
    const permissions = permissionsIn(answer.value.body.permissions);
    known = { permissions, usedUntil: now + APP_PERMISSIONS_REUSE_MS };
    return ok(permissions);
  }

  return async () => {
    if (known !== null && clock.now().getTime() < known.usedUntil) return ok(known.permissions);
    running ??= ask().finally(() => {
      running = null;
    });
    return running;
  };
}
