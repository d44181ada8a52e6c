import { foldLogin } from '../../domain/account.ts';
import { INVITE_CONCURRENCY, PREVIEW_LOGINS_PER_CALL } from '../../domain/limits/invitations.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { SessionKey } from '../../domain/session.ts';
import { createLanes } from '../../installation-cache/bounded-looks.ts';
import type { Cut, CutOff } from '../../installation-cache/cut-off.ts';
import { inTurns } from '../../installation-cache/turns.ts';
import type { CodeHost } from '../../ports/code-host/code-host.ts';
import type { Inviting, SeenAccount } from '../../ports/code-host/invitations.ts';
import type { HostRefusal } from '../../ports/code-host/refusals.ts';

export type LookUpRefusal = HostRefusal | { readonly kind: 'out-of-time' } | { readonly kind: 'shutting-down' };

/** The account with a login; null if there is none. */
export type LookedUp = Result<SeenAccount | null, LookUpRefusal>;

export interface LookingUp {
  readonly key: SessionKey;
  readonly inviting: Inviting;
  readonly cutOff: CutOff;
}

/** Returns accounts keyed by folded login. */
export type LookUpAccounts = (logins: readonly string[], as: LookingUp) => Promise<ReadonlyMap<string, LookedUp>>;

/** Reads 100 accounts per GraphQL request, then unknown ones over REST. Stops at a rate limit or rejected token. */
export function createLookUpAccounts(codeHost: Pick<CodeHost, 'accountsOf' | 'accountOf'>): LookUpAccounts {
  // Shared by all requests of a session, so that they queue together.
  const inLane = createLanes<SessionKey>({ each: INVITE_CONCURRENCY });

  return async (given, { key, inviting, cutOff }) => {
    const logins = [...new Map(given.map((login) => [foldLogin(login), login])).values()];
    let limit: HostRefusal | null = null;
    const noticed = <T extends Result<unknown, LookUpRefusal>>(told: T): T => {
      if (!told.ok && isLimit(told.refusal)) limit ??= told.refusal;
      return told;
    };
    const without = () => (limit === null ? null : refuse(limit));
    const cutBefore = (_: unknown, kind: Cut) => refuse({ kind });
    const turns = { inLane: <T>(work: () => Promise<T>) => inLane(key, work), cutOff, without, cutBefore };

    const portions = Array.from({ length: Math.ceil(logins.length / PREVIEW_LOGINS_PER_CALL) }, (_, place) =>
      logins.slice(place * PREVIEW_LOGINS_PER_CALL, (place + 1) * PREVIEW_LOGINS_PER_CALL),
    );
    const told = await inTurns<readonly string[], Result<readonly (SeenAccount | null)[], LookUpRefusal>>(portions, {
      ...turns,
      atOnce: 1,
      work: async (portion) => noticed(await codeHost.accountsOf(inviting, portion)),
    });
    const accounts = new Map<string, LookedUp>();
    for (const [place, portion] of portions.entries()) {
      const answer = told[place];
      if (answer === undefined) continue;
      for (const [index, login] of portion.entries())
        accounts.set(foldLogin(login), answer.ok ? ok(answer.value[index] ?? null) : answer);
    }

    const unknown = logins.filter((login) => {
      const account = accounts.get(foldLogin(login));
      return account?.ok === true && account.value === null;
    });
    const asked = await inTurns<string, LookedUp>(unknown, {
      ...turns,
      atOnce: INVITE_CONCURRENCY,
      work: async (login) => noticed(await codeHost.accountOf(inviting, login)),
    });
    for (const [place, login] of unknown.entries()) accounts.set(foldLogin(login), asked[place] ?? ok(null));
    return accounts;
  };
}

/** Refusals that all further requests would also get. */
const isLimit = (refusal: LookUpRefusal): refusal is HostRefusal =>
  refusal.kind === 'rate-limited' || refusal.kind === 'unauthorized';
