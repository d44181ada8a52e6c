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
import { LOST_SPANS_LINE_MS, TRACES_LAST_WORDS_MS } from '../../domain/limits/process.ts';
import { withinLimit } from '../../domain/result.ts';
import type { Traces } from '../../ports/operators/traces.ts';
import type { Log } from '../../ports/system.ts';
import { createOtelTraces } from './otel-traces.ts';

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
      await withinLimit(provider.shutdown(), TRACES_LAST_WORDS_MS).catch(() => {});
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
