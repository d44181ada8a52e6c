import type { GraphqlProxyRequest } from '@orgdesk/contract';
import { LRUCache } from 'lru-cache';
import { entryBytes } from '../../domain/bounds/entry-bytes.ts';
import { ALLOWED_DOCUMENTS_MAX_BYTES } from '../../domain/limits/graphql-proxy.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { Session } from '../../domain/session.ts';
import type { CodeHost } from '../../ports/code-host/code-host.ts';
import type { GraphqlData } from '../../ports/code-host/graphql.ts';
import type { Clock, Log } from '../../ports/system.ts';
import { hashOf } from '../../security/secrets.ts';
import { retryAfterSeconds } from '../../shared/refusals.ts';
import type { FreshSession } from '../../shared/sessions/fresh-session.ts';
import { ALLOWLIST, type AllowedOperation, parseVariables } from './allowlist.ts';
import { checkDocument } from './check-document.ts';
import type { ProxyRefusal } from './messages.ts';
import { SHIPPED_DOCUMENTS } from './shipped-documents.ts';

export interface RunOperationDeps {
  readonly codeHost: Pick<CodeHost, 'query'>;
  readonly freshSession: FreshSession;
  /** Refuses all documents except the client's (decision G4). */
  readonly onlyShippedDocuments: boolean;
  readonly clock: Clock;
  readonly log: Log;
}

export interface RefusedOperation {
  readonly reason: ProxyRefusal;
  /** At least 1; null if unknown. */
  readonly retryAfterSeconds: number | null;
}

export function createRunOperation({ codeHost, freshSession, onlyShippedDocuments, clock, log }: RunOperationDeps) {
  // Clients repeat few documents, and parsing is the slowest part.
  const allowedTexts = new LRUCache<string, string>({
    maxSize: ALLOWED_DOCUMENTS_MAX_BYTES,
    sizeCalculation: (text, name) => entryBytes(name, 2 * text.length),
  });

  function allowedText(
    query: string,
    operationName: string,
    allowed: AllowedOperation,
  ): ReturnType<typeof checkDocument> {
    const name = `${operationName} ${query}`;
    const cached = allowedTexts.get(name);
    if (cached !== undefined) return ok(cached);
    const checked = checkDocument(query, operationName, allowed);
    if (checked.ok) allowedTexts.set(name, checked.value);
    return checked;
  }

  return async (
    session: Session,
    { query, operationName, variables }: { readonly [Part in keyof GraphqlProxyRequest]?: unknown },
  ): Promise<Result<GraphqlData, RefusedOperation>> => {
    if (typeof query !== 'string' || query.trim() === '') return refuseFor('bad-query');
    if (typeof operationName !== 'string') return refuseFor('operation-not-allowed');
    const allowed = ALLOWLIST.get(operationName);
    if (allowed === undefined) return refuseFor('operation-not-allowed');
    const document = allowedText(query, operationName, allowed);
    if (!document.ok) return refuseFor(document.refusal);
    if (onlyShippedDocuments && !isShipped(operationName, document.value)) return refuseFor('not-shipped');
    const values = parseVariables(variables, allowed);
    if (!values.ok) return refuseFor(values.refusal);

    const fresh = await freshSession(session);
    if (!fresh.ok) return refuseFor('no-session');
    const request = { query: document.value, operationName, variables: values.value };
    const answer = await codeHost.query(fresh.value.grant.accessToken, request);
    if (answer.ok) return ok(answer.value);
    log.warn({ operationName, refusal: answer.refusal }, 'a proxied query was refused');
    return refuseFor(answer.refusal.kind, retryAfterSeconds(answer.refusal, clock.now()));
  };
}

/** Ignores comments and whitespace. */
const isShipped = (operationName: string, printed: string): boolean =>
  SHIPPED_DOCUMENTS.get(operationName) === hashOf(printed);

const refuseFor = (reason: ProxyRefusal, retryAfterSeconds: number | null = null) =>
  refuse({ reason, retryAfterSeconds });
