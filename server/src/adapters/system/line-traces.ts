import { AsyncLocalStorage } from 'node:async_hooks';
import type { LineFields, NoteAttributes, Traces } from '../../ports/operators/traces.ts';

const noteNothing: NoteAttributes = () => {};
const endNothing = (): void => {};

export function createLineTraces(): Traces {
  const underWay = new AsyncLocalStorage<LineFields | null>();
  const fields = (): LineFields | null => underWay.getStore() ?? null;

  return {
    follow({ id }) {
      const own = { reqId: id };
      return { within: (work) => underWay.run(own, work), end: endNothing };
    },
    within({ fields: own, apart = false }, work) {
      if (own === undefined && !apart) return work(noteNothing);
      return underWay.run({ ...(apart ? null : fields()), ...own }, () => work(noteNothing));
    },
    apart: (work) => underWay.run(null, work),
    fields,
  };
}
