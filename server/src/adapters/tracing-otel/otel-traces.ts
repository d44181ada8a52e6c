import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { LogFields, Task, Traces } from '../../ports/operators/traces.ts';

interface UnderWay {
  readonly fields: LogFields | null;
  readonly context: Context;
}

const NOTHING: UnderWay = { fields: null, context: ROOT_CONTEXT };

/**
 * Attributes contain no external input except request IDs and delivery GUIDs. Errors are recorded by name: messages
 * quote values.
 */
export function createOtelTraces(tracer: Tracer): Traces {
  const underWay = new AsyncLocalStorage<UnderWay>();
  const current = (): UnderWay => underWay.getStore() ?? NOTHING;

  return {
    follow({ id, method, traceparent }) {
      const attributes = { 'http.request.method': method, 'orgdesk.request_id': id };
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, remoteContext(traceparent));
      const own = { fields: { reqId: id }, context: trace.setSpan(ROOT_CONTEXT, span) };
      return {
        within: (work) => underWay.run(own, work),
        end({ route, status }) {
          span.updateName(`${method} ${route}`);
          span.setAttributes({ 'http.route': route, 'http.response.status_code': status });
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    async within(task, work) {
      const before = task.isDetached === true ? NOTHING : current();
      const span = tracer.startSpan(task.name, optionsOf(task), before.context);
      const fields = task.fields === undefined ? before.fields : { ...before.fields, ...task.fields };
      try {
        const own = { fields, context: trace.setSpan(before.context, span) };
        const outcome = await underWay.run(own, () => work((attributes) => void span.setAttributes({ ...attributes })));
        noteRefusal(span, outcome);
        return outcome;
      } catch (error) {
        span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
    apart: (work) => underWay.run(NOTHING, work),
    fields: () => current().fields,
  };
}

const optionsOf = ({ kind, attributes }: Task) => ({
  kind: kind === 'call' ? SpanKind.CLIENT : SpanKind.INTERNAL,
  attributes: { ...attributes },
});

/** A refusal is expected, so it is no error. */
function noteRefusal(span: Span, outcome: unknown): void {
  if (typeof outcome !== 'object' || outcome === null || !('ok' in outcome) || outcome.ok !== false) return;
  const refusal = 'refusal' in outcome ? outcome.refusal : null;
  const kind = typeof refusal === 'object' && refusal !== null && 'kind' in refusal ? refusal.kind : refusal;
  if (typeof kind === 'string') span.setAttribute('orgdesk.refusal', kind);
}

/** W3C Trace Context, level 1: version, trace, parent, flags. */
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

function remoteContext(traceparent: string | null): Context {
  const [, traceId, spanId, flags] = (traceparent === null ? null : TRACEPARENT.exec(traceparent)) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT;
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
}
