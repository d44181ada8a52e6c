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
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { LOST_SPANS_LINE_MS, TRACES_FLUSH_LIMIT_MS } from '../lib/limits/operate.ts';
import { withinLimit } from '../lib/result.ts';
import type { Log } from '../lib/system.ts';
import type { LogFields, Task, Traces } from '../lib/traces.ts';

export interface TracingOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  readonly log: Log;
}

export interface SentTraces {
  readonly traces: Traces;
  close(): Promise<void>;
}

/** While the collector is unavailable, some thousand spans wait. */
export function startTracing({ env, version, log }: TracingOptions): SentTraces {
  putIntoProcess(env);
  const resource = resourceFromAttributes({ 'service.name': 'orgdesk', 'service.version': version }).merge(
    detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] }),
  );
  const delay = numberIn(env.OTEL_BSP_SCHEDULE_DELAY);
  const queue = numberIn(env.OTEL_BSP_MAX_QUEUE_SIZE);
  const processor = new BatchSpanProcessor({
    exporter: reportingExporter(new OTLPTraceExporter(), log),
    ...(delay !== null && { scheduledDelayMillis: delay }),
    ...(queue !== null && { maxQueueSize: queue, maxExportBatchSize: Math.min(queue, BATCH_SPANS) }),
  });
  const sampler = samplerOf(env.OTEL_TRACES_SAMPLER, env.OTEL_TRACES_SAMPLER_ARG, log);
  const provider = new TracerProvider({ resource, sampler, spanProcessors: [processor] });
  return {
    traces: createOtelTraces(provider.getTracer('orgdesk', version)),
    async close() {
      await withinLimit(provider.shutdown(), TRACES_FLUSH_LIMIT_MS).catch(() => {});
    },
  };
}

/** The packages read `process.env`, while settings may come from a file. */
function putIntoProcess(env: TracingOptions['env']): void {
  for (const [name, value] of Object.entries(env)) {
    if (name.startsWith('OTEL_') && value !== undefined) process.env[name] ??= value;
  }
}

const BATCH_SPANS = 512;

/** Follows the OpenTelemetry specification of SDK environment variables. */
function samplerOf(name: string | undefined, argument: string | undefined, log: Log): Sampler {
  const ratio = () => new TraceIdRatioBasedSampler(argument === undefined ? 1 : Number(argument));
  const inParent = (root: Sampler) => new ParentBasedSampler({ root });
  switch (name?.trim() || 'parentbased_always_on') {
    case 'always_on':
      return new AlwaysOnSampler();
    case 'always_off':
      return new AlwaysOffSampler();
    case 'traceidratio':
      return ratio();
    case 'parentbased_always_on':
      return inParent(new AlwaysOnSampler());
    case 'parentbased_always_off':
      return inParent(new AlwaysOffSampler());
    case 'parentbased_traceidratio':
      return inParent(ratio());
    default:
      log.warn({}, 'OTEL_TRACES_SAMPLER is not supported: all traces are sent');
      return inParent(new AlwaysOnSampler());
  }
}

/** Logs lost spans from time to time, without reasons: an address may contain a password. */
function reportingExporter(exporter: SpanExporter, log: Log): SpanExporter {
  let reportedAt = Number.NEGATIVE_INFINITY;
  let lost = 0;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code !== 0) {
          lost += spans.length;
          if (performance.now() - reportedAt > LOST_SPANS_LINE_MS) {
            reportedAt = performance.now();
            log.warn({ spans: lost }, 'traces were lost: OTEL_EXPORTER_OTLP_ENDPOINT did not accept them');
            lost = 0;
          }
        }
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

const numberIn = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,6}$/.test(text.trim()) ? Number(text) : null;

interface UnderWay {
  readonly fields: LogFields | null;
  readonly context: Context;
}

const NOTHING: UnderWay = { fields: null, context: ROOT_CONTEXT };

/**
 * Attributes contain no external input except request IDs and delivery GUIDs. Errors are recorded by name: messages
 * quote values.
 */
function createOtelTraces(tracer: Tracer): Traces {
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
