import type { CodeHost } from '../../../code-host/code-host.ts';
import type { HostAccount, InvitationsRequest } from '../../../code-host/people/types.ts';
import { foldLogin } from '../../../domain/account.ts';
import type { HostRefusal } from '../../../domain/host-refusal.ts';
import { createConcurrencyLimit } from '../../../lib/concurrency/concurrency-limit.ts';
import type { Deadline, StopReason } from '../../../lib/concurrency/deadline.ts';
import { workOnList } from '../../../lib/concurrency/work-on-list.ts';
import type { SessionKey } from '../../../lib/crypto/credentials.ts';
import { INVITE_CONCURRENCY, PREVIEW_LOGINS_PER_CALL } from '../../../lib/limits/invitations.ts';
import { ok, type Result, refuse } from '../../../lib/result.ts';

export type LookUpRefusal = HostRefusal | { readonly kind: 'out-of-time' } | { readonly kind: 'shutting-down' };

export type AccountLookup = Result<HostAccount | null, LookUpRefusal>;

export interface LookUpContext {
  readonly key: SessionKey;
  readonly inviting: InvitationsRequest;
  readonly deadline: Deadline;
}

/** Keyed by folded login. */
export type LookUpAccounts = (
  logins: readonly string[],
  as: LookUpContext,
) => Promise<ReadonlyMap<string, AccountLookup>>;

/** Reads 100 accounts per GraphQL request, then unknown ones over REST. Stops at a refusal that all would get. */
export function createLookUpAccounts(codeHost: CodeHost): LookUpAccounts {
  // A session's requests queue together.
  const limitPerSession = createConcurrencyLimit<SessionKey>({ each: INVITE_CONCURRENCY });

  return async (requested, { key, inviting, deadline }) => {
    const logins = [...new Map(requested.map((login) => [foldLogin(login), login])).values()];
    let limit: HostRefusal | null = null;
    const noticed = <T extends Result<unknown, LookUpRefusal>>(result: T): T => {
      if (!result.ok && isLimit(result.refusal)) limit ??= result.refusal;
      return result;
    };
    const skip = () => (limit === null ? null : refuse(limit));
    const notStarted = (_: unknown, kind: StopReason) => refuse({ kind });
    const options = { limited: <T>(work: () => Promise<T>) => limitPerSession(key, work), deadline, skip, notStarted };

    const portions = Array.from({ length: Math.ceil(logins.length / PREVIEW_LOGINS_PER_CALL) }, (_, place) =>
      logins.slice(place * PREVIEW_LOGINS_PER_CALL, (place + 1) * PREVIEW_LOGINS_PER_CALL),
    );
    const answers = await workOnList<readonly string[], Result<readonly (HostAccount | null)[], LookUpRefusal>>(
      portions,
      {
        ...options,
        concurrency: 1,
        work: async (portion) => noticed(await codeHost.accountsOf(inviting, portion)),
      },
    );
    const accounts = new Map<string, AccountLookup>();
    for (const [place, portion] of portions.entries()) {
      const answer = answers[place];
      if (answer === undefined) continue;
      for (const [index, login] of portion.entries())
        accounts.set(foldLogin(login), answer.ok ? ok(answer.value[index] ?? null) : answer);
    }

    const unknown = logins.filter((login) => {
      const account = accounts.get(foldLogin(login));
      return account?.ok === true && account.value === null;
    });
    const lookups = await workOnList<string, AccountLookup>(unknown, {
      ...options,
      concurrency: INVITE_CONCURRENCY,
      work: async (login) => noticed(await codeHost.accountOf(inviting, login)),
    });
    for (const [place, login] of unknown.entries()) accounts.set(foldLogin(login), lookups[place] ?? ok(null));
    return accounts;
  };
}

/** Refusals that all further requests would also get. */
const isLimit = (refusal: LookUpRefusal): refusal is HostRefusal =>
  ['rate-limited', 'unauthorized', 'missing'].includes(refusal.kind);
