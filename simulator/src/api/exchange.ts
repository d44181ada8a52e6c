import type { FastifyRequest } from 'fastify';
import type { FaultRule } from '../control/faults.ts';
import type { LogEntry } from '../control/request-log.ts';
import type { Credential } from './credentials.ts';

/** What the simulator notes about one request while answering it. */
export interface Exchange {
  readonly entry: LogEntry;
  /** Read again when the work starts: a token may have died while the request was held. */
  credential: Credential;
  /** The fault that spoils the reply, once it has been chosen. */
  fault: FaultRule | null;
}

const exchanges = new WeakMap<FastifyRequest, Exchange>();

/** Attaches the notes to a request. */
export function openExchange(request: FastifyRequest, exchange: Exchange): void {
  exchanges.set(request, exchange);
}

/** The notes of a request; null for the control calls, which are neither logged nor disturbed. */
export function exchangeOf(request: FastifyRequest): Exchange | null {
  return exchanges.get(request) ?? null;
}
