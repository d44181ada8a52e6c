import type { Log } from '../../src/lib/system.ts';

/** A log that keeps its lines, to be searched for what must not be there. */
export interface RecordingLog extends Log {
  readonly lines: readonly object[];
}

/** An empty log. */
export function recordingLog(): RecordingLog {
  const lines: object[] = [];
  const at = (level: string) => (fields: object, sentence: string) => {
    lines.push({ ...fields, level, sentence });
  };
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
