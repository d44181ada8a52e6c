import { AsyncLocalStorage } from 'node:async_hooks';
import type { LogFields, NoteAttributes, Traces } from '../../lib/traces.ts';

const noteNothing: NoteAttributes = () => {};
const endNothing = (): void => {};

export function createLineTraces(): Traces {
  const underWay = new AsyncLocalStorage<LogFields | null>();
  const fields = (): LogFields | null => underWay.getStore() ?? null;

  return {
    follow({ id }) {
      const own = { reqId: id };
      return { within: (work) => underWay.run(own, work), end: endNothing };
    },
    within({ fields: own, isDetached = false }, work) {
      if (own === undefined && !isDetached) return work(noteNothing);
      return underWay.run({ ...(isDetached ? null : fields()), ...own }, () => work(noteNothing));
    },
    apart: (work) => underWay.run(null, work),
    fields,
  };
}
