import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { type ApiError, errorBody } from '../api/errors.ts';
import {
  graphqlPrimaryBody,
  graphqlSecondaryBody,
  primaryRefusal,
  rateHeaders,
  secondaryRefusal,
} from '../api/rate-limits.ts';
import type { HostKind } from '../world/links.ts';
import type { FaultEffect } from './faults.ts';
import type { ObservedRequest } from './request-match.ts';

export interface FaultScene {
  readonly nowMs: number;
  readonly owner: string;
  readonly kind: HostKind;
}

export interface SubstituteReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' } as const;

/** Null for faults that keep, change or suppress the real reply. */
export function substituteReply(
  effect: FaultEffect,
  request: ObservedRequest,
  scene: FaultScene,
): SubstituteReply | null {
  const isGraphql = request.path === '/graphql';
  switch (effect.kind) {
    case 'reply':
      return givenReply(effect.status, effect.headers ?? {}, effect.body);
    case 'primary-rate-limit': {
      const resource = isGraphql ? 'graphql' : 'core';
      const reset = Math.floor(scene.nowMs / 1000) + 1_800;
      const headers = rateHeaders({ limit: 5_000, used: 5_001, remaining: 0, reset, resource });
      if (!isGraphql) return refusalReply(primaryRefusal(effect.status ?? 403, scene.owner), scene, headers);
      return givenReply(200, headers, graphqlPrimaryBody(effect.spelling ?? 'RATE_LIMITED', scene.owner));
    }
    case 'secondary-rate-limit': {
      const retryAfter = effect.retryAfter === undefined ? 60 : effect.retryAfter;
      const refusal = secondaryRefusal(effect.status === 429 ? 429 : 403, retryAfter);
      if (effect.status !== 200) return refusalReply(refusal, scene, {});
      return givenReply(200, refusal.headers, graphqlSecondaryBody());
    }
    case 'bad-gateway-html':
      return page(502, '502 Bad Gateway', 'The server returned an invalid reply.');
    case 'html-200':
      return page(200, 'Unicorn!', 'We had issues producing the response.');
    case 'empty':
      return { status: 200, headers: JSON_TYPE, body: '' };
    case 'huge':
      return { status: 200, headers: JSON_TYPE, body: hugeJson(effect.megabytes ?? 11) };
    case 'redirect':
      return { status: effect.status ?? 302, headers: { location: effect.location }, body: '' };
    case 'hang':
    case 'reset':
    case 'truncate':
    case 'slow-drip':
    case 'wrong-types':
    case 'delay':
      return null;
  }
}

export function spoiledBody(effect: FaultEffect, body: string): string | Readable {
  switch (effect.kind) {
    case 'truncate':
      return body.slice(0, Math.ceil(body.length / 2));
    case 'slow-drip':
      return Readable.from(drip(body, effect.intervalMs ?? 20));
    case 'wrong-types':
      return wrongTypes(body);
    default:
      return body;
  }
}

function givenReply(status: number, headers: Readonly<Record<string, string>>, body: unknown): SubstituteReply {
  if (typeof body === 'string') return { status, headers, body };
  return { status, headers: { ...JSON_TYPE, ...headers }, body: body === undefined ? '' : JSON.stringify(body) };
}

function refusalReply(error: ApiError, scene: FaultScene, headers: Readonly<Record<string, string>>): SubstituteReply {
  const body = JSON.stringify(errorBody(error, scene.kind));
  return { status: error.status, headers: { ...JSON_TYPE, ...headers, ...error.headers }, body };
}

function page(status: number, title: string, text: string): SubstituteReply {
  const body = `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>\n`;
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

function hugeJson(megabytes: number): Buffer {
  const [open, close] = ['{"padding":"', '"}'];
  const size = Math.max(megabytes * 1024 * 1024, open.length + close.length);
  return Buffer.concat([Buffer.from(open), Buffer.alloc(size - open.length - close.length, 'x'), Buffer.from(close)]);
}

async function* drip(body: string, intervalMs: number): AsyncGenerator<Buffer> {
  for (const byte of Buffer.from(body)) {
    yield Buffer.from([byte]);
    await delay(intervalMs, undefined, { ref: false });
  }
}

function wrongTypes(body: string): string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return body;
  }
  return JSON.stringify(swapTypes(parsed));
}

function swapTypes(value: unknown): unknown {
  if (typeof value === 'string') return 12345;
  if (typeof value === 'number') return `text ${value}`;
  if (typeof value === 'boolean') return { value };
  if (value === null) return [];
  if (Array.isArray(value)) return { entries: value.length };
  return Object.fromEntries(Object.entries(Object(value)).map(([key, inner]) => [key, swapTypes(inner)]));
}
