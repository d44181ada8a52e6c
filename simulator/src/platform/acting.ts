import type { InstallationTokens } from '../apps/installation-tokens.ts';
import type { AppRegistration } from '../apps/registration.ts';
import type { UserTokens } from '../oauth/user-tokens.ts';
import { botIdOf } from '../views/accounts.ts';
import type { EventBasis, WebhookEvent, WebhookPayloads } from '../webhooks/payloads.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import type { RepositoryRecord } from '../world/records.ts';
import type { World } from '../world/world.ts';
import type { ChangeLog, PlatformChange } from './changes.ts';

export interface PlatformDeps {
  readonly app: AppRegistration;
  readonly world: World;
  readonly webhooks: Webhooks;
  readonly payloads: WebhookPayloads;
  readonly userTokens: UserTokens;
  readonly installationTokens: InstallationTokens;
  readonly now: () => number;
  readonly changes: ChangeLog;
}

/** `by` is a login or account ID. */
export interface Act {
  readonly by?: string | number | undefined;
  readonly via: PlatformChange['via'];
}

/** Without `by`, the first owner acts, else the App. */
export type Acting = ReturnType<typeof createActing>;
export function createActing({ app, world, webhooks }: PlatformDeps) {
  function actorId(accountId: number, by?: string | number): number {
    if (typeof by === 'number') return by;
    if (by !== undefined) return world.needUser(by).id;
    if (world.userById(accountId)) return accountId;
    return world.ownersOf(accountId)[0]?.userId ?? botIdOf(app);
  }

  function basisFor(accountId: number, by?: string | number): EventBasis | null {
    const senderId = actorId(accountId, by);
    const installation = world.activeInstallationOf(accountId);
    return installation && { installation, senderId };
  }

  return {
    actorId,
    basisFor,
    basisIn({ id, ownerId }: Pick<RepositoryRecord, 'id' | 'ownerId'>, by?: string | number): EventBasis | null {
      const basis = basisFor(ownerId, by);
      const isReached =
        basis?.installation.repositorySelection === 'all' || basis?.installation.repositoryIds.includes(id);
      return isReached ? basis : null;
    },
    /** Installation events need no subscription. */
    sendEvent(basis: EventBasis | null, make: (basis: EventBasis) => WebhookEvent): void {
      if (basis === null) return;
      const event = make(basis);
      if (/^installation/.test(event.event) || app.events.includes(event.event)) webhooks.send(event);
    },
  };
}
