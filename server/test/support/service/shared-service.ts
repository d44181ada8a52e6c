import { afterAll, beforeAll } from 'vitest';
import { type Service, type ServiceOptions, startService } from './start-service.ts';

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
