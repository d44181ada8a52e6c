import type { Environment } from './settings.ts';

export function wantsTraces(env: Environment): boolean {
  const isSet = (name: string) => (env[name]?.trim() ?? '') !== '';
  const isOff = env.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER?.trim() === 'none';
  return !isOff && (isSet('OTEL_EXPORTER_OTLP_ENDPOINT') || isSet('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'));
}
