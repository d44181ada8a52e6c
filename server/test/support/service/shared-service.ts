import type { FaultRule } from '@orgdesk/simulator';
import { afterAll, beforeAll } from 'vitest';
import { type Instance, type Service, type ServiceOptions, startService } from './start-service.ts';

/** One service for all tests of a block, started before the first and closed after the last. */
export function sharedService(options: ServiceOptions = {}): () => Service {
  let service: Service | null = null;
  beforeAll(async () => {
    service = await startService(options);
  });
  afterAll(() => service?.close());
  return () => {
    if (service === null) throw new Error('the service is only there inside a test');
    return service;
  };
}

/**
 * Another instance of it that soon gives up a call to the code host, for tests of calls that would not end by
 * themselves. In all others, a limit that a busy machine passes would change what comes out.
 */
export function hastyInstance(service: () => Service, callLimitMs: number): () => Instance {
  let instance: Instance | null = null;
  beforeAll(async () => {
    instance = await service().addInstance({ callLimitMs });
  });
  return () => {
    if (instance === null) throw new Error('the instance is only there inside a test');
    return instance;
  };
}

/** Faults that never complete an answer. */
const ENDED_BY_TIME: ReadonlySet<FaultRule['kind']> = new Set(['hang', 'slow-drip']);

/** Chooses an instance with short timeouts for faults that only a timeout ends. */
export function instanceByFault(service: () => Service, callLimitMs: number): (rule: FaultRule) => Instance {
  const hasty = hastyInstance(service, callLimitMs);
  return ({ kind }) => (ENDED_BY_TIME.has(kind) ? hasty() : service());
}

export function urlByFault(service: () => Service, callLimitMs: number): (rule: FaultRule) => string {
  const instanceFor = instanceByFault(service, callLimitMs);
  return (rule) => instanceFor(rule).url;
}
