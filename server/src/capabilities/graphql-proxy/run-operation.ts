import { ok, type Result, refuse } from '../../domain/result.ts';
import type { Session } from '../../domain/session.ts';
import type { CodeHost, GraphqlData } from '../../ports/code-host.ts';
import type { Log } from '../../ports/system.ts';
import type { FreshSession } from '../../sessions/fresh-session.ts';
import { ALLOWLIST } from './allowlist.ts';
import { checkDocument } from './check-document.ts';
import { type ProxyRefusal, refusalFor } from './messages.ts';
import { parseVariables } from './variables.ts';

export interface RunOperationDeps {
  readonly codeHost: Pick<CodeHost, 'query'>;
  readonly freshSession: FreshSession;
  readonly log: Log;
}

/** A request as it came. */
export interface OperationRequest {
  readonly query: unknown;
  readonly operationName: unknown;
  readonly variables: unknown;
}

/**
 * Runs an allowlisted read with the user's own token. Everything that can be refused is refused before the code host
 * is asked; what it withholds of an answer is told beside the rest.
 */
export function createRunOperation({ codeHost, freshSession, log }: RunOperationDeps) {
  return async (
    session: Session,
    { query, operationName, variables }: OperationRequest,
  ): Promise<Result<GraphqlData, ProxyRefusal>> => {
    if (typeof query !== 'string' || query.trim() === '') return refuse('bad-query');
    const allowed = typeof operationName === 'string' ? ALLOWLIST.get(operationName) : undefined;
    if (allowed === undefined || typeof operationName !== 'string') return refuse('operation-not-allowed');
    const document = checkDocument(query, operationName, allowed);
    if (!document.ok) return document;
    const values = parseVariables(variables, allowed);
    if (!values.ok) return values;

    const fresh = await freshSession(session);
    if (!fresh.ok) return refuse('no-session');
    const request = { query: document.value, operationName, variables: values.value };
    const answer = await codeHost.query(fresh.value.grant.accessToken, request);
    if (answer.ok) return ok(answer.value);
    log.warn({ operationName, refusal: answer.refusal }, 'a proxied query was refused');
    return refuse(refusalFor(answer.refusal));
  };
}
